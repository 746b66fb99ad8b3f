import MigCheckText

#if CommandLine
  import MigCheck
  import MigCheckEngines
  import MigCheckFormats
  import MigCheckModel
  import MigCheckStoreFiles

  extension ImportRealmCommand {
    /// Whether what is named are store files, of which each shows the schema of its version.
    var namesStores: Bool {
      !folders.isEmpty && folders.allSatisfy { RealmFile.isRealm($0) }
    }

    /// Writes a history with the schemas of store files.
    func importStores() throws {
      guard out.hasSuffix(".history.json") else {
        throw UsageError("--out writes a history; name a file that ends in .history.json")
      }
      guard version.isEmpty, git == nil, tags == nil, branch == nil, path.isEmpty else {
        throw UsageError(
          "a store file says its version itself; name it without --version and --git")
      }
      var versions = [(number: UInt64, schema: Schema, path: String)]()
      for path in folders {
        let content = try RealmFile.read(path: path)
        let (_, notes) = try content.snapshot()
        for note in notes where note != .noSchemaVersion {
          Terminal.note("migcheck: \(path): \(note)")
        }
        guard let number = content.schemaVersion else {
          throw RealmVersionError.none.inputError(file: path)
        }
        try Self.add((number, content.schema, path), to: &versions)
      }
      versions.sort { $0.number < $1.number }
      let file = out.split(separator: "/").last.map(String.init) ?? out
      let history = History(
        name: name ?? String(file.dropLast(".history.json".count)), engine: .realm,
        stages: versions.map { HistoryVersion(number: $0.number, schema: $0.schema) })
      try history.validate(file: out)
      try WholeFile.write(
        try HistoryFile.json(history).prettyText + "\n", to: out, collision: .refuse)
      Terminal.note(
        "migcheck: \(out): \(CountText.text(versions.count, "version")) "
          + "(\(versions.map { String($0.number) }.joined(separator: ", "))), "
          + "\(CountText.text(versions.last?.schema.types.count ?? 0, "type")) in the newest")
    }

    private static func add(
      _ version: (number: UInt64, schema: Schema, path: String),
      to versions: inout [(number: UInt64, schema: Schema, path: String)]
    ) throws {
      guard let known = versions.first(where: { $0.number == version.number }) else {
        return versions.append(version)
      }
      let changes = SchemaChange.changes(from: known.schema, to: version.schema)
      guard let change = changes.first else { return }
      throw InputError(
        file: version.path,
        problem: "its schema is another one of version \(version.number) than that of "
          + "\(known.path): \(change)",
        remedy: "name one file for each version")
    }
  }
#endif
