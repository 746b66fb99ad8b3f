#if RealmImport
  import MigCheckModel

  /// How far an import from git is, and whether it is to end early.
  package struct ImportProgress {
    /// Is told how many tags or commits were read, and how many there are.
    package var show: (_ done: Int, _ total: Int) -> Void
    /// Whether the import ends with what it has read.
    package var isInterrupted: () -> Bool

    package init(
      show: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in },
      isInterrupted: @escaping () -> Bool = { false }
    ) {
      self.show = show
      self.isInterrupted = isInterrupted
    }
  }

  extension ImportedVersions {
    /// Reads the versions that the tags of a repository have.
    ///
    /// - Parameters:
    ///   - pattern: which tags count, such as `v*`; `*` stands for a `/`, too.
    ///   - folders: the folders of the repository that count; empty: all.
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, tags pattern: String, folders: [String], choice: ImportChoice,
      progress: ImportProgress = ImportProgress()
    ) throws {
      self.init()
      let tags = try repository.tags(matching: pattern)
      guard !tags.isEmpty else {
        throw InputError(
          .notFound, file: repository.path, problem: "no tag matches '\(pattern)'",
          remedy: "give a pattern such as --tags 'v*'")
      }
      var reader = CommitReader(repository: repository, choice: choice)
      for (place, tag) in tags.enumerated() {
        progress.show(place, tags.count)
        if progress.isInterrupted() {
          addEnd(before: tag.name, place, of: tags.count, "tags")
          break
        }
        do {
          try reader.replace(by: repository.sources(of: tag.commit, in: folders))
          let (sources, _) = try reader.sources()
          add(sources, origin: tag.name, mayLack: true)
        } catch  where progress.isInterrupted() {
          // Ctrl-C ends git as well.
          addEnd(before: tag.name, place, of: tags.count, "tags")
          break
        }
      }
      for note in reader.notes { add(note, pattern) }
    }

    /// Reads the versions that a branch had: of each, the schema at the last commit before the
    /// version was changed.
    ///
    /// - Throws: `InputError`.
    package init(
      _ repository: GitRepository, branch: String, folders: [String], choice: ImportChoice,
      progress: ImportProgress = ImportProgress()
    ) throws {
      self.init()
      var reader = CommitReader(repository: repository, choice: choice)
      var span: Span?
      let commits = try repository.commits(of: branch, in: folders)
      for (place, commit) in commits.enumerated() {
        progress.show(place, commits.count)
        if progress.isInterrupted() {
          addEnd(before: String(commit.id.prefix(12)), place, of: commits.count, "commits")
          break
        }
        let id = String(commit.id.prefix(12))
        let (sources, isNew): (AppSources, Bool)
        do {
          try reader.prepare(commits[place...])
          reader.apply(commit.changes)
          (sources, isNew) = try reader.sources()
        } catch  where progress.isInterrupted() {
          addEnd(before: id, place, of: commits.count, "commits")
          break
        }
        guard isNew else {
          // It has the same schema as the one before.
          span?.commit = id
          continue
        }
        let version = sources.schemaVersion
        if let last = span, last.version == version {
          span?.take(sources, commit: id)
        } else {
          if let span { add(span) }
          span = Span(sources, version: version, commit: id)
        }
      }
      if let span { add(span) }
      for note in reader.notes { add(note, branch) }
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

    private mutating func addEnd(before name: String, _ done: Int, of total: Int, _ noun: String) {
      add(
        ImportNote(
          SourcePlace(file: name),
          "the import was interrupted here, after \(done) of \(total) \(noun): later versions are "
            + "missing"), name)
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

  /// Reads the sources of commits: each object once, and parses only those that schemas depend on.
  private struct CommitReader {
    let repository: GitRepository
    let choice: ImportChoice
    private var selection = SourceSelection()
    private var present = [String: String]()
    private var outlines = [String: SourceOutline]()
    private var parsed = [GitRepository.Entry: SourceDeclarations]()
    private var missing = [String: String]()
    /// By path: what was parsed last. Many commits only change what is left out of it.
    private var read = [String: (text: [UInt8], declarations: SourceDeclarations)]()
    /// What was read ahead.
    private var contents = [String: [UInt8]]()
    private var last: AppSources?

    init(repository: GitRepository, choice: ImportChoice) {
      self.repository = repository
      self.choice = choice
    }

    /// What could not be read.
    var notes: [ImportNote] {
      missing.sorted { $0.value < $1.value }.map { id, path in
        ImportNote(
          SourcePlace(file: path),
          "its content \(id.prefix(12)) is not in the repository and is passed over; fetch it, as "
            + "migcheck fetches nothing")
      }
    }

    // MARK: Files

    /// So many objects are read at once.
    private static let batch = 400

    /// Reads what the next commits change, if the first of them changes something that is not known.
    mutating func prepare(_ commits: ArraySlice<GitRepository.Commit>) throws {
      func isNew(_ id: String?) -> Bool {
        id.map { outlines[$0] == nil && missing[$0] == nil } ?? false
      }
      guard commits.first?.changes.contains(where: { isNew($0.id) }) ?? false else { return }
      var new = [GitRepository.Entry]()
      var seen = Set<String>()
      for commit in commits {
        for change in commit.changes {
          guard let id = change.id, isNew(id), seen.insert(id).inserted else { continue }
          new.append(GitRepository.Entry(id: id, path: change.path))
        }
        if new.count >= Self.batch { break }
      }
      try readOutlines(new)
    }

    private mutating func readOutlines(_ entries: [GitRepository.Entry]) throws {
      contents = [:]
      for (entry, bytes) in zip(entries, try repository.contents(of: entries.map(\.id))) {
        guard let bytes else {
          missing[entry.id] = entry.path
          continue
        }
        outlines[entry.id] = SourceOutline(bytes)
        contents[entry.id] = bytes
      }
    }

    mutating func apply(_ changes: [(path: String, id: String?)]) {
      for (path, id) in changes {
        present[path] = id
        selection.set(path, id: id ?? "", outline: id.flatMap { outlines[$0] })
      }
    }

    /// The files of a commit in the place of all that were there.
    mutating func replace(by entries: [GitRepository.Entry]) throws {
      var seen = Set<String>()
      let new = entries.filter { entry in
        outlines[entry.id] == nil && missing[entry.id] == nil && seen.insert(entry.id).inserted
      }
      for start in stride(from: 0, to: new.count, by: Self.batch) {
        try readOutlines(Array(new[start..<min(start + Self.batch, new.count)]))
      }
      let paths = Set(entries.map(\.path))
      apply(present.keys.filter { !paths.contains($0) }.sorted().map { ($0, nil) })
      apply(entries.filter { present[$0.path] != $0.id }.map { ($0.path, $0.id) })
    }

    // MARK: Sources

    /// - Returns: what the app declares now, and whether that is new.
    mutating func sources() throws -> (AppSources, isNew: Bool) {
      // Moved out, and not copied.
      var own = SourceSelection()
      swap(&own, &selection)
      defer { swap(&own, &selection) }
      let entries = try own.select { try declarations(of: $0) }
      if entries == nil, let last { return (last, false) }
      let sources = AppSources(try declarations(of: entries ?? []), choice: choice)
      last = sources
      return (sources, true)
    }

    private mutating func declarations(
      of entries: [GitRepository.Entry]
    ) throws -> [SourceDeclarations] {
      let new = entries.filter { parsed[$0] == nil }
      let unread = new.filter { contents[$0.id] == nil }
      for (entry, bytes) in zip(unread, try repository.contents(of: unread.map(\.id))) {
        contents[entry.id] = bytes ?? []
      }
      for entry in new {
        let text = ShortenedSource.bytes(contents[entry.id] ?? [])
        if let known = read[entry.path], known.text == text {
          parsed[entry] = known.declarations
          continue
        }
        let declarations = DeclarationReader.read(
          String(decoding: text, as: UTF8.self), file: entry.path, conditions: choice.conditions)
        parsed[entry] = declarations
        read[entry.path] = (text, declarations)
      }
      return entries.compactMap { parsed[$0] }
    }
  }
#endif
