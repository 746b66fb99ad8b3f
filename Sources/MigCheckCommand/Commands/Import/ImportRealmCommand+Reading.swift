#if CommandLine && RealmImport
  import ArgumentParser
  import MigCheck
  import MigCheckHistory
  import MigCheckRealmEngine
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSourceImport
  import MigCheckText
  import MigCheckVerifier

  extension ImportRealmCommand {
    func importSchemas() throws {
      let fileName = try output.historyName()
      var imported = try read()
      guard let newest = imported.versions.last else {
        imported.notes.show(fromGit: source.git != nil)
        throw InputError(
          file: "", problem: "no version could be read, so no history was written",
          remedy: "name the folders with the model classes")
      }
      guard imported.versions.contains(where: { !$0.schema.types.isEmpty }) else {
        imported.notes.show(fromGit: source.git != nil)
        throw InputError(
          file: "", problem: "the sources declare no class of Realm's",
          remedy: "name the folders with the model classes")
      }
      var history = History(
        name: name ?? fileName, engine: .realm,
        stages: imported.versions.map { version in
          var stage = HistoryVersion(number: version.number, schema: version.schema)
          stage.assumptions =
            version.fresh.map { DataAssumption($0, .fresh) }
            + version.ranges.map {
              DataAssumption(
                $0.path, .range(.int($0.values.lowerBound), .int($0.values.upperBound)))
            }
          return stage
        })
      history.awaitsBlock = true
      let out = output.out
      do { try history.validate(file: out) } catch let error as InputError {
        imported.add(
          ImportNote(SourcePlace(file: out), "Realm refuses \(error.path): \(error.problem)"), out)
      }
      // Before a file that cannot be written hides them.
      imported.notes.show(fromGit: source.git != nil)
      try output.write(try HistoryFile.json(history))
      output.noteWritten(
        versions: imported.versions.count, labels: imported.versions.map { String($0.number) },
        newest: CountText.text(newest.schema.types.count, "type"))
      try imported.notes.requireNoOmission(fromGit: source.git != nil)
    }

    private var choice: ImportChoice {
      var choice = ImportChoice()
      choice.conditions = source.conditions
      choice.types = types?.split(separator: ",").map { String($0.filter { $0 != " " }) }
      choice.configurations = configuration.map(ConfigurationChoice.init)
      choice.infersObjC = swift <= 3
      return choice
    }

    private func read() throws -> ImportedVersions {
      let ways = [!folders.isEmpty, !version.isEmpty, source.git != nil]
      guard ways.filter({ $0 }).count == 1 else {
        throw UsageError("give folders, folders with --version, or a repository with --git")
      }
      if let git = source.git {
        guard source.tags == nil || branch == nil else {
          throw UsageError("give --tags or --branch, not both")
        }
        return try readVersions(of: GitRepository(git))
      }
      guard source.tags == nil, branch == nil, source.path.isEmpty else {
        throw UsageError("--tags, --branch and --path are for --git")
      }
      var imported = ImportedVersions()
      if version.isEmpty {
        let files = try folders.flatMap { try SourceFolder.read($0) }
        imported.add(
          AppSources(files, choice: choice), origin: folders.joined(separator: ", "))
      } else {
        for (number, folders) in try numberedFolders() {
          let files = try folders.flatMap { try SourceFolder.read($0) }
          imported.add(
            AppSources(files, choice: choice), number: number,
            origin: folders.joined(separator: ", "))
        }
      }
      return imported
    }

    private func readVersions(of repository: GitRepository) throws -> ImportedVersions {
      try source.repository.walking(source.tags == nil ? .commits : .tags) { progress in
        if let tags = source.tags {
          return try ImportedVersions(
            repository, tags: tags, folders: source.path, choice: choice, progress: progress)
        }
        return try ImportedVersions(
          repository, branch: branch ?? "HEAD", folders: source.path, choice: choice,
          progress: progress)
      }
    }

    /// `--version 1 Models/1 --version 2 Models/2`; the same number again adds a folder. What follows a
    /// number is a folder, even if a number is its name.
    private func numberedFolders() throws -> [(number: UInt64, folders: [String])] {
      var versions = [(number: UInt64, folders: [String])]()
      var last: Int?
      for word in version {
        let isNumber = last.map { !versions[$0].folders.isEmpty } ?? true
        if isNumber, let number = UInt64(word) {
          last = versions.firstIndex { $0.number == number }
          if last == nil {
            versions.append((number, []))
            last = versions.count - 1
          }
        } else if let last {
          versions[last].folders.append(word)
        } else {
          throw UsageError("'\(word)' is not a version; write --version 1 <folder>")
        }
      }
      if let empty = versions.first(where: { $0.folders.isEmpty }) {
        throw UsageError("version \(empty.number) has no folder; write --version 1 <folder>")
      }
      return versions
    }
  }
#endif
