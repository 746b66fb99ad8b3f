import MigCheckModel
import MigCheckText

/// What the shards of one run have in common: reports that differ here cannot be merged.
///
/// Holds everything that decides which trials there are and what is reported of them. A further
/// option that does belongs into `init`.
package struct RunIdentity: Sendable, Equatable {
  /// One thing that was the same for all shards.
  package struct Fact: Sendable, Equatable {
    /// The key in the report of a shard; `ReportMerge` has words for it.
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var facts: [Fact]

  /// Counts up whenever the same seed begins to give other trials, or reports are put together in
  /// another way, or what shards write about themselves changes.
  static let engine = 6

  private static let engineFact = Fact(
    name: "engine", value: "\(engine)")

  /// Whether the shard was run by this version.
  package var isReadable: Bool { facts.first == Self.engineFact }

  package init(facts: [Fact]) {
    self.facts = facts
  }

  init(span: VersionSpan, options: VerificationOptions, replays: [(start: Int, graph: ObjectGraph)])
    throws
  {
    let subject = span.subject
    facts = [
      Self.engineFact,
      Fact(name: "history", value: subject.name),
      Fact(name: "content", value: try Self.digest(of: subject)),
      Fact(name: "from", value: "\(span.versions[0].number)"),
      Fact(name: "to", value: "\(span.last.number)"),
      Fact(name: "seed", value: String(options.seed, radix: 16)),
      Fact(name: "trials", value: "\(options.trials)"),
      Fact(name: "stores", value: options.stores.map(\.rawValue).joined(separator: ",")),
      Fact(name: "paths", value: (options.paths ?? subject.paths).rawValue),
      Fact(name: "exploration", value: options.exploration.rawValue),
      Fact(name: "shipped", value: span.shipped.map(String.init) ?? ""),
      Fact(name: "accepted", value: Self.digest(of: options.accepted)),
      Fact(name: "shrinkBudget", value: "\(options.shrinkBudget)"),
      Fact(name: "strict", value: "\(options.strict)"),
      Fact(
        name: "silenced",
        value: WarningFilter.sorted(options.silenced).map(\.rawValue).joined(separator: ",")),
      Fact(name: "corpus", value: try Self.digest(of: replays, span: span)),
    ]
  }

  /// - Parameter name: of one of the facts.
  func value(of name: String) -> String? { facts.first { $0.name.isIdentical(to: name) }?.value }

  /// A value that a person changed may be of any length.
  private static let shownLength = 100

  /// The first thing in which another run differs.
  func difference(from other: RunIdentity) -> (name: String, own: String, other: String)? {
    for (own, theirs) in zip(facts, other.facts) where own != theirs {
      return (
        own.name.shortened(to: Self.shownLength), own.value.shortened(to: Self.shownLength),
        theirs.value.shortened(to: Self.shownLength)
      )
    }
    return facts.count == other.facts.count
      ? nil : ("facts", "\(facts.count)", "\(other.facts.count)")
  }

  /// A hash of all that a subject declares: versions, schemas, migrations as far as they can be
  /// told apart.
  package static func digest(of subject: any Subject) throws -> String {
    var digest = TextDigest()
    digest.add(subject.rules)
    for path in subject.ignoring { digest.add(path.description) }
    for version in subject.versions {
      digest.add("\(version.number)")
      digest.add(try JSON(encoding: version.schema).compactText)
      for path in version.drops { digest.add(path.description) }
      for invariant in version.invariants {
        for text in [invariant.name.text, invariant.type.text, "\(invariant.since)"] {
          digest.add(text)
        }
        digest.add(invariant.expression?.text ?? "")
      }
    }
    digest.add(subject.evidence.steps?.definition ?? "")
    return digest.text
  }

  private static func digest(of accepted: [AcceptedFinding]) -> String {
    var digest = TextDigest()
    for finding in accepted {
      for text in finding.key + [finding.reason] { digest.add(text) }
    }
    return "\(accepted.count) findings, \(digest.text)"
  }

  private static func digest(
    of replays: [(start: Int, graph: ObjectGraph)], span: VersionSpan
  ) throws -> String {
    var digest = TextDigest()
    for replay in replays {
      digest.add("\(span.versions[replay.start].number)")
      digest.add(try JSON(encoding: replay.graph.tables).compactText)
    }
    return "\(replays.count) cases, \(digest.text)"
  }
}

/// A hash of texts that is the same in every run and on every machine: 64 bits of FNV-1a.
private struct TextDigest {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0xFF)  // Stands in no UTF-8, so that the texts' borders count.
  }

  private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  var text: String { String(hash, radix: 16) }
}
