import MigCheckText

#if CommandLine
  import MigCheck
  import MigCheckHistory
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
      let fileName = try output.historyName()
      guard version.isEmpty, source.git == nil, source.tags == nil, branch == nil,
        source.path.isEmpty
      else {
        throw UsageError(
          "a store file says its version itself; name it without --version and --git")
      }
      let history = try RealmStore.history(
        of: folders, named: name ?? fileName, showsNotes: true,
        remedy: "name one file for each version")
      try history.validate(file: output.out)
      try output.write(try HistoryFile.json(history))
      let versions = history.stages
      output.noteWritten(
        versions: versions.count, labels: versions.map { String($0.number) },
        newest: CountText.text(versions.last?.schema.types.count ?? 0, "type"))
    }
  }
#endif
