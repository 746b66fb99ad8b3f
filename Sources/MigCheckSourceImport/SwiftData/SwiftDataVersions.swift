#if RealmImport
  import MigCheckCoreData
  import MigCheckHistory
  import MigCheckModel

  /// The versions of a SwiftData store, as an app's sources had them.
  package struct SwiftDataVersions {
    /// Oldest first.
    package private(set) var versions = [SwiftDataVersion]()
    /// Whether the versions are those of a plan with stages.
    package private(set) var isPlan = false
    /// What was not understood, with the origins in which it stands.
    package private(set) var notes = [OriginatedNote]()

    /// Reads the versions that one state of the sources declares.
    ///
    /// - Parameter origin: a folder.
    /// - Throws: `InputError` if there is nothing to read, or too much.
    /// - Complexity: O(*n*) in the length of the files.
    package init(_ files: [SourceText], origin: String, choice: SwiftDataChoice) throws {
      let declarations = files.map {
        DeclarationReader.read(
          $0.text, file: $0.path, conditions: choice.conditions, dialect: .swiftData)
      }
      let app = try SwiftDataApp(declarations, choice)
      take(app)
      for note in app.notes { notes.add(note, origin) }
      if let name = choice.plan, app.plan == nil {
        throw InputError(
          .notFound, file: origin,
          problem: "no plan is called '\(name)', as the sources declare none",
          remedy: "leave out --plan, or name the folder in which it stands")
      }
      if versions.isEmpty, let plan = app.plan {
        throw InputError(
          file: plan.place.file, line: plan.place.line,
          problem: "the plan \(plan.name) lists no schema that could be read",
          remedy: "list the versions in its schemas, or name the folder in which they stand")
      }
    }

    /// Reads the models that the releases of an app had, at the tags of its repository.
    ///
    /// Where the newest release has a plan with stages, its versions are the history, and releases with
    /// a model that none of them has are noted. Otherwise each model that was released is a version.
    ///
    /// - Parameters:
    ///   - pattern: which tags count, such as `v*`; `*` also matches a `/`.
    ///   - folders: the folders of the repository that count; empty: all.
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, tags pattern: String, folders: [String],
      choice: SwiftDataChoice, progress: ImportProgress = ImportProgress()
    ) throws {
      var releases = [Release]()
      var found = [OriginatedNote]()
      let walk = SourceWalk(
        repository: repository, folders: folders, conditions: choice.conditions,
        dialect: .swiftData, progress: progress)
      let ends = try walk.tags(pattern) { state in
        guard state.isNew else {
          if !releases.isEmpty { releases[releases.count - 1].tags.append(state.name) }
          return
        }
        do {
          let app = try SwiftDataApp(state.declarations, choice)
          if !app.versions.isEmpty { releases.append(Release(tags: [state.name], app: app)) }
        } catch let error as InputError {
          found.add(
            ImportNote(
              SourcePlace(file: error.file, line: error.line),
              "\(error.problem); \(error.remedy)"), state.name)
        } catch {}
      }
      notes = found
      for (note, origin) in ends { notes.add(note, origin) }
      guard let newest = releases.last else { return }
      for release in releases.dropLast() { note(release.app.newestNotes, release) }
      note(newest.app.isPlan ? newest.app.notes : newest.app.newestNotes, newest)
      if newest.app.isPlan {
        take(newest.app)
        for release in releases.dropLast() { noteIfUnknown(release, newest) }
      } else {
        for release in releases { take(release) }
      }
    }

    private mutating func note(_ list: [ImportNote], _ release: Release) {
      for note in list {
        for tag in release.tags { notes.add(note, tag) }
      }
    }

    package mutating func add(_ note: ImportNote, _ origin: String) { notes.add(note, origin) }

    /// An app at one tag, or at several in a row.
    private struct Release {
      var tags: [String]
      var app: SwiftDataApp
    }

    private mutating func take(_ app: SwiftDataApp) {
      (versions, isPlan) = (app.versions, app.isPlan)
    }

    /// Adds the newest model of a release, if no release before had it.
    private mutating func take(_ release: Release) {
      guard var version = release.app.versions.last,
        !versions.contains(where: { $0.model.isSameVersion(as: version.model) })
      else { return }
      version.label = release.tags[0]
      versions.append(version)
    }

    private mutating func noteIfUnknown(_ release: Release, _ newest: Release) {
      guard let released = release.app.versions.last,
        !versions.contains(where: { $0.model.isSameVersion(as: released.model) })
      else { return }
      let nearest = versions.map { version in
        (version, names: version.model.entitiesDiffering(from: released.model))
      }.min { $0.names.count < $1.names.count }
      guard let nearest, let plan = newest.app.plan else { return }
      let names = nearest.names.prefix(5).map(\.text).joined(separator: ", ")
      let more = nearest.names.count > 5 ? " and \(nearest.names.count - 5) more" : ""
      let sentence =
        "a released model equals none of the versions of the plan \(plan.name), so that SwiftData "
        + "refuses its stores (134504); from \(nearest.0.label ?? "the first"), the nearest, it "
        + "differs in \(names)\(more)"
      for tag in release.tags { notes.add(ImportNote(plan.place, sentence, .fault), tag) }
    }
  }
#endif
