#if RealmImport
  import MigCheckModel

  extension ImportedVersions {
    /// Reads the versions that the tags of a repository have.
    ///
    /// - Parameters:
    ///   - pattern: which tags count, such as `v*`; `*` also matches a `/`.
    ///   - folders: the folders of the repository that count; empty: all.
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, tags pattern: String, folders: [String], choice: ImportChoice,
      progress: ImportProgress = ImportProgress()
    ) throws {
      var imported = ImportedVersions()
      let walk = SourceWalk(
        repository: repository, folders: folders, conditions: choice.conditions, dialect: .realm,
        progress: progress)
      let notes = try walk.tags(pattern) { state in
        imported.add(
          AppSources(state.declarations, choice: choice), origin: state.name, mayLack: true)
      }
      for (note, origin) in notes { imported.add(note, origin) }
      self = imported
    }

    /// Reads the versions that a branch had: of each, the schema at the last commit before the
    /// version was changed.
    ///
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, branch: String, folders: [String], choice: ImportChoice,
      progress: ImportProgress = ImportProgress()
    ) throws {
      var imported = ImportedVersions()
      var span: Span?
      let walk = SourceWalk(
        repository: repository, folders: folders, conditions: choice.conditions, dialect: .realm,
        progress: progress)
      let notes = try walk.commits(of: branch) { state in
        guard state.isNew else {
          // It has the same schema as the one before.
          span?.commit = state.name
          return
        }
        let sources = AppSources(state.declarations, choice: choice)
        let version = sources.schemaVersion
        if let last = span, last.version == version {
          span?.take(sources, commit: state.name)
        } else {
          if let span { imported.add(span) }
          span = Span(sources, version: version, commit: state.name)
        }
      }
      if let span { imported.add(span) }
      for (note, origin) in notes { imported.add(note, origin) }
      self = imported
    }

    private mutating func add(_ span: Span) {
      add(span.sources, origin: span.commit, mayLack: true)
      guard case .number(let number) = span.version, let last = span.changes.last else { return }
      let times = span.changes.count == 1 ? "once" : "\(span.changes.count) times"
      add(
        ImportNote(
          SourcePlace(file: last),
          "the schema of version \(number) was changed \(times) under the same number, the last time "
            + "here; if the app was released before, the number should have been raised", .remark),
        last)
    }
  }

  /// Commits in a row that have the same version.
  private struct Span {
    var sources: AppSources
    let version: SchemaVersionNumber
    var commit: String
    /// The commits that gave it another schema.
    private(set) var changes = [String]()
    private var schema: Schema

    init(_ sources: AppSources, version: SchemaVersionNumber, commit: String) {
      self.sources = sources
      self.version = version
      self.commit = commit
      schema = sources.schema.schema
    }

    mutating func take(_ sources: AppSources, commit: String) {
      self.sources = sources
      self.commit = commit
      let schema = sources.schema.schema
      if schema != self.schema, !self.schema.types.isEmpty { changes.append(commit) }
      self.schema = schema
    }
  }
#endif
