#if CommandLine && RealmImport
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSourceImport
  import MigCheckText

  extension ImportSwiftDataCommand {
    func importVersions() throws {
      let fileName = try output.historyName()
      var imported = try read()
      guard let newest = imported.versions.last else {
        imported.notes.show(fromGit: source.git != nil)
        throw InputError(
          .notFound, file: source.git ?? folders.joined(separator: ", "),
          problem: "the sources declare no class with @Model",
          remedy: "name the folders with the models")
      }
      let out = output.out
      let history = imported.history(named: name ?? fileName)
      let json = try HistoryFile.json(history)
      do {
        _ = try HistoryFile.parse(json, file: out)
        try history.validate(file: out)
      } catch let error as InputError {
        imported.add(
          ImportNote(
            SourcePlace(file: out), "SwiftData refuses this: \(error.path): \(error.problem)"),
          out)
      }
      // Before a file that cannot be written hides them.
      imported.notes.show(fromGit: source.git != nil)
      try output.write(json)
      output.noteWritten(
        versions: history.stages.count, labels: history.stages.compactMap(\.label),
        newest: CountText.text(newest.model.entities.count, "model"))
      try imported.notes.requireNoOmission(fromGit: source.git != nil)
    }

    private var choice: SwiftDataChoice {
      var choice = SwiftDataChoice()
      choice.conditions = source.conditions
      choice.plan = plan
      choice.types = types?.split(separator: ",").map { String($0.filter { $0 != " " }) }
      return choice
    }

    private func read() throws -> SwiftDataVersions {
      guard folders.isEmpty != (source.git == nil) else {
        throw UsageError("give folders, or a repository with --git")
      }
      guard let git = source.git else {
        guard source.tags == nil, source.path.isEmpty else {
          throw UsageError("--tags and --path are for --git")
        }
        let files = try folders.flatMap { try SourceFolder.read($0) }
        return try SwiftDataVersions(
          files, origin: folders.joined(separator: ", "), choice: choice)
      }
      let repository = try GitRepository(git)
      return try source.repository.walking(.tags) { progress in
        try SwiftDataVersions(
          repository, tags: source.tags ?? "*", folders: source.path, choice: choice,
          progress: progress)
      }
    }
  }

  extension SwiftDataVersions {
    /// Versions numbered from 1, with the custom stages as upgrades that are not judged.
    fileprivate func history(named name: String) -> History {
      var history = History(
        name: name, engine: .coredata,
        stages: versions.enumerated().map { index, version in
          var stage = HistoryVersion(number: UInt64(index + 1), schema: version.model.schema)
          stage.coreData = version.model
          stage.label = version.label
          return stage
        })
      history.isPlan = isPlan
      for (index, version) in versions.enumerated() where version.isCustom {
        history.customHops.insert(
          InferenceMatrix.Hop(from: UInt64(index), to: UInt64(index + 1)))
      }
      return history
    }
  }
#endif
