import MigCheckModel

/// What a report shows of the versions of a run beside its findings: which there are, between which
/// of them trials upgraded stores, and where all of that is written.
package struct RunMap: Sendable, Codable, Equatable {
  package struct Version: Sendable, Codable, Equatable {
    package var number: UInt64
    /// What its authors call it; `nil`: nothing but its number.
    package var name: String?
    /// Properties whose values name other objects.
    package var references: [PropertyReference]

    package init(number: UInt64, name: String?, references: [PropertyReference]) {
      self.number = number
      self.name = name
      self.references = references
    }
  }

  /// How a run was started, as far as it is the same on every machine.
  package struct Origin: Sendable, Codable, Equatable {
    /// What to type to run it again, as a shell takes it.
    package var command: String
    /// The file or folder that was checked, relative to where the command ran; `nil`: there is none.
    package var file: String?
    /// The folder of the files that findings name, relative to where the command ran, with a slash at
    /// its end; empty: that folder itself.
    package var folder: String

    package init(command: String, file: String?, folder: String) {
      self.command = command
      self.file = file
      self.folder = folder
    }
  }

  package var versions: [Version]
  /// The upgrades that some trial ran without a stop, or that are known to be refused, in increasing
  /// order.
  package var hops: [Hop]
  /// Whether an upgrade past several versions runs what leads into each of them.
  package var runsEachVersion: Bool
  /// `nil`: nothing says.
  package var origin: Origin?

  /// Adds what another shard of the same run did.
  mutating func join(_ other: RunMap) { hops = Set(hops + other.hops).sorted() }
}

extension RunMap {
  init(_ span: VersionSpan, hops: Set<Hop>, origin: Origin?) {
    versions = span.versions.map {
      Version(number: $0.number, name: $0.name, references: $0.references)
    }
    self.hops = hops.sorted()
    runsEachVersion = span.evidence.runsEachVersion
    self.origin = origin
  }
}
