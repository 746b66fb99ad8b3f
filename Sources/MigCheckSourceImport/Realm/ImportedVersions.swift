#if RealmImport
  import MigCheckModel

  /// The schema of one version, and where it was read.
  package struct ImportedVersion: Sendable {
    package var number: UInt64
    package var schema: Schema
    /// Properties of which the app makes a value of its own for each object.
    package var fresh: [PropertyPath]
    /// What integers of fewer than 64 bits can be.
    package var ranges: [(path: PropertyPath, values: ClosedRange<Int64>)]
    /// A tag, a commit or a folder.
    package var origin: String
  }

  /// The versions of a store, as an app's sources had them.
  package struct ImportedVersions {
    /// In the order of their numbers.
    package private(set) var versions = [ImportedVersion]()
    /// What was not understood, with the origins in which it stands.
    package private(set) var notes = [OriginatedNote]()

    package init() {}

    /// Takes the sources of one version.
    ///
    /// - Parameters:
    ///   - number: the version; `nil`: as the sources say.
    ///   - origin: a tag, a commit or a folder.
    ///   - mayLack: whether sources without any class of Realm's are passed over.
    package mutating func add(
      _ sources: AppSources, number: UInt64? = nil, origin: String, mayLack: Bool = false
    ) {
      let imported = sources.schema
      if mayLack, imported.schema.types.isEmpty, sources.schemaVersion == .unset { return }
      var version = number
      if version == nil {
        switch sources.schemaVersion {
        case .number(let number): version = number
        case .unset: version = 0
        case .unknown(let places):
          for note in places { add(note, origin) }
          add(
            ImportNote(
              SourcePlace(file: origin),
              "left out, since the schema version is not known; say which configuration counts "
                + "with --configuration FILE, NAME or FILE:NAME, or give folders with --version"),
            origin)
        }
      }
      guard let version else { return }
      guard !imported.schema.types.isEmpty else {
        for note in imported.notes { add(note, origin) }
        add(
          ImportNote(
            SourcePlace(file: origin),
            "version \(version) is left out: no class of Realm's is declared here"), origin)
        return
      }
      for note in imported.notes { add(note, origin) }
      add(
        ImportedVersion(
          number: version, schema: imported.schema, fresh: imported.fresh, ranges: imported.ranges,
          origin: origin))
    }

    private mutating func add(_ version: ImportedVersion) {
      if let position = versions.firstIndex(where: { $0.number == version.number }) {
        let earlier = versions[position]
        if earlier.schema != version.schema {
          add(
            ImportNote(
              SourcePlace(file: version.origin),
              "version \(version.number) has another schema here than at \(earlier.origin); this "
                + "one is taken. If both shipped, the version should have been raised"),
            version.origin)
        }
        versions[position] = version
      } else {
        versions.append(version)
        versions.sort { $0.number < $1.number }
      }
    }

    package mutating func add(_ note: ImportNote, _ origin: String) {
      notes.add(note, origin)
    }
  }
#endif
