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
      guard version.isEmpty, source.git == nil, source.tags == nil, branch == nil,
        source.path.isEmpty
      else {
        throw UsageError(
          "a store file says its version itself; name it without --version and --git")
      }
      let file = out.split(separator: "/").last.map(String.init) ?? out
      let history = try RealmStore.history(
        of: folders, named: name ?? String(file.dropLast(".history.json".count)),
        showsNotes: true, remedy: "name one file for each version")
      try history.validate(file: out)
      try WholeFile.write(
        try HistoryFile.json(history).prettyText + "\n", to: out, collision: .refuse)
      let versions = history.stages
      Terminal.note(
        "migcheck: \(out): \(CountText.text(versions.count, "version")) "
          + "(\(versions.map { String($0.number) }.joined(separator: ", "))), "
          + "\(CountText.text(versions.last?.schema.types.count ?? 0, "type")) in the newest")
    }
  }
#endif
