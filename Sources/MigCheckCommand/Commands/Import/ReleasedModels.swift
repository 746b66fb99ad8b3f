#if CommandLine
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckFormats
  import MigCheckModel
  import MigCheckSourceImport
  import MigCheckText

  /// The versions of a Core Data model that releases of an app had, at the tags of its repository.
  struct ReleasedModels {
    /// A version as some releases had it.
    struct Version {
      var name: String
      var model: CoreDataModel
      /// At least one, oldest first.
      var tags: [String]
    }

    /// In the order of their first releases.
    private(set) var versions = [Version]()
    /// What could not be read, in sentences.
    private(set) var omissions = [String]()
    private let bundle: String
    /// By the number of an object; `nil`: it cannot be read.
    private var models = [String: CoreDataModel?]()

    /// - Parameter bundle: the name of the bundle with its extension; it may be in any folder.
    /// - Throws: `InputError`, also if a release has several bundles of this name.
    init(
      _ repository: GitRepository, of bundle: String, _ options: RepositoryOptions,
      _ progress: ImportProgress
    ) throws {
      self.bundle = bundle
      let tags = try repository.tags(matching: options.tags ?? "*")
      for (place, tag) in tags.enumerated() {
        progress.show(place, tags.count)
        guard !progress.isInterrupted() else {
          omissions.append(
            "the import was interrupted here, after \(place) of \(tags.count) tags: later versions are "
              + "missing")
          return
        }
        let files = try repository.files(of: tag.commit, in: options.path) { isModel($0) }
        try requireOne(files, tag.name, repository)
        try readModels(files, tag.name, repository)
        for file in files { add(file, tag.name) }
      }
    }

    /// `….xcdatamodeld/Model 2.xcdatamodel/contents`, or `elements`, as Xcode before 4.3 saved it.
    private func isModel(_ path: String) -> Bool {
      let parts = path.split(separator: "/")
      return parts.count > 2 && ["contents", "elements"].contains(parts[parts.count - 1])
        && parts[parts.count - 2].hasSuffix(".xcdatamodel")
        && parts[parts.count - 3].elementsEqual(bundle)
    }

    private func requireOne(
      _ files: [GitRepository.Entry], _ tag: String, _ repository: GitRepository
    ) throws {
      let folders = Set(
        files.map { $0.path.split(separator: "/").dropLast(2).joined(separator: "/") }
      ).sorted { $0.precedes($1) }
      guard folders.count > 1 else { return }
      throw InputError(
        file: tag,
        problem: "there are several bundles \(bundle): \(folders.joined(separator: ", "))",
        remedy: "name the folder of one of them with --path")
    }

    /// Reads each object once.
    private mutating func readModels(
      _ files: [GitRepository.Entry], _ tag: String, _ repository: GitRepository
    ) throws {
      let new = files.filter { models[$0.id] == nil }
      let contents = try repository.contents(of: new, called: "Core Data model")
      for (file, bytes) in zip(new, contents) {
        models[file.id] = .some(nil)
        guard let bytes else {
          omissions.append(
            "\(tag): \(file.path): its content is not in the repository, as migcheck fetches nothing"
          )
          continue
        }
        guard file.path.hasSuffix("/contents") else {
          omissions.append("\(tag): \(file.path): binary, as Xcode before 4.3 saved models")
          continue
        }
        do {
          models[file.id] = try CoreDataModelReader.parse(bytes, file: "\(tag): \(file.path)")
        } catch { omissions.append("\(error)") }
      }
    }

    private mutating func add(_ file: GitRepository.Entry, _ tag: String) {
      guard let model = models[file.id] ?? nil else { return }
      let folder = file.path.split(separator: "/").dropLast().last ?? ""
      let name = String(folder.dropLast(".xcdatamodel".count))
      let known = versions.firstIndex {
        $0.name.isIdentical(to: name) && $0.model.isSameVersion(as: model)
      }
      if let known {
        versions[known].tags.append(tag)
        versions[known].model = model
      } else {
        versions.append(Version(name: name, model: model, tags: [tag]))
      }
    }
  }

  extension ReleasedModels {
    /// A version of the joined history.
    struct Joined {
      var name: String
      var label: String
      var model: CoreDataModel
      /// The first release that had it; `nil`: it is in the bundle.
      var tag: String?
    }

    /// The versions of a bundle and those that only releases have, oldest first. Of a version that was
    /// edited each state is one; what only has another name is the same.
    ///
    /// - Parameters:
    ///   - bundle: as it is now; `nil`: it is in no folder any more.
    ///   - order: the labels of all, oldest first; `nil`: the natural order of names.
    /// - Throws: `InputError` for an order that does not name each version once.
    func joined(
      with bundle: CoreDataBundle?, order: [String]?
    ) throws(InputError) -> [Joined] {
      var all = [Joined]()
      let own = bundle?.versions ?? []
      for (place, version) in versions.enumerated() {
        guard !own.contains(where: { $0.model.isSameVersion(as: version.model) }) else { continue }
        let hasSuccessor =
          own.contains { $0.name.isIdentical(to: version.name) }
          || versions[(place + 1)...].contains { $0.name.isIdentical(to: version.name) }
        let label = hasSuccessor ? "\(version.name) (\(version.tags[0]))" : version.name
        all.append(
          Joined(
            name: version.name, label: label, model: version.model, tag: version.tags[0]))
      }
      all += own.map { Joined(name: $0.name, label: $0.name, model: $0.model) }
      if let order {
        let labels = try CoreDataVersionList(all.map(\.label), bundle: self.bundle).ordered(
          as: order)
        return labels.compactMap { label in all.first { $0.label.isIdentical(to: label) } }
      }
      let names = try CoreDataVersionList(
        Array(Set(all.map(\.name))), bundle: self.bundle
      ).ordered(as: nil)
      // States of one version stay in the order of their releases.
      return names.flatMap { name in all.filter { $0.name.isIdentical(to: name) } }
    }
  }
#endif
