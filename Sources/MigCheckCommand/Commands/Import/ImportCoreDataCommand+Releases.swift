#if CommandLine
  import ArgumentParser
  import MigCheck
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSourceImport
  import MigCheckText

  extension ImportCoreDataCommand {
    /// Writes a history of the model and of what only releases have.
    func importReleases(_ git: String) throws {
      var current = model
      current.order = nil
      let bundle =
        CoreDataModelKind.recognises(path)
          && InputFile.isPresent(path) ? try CoreDataModelKind.onlyBundle(at: path, current) : nil
      let name = try bundleName(bundle)
      let repository = try GitRepository(git)
      let releases = try self.repository.walking(.tags) { progress in
        try ReleasedModels(repository, of: "\(name).xcdatamodeld", self.repository, progress)
      }
      let versions = try releases.joined(with: bundle, order: model.names)
      for omission in releases.omissions { Terminal.note("migcheck: \(omission); it is left out") }
      guard !versions.isEmpty else {
        throw InputError(
          .notFound, file: git, problem: "no tag has a \(name).xcdatamodeld that can be read",
          remedy: "name the bundle as releases did, and its folder with --path")
      }
      noteLost(versions, name)
      var joined = CoreDataBundle(
        name: name, path: path,
        versions: versions.enumerated().map { index, version in
          CoreDataVersion(
            number: UInt64(index + 1), name: version.label, model: version.model)
        }, current: nil)
      joined.skipped = bundle?.skipped ?? []
      var history = joined.history
      if let bundle {
        history.takeSettings(of: try CoreDataModelKind.history(of: bundle, current))
      }
      try history.validate(file: output.out)
      try output.write(try HistoryFile.json(history))
      let added = versions.count { $0.tag != nil }
      Terminal.note(
        "migcheck: \(output.out): \(CountText.text(versions.count, "version")) of \(name), "
          + "\(added) of them from tags")
      if !releases.omissions.isEmpty { throw ExitCode(ExitStatus.vacuous) }
    }

    private func bundleName(_ bundle: CoreDataBundle?) throws -> String {
      if let bundle { return bundle.name }
      var name = path.split(separator: "/").last.map(String.init) ?? path
      guard name.hasSuffix(".xcdatamodeld") else { throw absent }
      name.removeLast(".xcdatamodeld".count)
      return name
    }

    /// A store of a version that the bundle does not have finds no model in the app.
    private func noteLost(_ versions: [ReleasedModels.Joined], _ name: String) {
      for version in versions {
        guard let tag = version.tag, versions.contains(where: { $0.tag == nil }) else { continue }
        Terminal.note(
          "migcheck: warning: \(version.name) as released in \(tag) is not in \(name) any more: Core Data "
            + "finds no model for stores of it (134130)")
      }
    }
  }

  extension History {
    /// What settings and mapping models say of a history with some of the same versions, by the names of
    /// these.
    fileprivate mutating func takeSettings(of other: History) {
      var numbers = [UInt64: UInt64]()
      for stage in other.stages {
        guard let place = stages.firstIndex(where: { $0.label == stage.label }) else { continue }
        numbers[stage.number] = stages[place].number
        stages[place].drops = stage.drops
      }
      func moved(_ hop: InferenceMatrix.Hop) -> InferenceMatrix.Hop {
        InferenceMatrix.Hop(
          from: numbers[hop.from] ?? hop.from, to: numbers[hop.to] ?? hop.to)
      }
      name = other.name
      customHops = Set(other.customHops.map(moved))
      mappingPlans = Dictionary(
        uniqueKeysWithValues: other.mappingPlans.map { (moved($0.key), $0.value) })
      coreDataOpening = other.coreDataOpening
      planStages = other.planStages?.map { stage in
        switch stage {
        case .lightweight(let versions): .lightweight(versions.map { numbers[$0] ?? $0 })
        case .custom(let hop): .custom(moved(hop))
        }
      }
    }
  }
#endif
