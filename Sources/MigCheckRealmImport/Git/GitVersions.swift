#if RealmImport
  import MigCheckModel

  extension ImportedVersions {
    /// Reads the versions that the tags of a repository have.
    ///
    /// - Parameters:
    ///   - pattern: which tags count, such as `v*`.
    ///   - folders: the folders of the repository that count; empty: all.
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, tags pattern: String, folders: [String], choice: ImportChoice
    ) throws {
      self.init()
      let tags = try repository.tags(matching: pattern)
      guard !tags.isEmpty else {
        throw InputError(
          .notFound, file: repository.path, problem: "no tag matches '\(pattern)'",
          remedy: "give a pattern such as --tags 'v*'")
      }
      var reader = CommitReader(repository: repository, folders: folders, choice: choice)
      for tag in tags {
        add(try reader.sources(of: tag.commit), origin: tag.name, mayLack: true)
      }
    }

    /// Reads the versions that a branch had: of each, the schema at the last commit before the
    /// version was changed.
    ///
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, branch: String, folders: [String], choice: ImportChoice
    ) throws {
      self.init()
      var reader = CommitReader(repository: repository, folders: folders, choice: choice)
      var span: (sources: AppSources, version: SchemaVersionNumber, commit: String)?
      for commit in try repository.commits(of: branch) {
        let sources = try reader.sources(of: commit)
        let version = sources.schemaVersion
        if let span, span.version != version {
          add(span.sources, origin: span.commit, mayLack: true)
        }
        span = (sources, version, String(commit.prefix(12)))
      }
      if let span { add(span.sources, origin: span.commit, mayLack: true) }
    }
  }

  /// Reads the sources of commits; files that stay as they are, once.
  private struct CommitReader {
    let repository: GitRepository
    let folders: [String]
    let choice: ImportChoice
    private var files = [GitRepository.Entry: SourceDeclarations]()

    init(repository: GitRepository, folders: [String], choice: ImportChoice) {
      self.repository = repository
      self.folders = folders
      self.choice = choice
    }

    mutating func sources(of commit: String) throws -> AppSources {
      let entries = try repository.sources(of: commit, in: folders)
      let new = entries.filter { files[$0] == nil }
      for (entry, text) in zip(new, try repository.contents(of: new.map(\.id))) {
        files[entry] = DeclarationReader.read(
          text, file: entry.path, conditions: choice.conditions)
      }
      return AppSources(entries.compactMap { files[$0] }, choice: choice)
    }
  }
#endif
