#if RealmImport
  import MigCheckModel

  /// Reads the sources of commits: each object once, and parses only those that schemas depend on.
  struct CommitReader {
    let repository: GitRepository
    let conditions: CompilationConditions
    let dialect: SourceDialect
    private var selection: SourceSelection
    private var present = [String: String]()
    private var outlines = [String: SourceOutline]()
    private var parsed = [GitRepository.Entry: SourceDeclarations]()
    private var missing = [String: String]()
    /// By path: what was parsed last. Many commits only change function bodies, which are not in it.
    private var read = [String: (text: [UInt8], declarations: SourceDeclarations)]()
    /// What was read ahead.
    private var contents = [String: [UInt8]]()
    private var last: [SourceDeclarations]?

    init(
      repository: GitRepository, conditions: CompilationConditions, dialect: SourceDialect
    ) {
      self.repository = repository
      self.conditions = conditions
      self.dialect = dialect
      selection = SourceSelection(dialect)
    }

    /// What could not be read.
    func notes(_ origin: String) -> [(note: ImportNote, origin: String)] {
      missing.sorted { $0.value < $1.value }.map { id, path in
        (
          ImportNote(
            SourcePlace(file: path),
            "its content \(id.prefix(12)) is not in the repository and is passed over; fetch it, as "
              + "migcheck fetches nothing"), origin
        )
      }
    }

    // MARK: Files

    /// The number of objects that are read at once.
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
      for (entry, bytes) in zip(entries, try repository.contents(of: entries)) {
        guard let bytes else {
          missing[entry.id] = entry.path
          continue
        }
        outlines[entry.id] = SourceOutline(bytes, dialect)
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
    mutating func declarations() throws -> ([SourceDeclarations], isNew: Bool) {
      // Moved out, and not copied.
      var own = SourceSelection(dialect)
      swap(&own, &selection)
      defer { swap(&own, &selection) }
      let entries = try own.select { try self.declarations(of: $0) }
      if entries == nil, let last { return (last, false) }
      let declarations = try self.declarations(of: entries ?? [])
      last = declarations
      return (declarations, true)
    }

    private mutating func declarations(
      of entries: [GitRepository.Entry]
    ) throws -> [SourceDeclarations] {
      let new = entries.filter { parsed[$0] == nil }
      let unread = new.filter { contents[$0.id] == nil }
      for (entry, bytes) in zip(unread, try repository.contents(of: unread)) {
        contents[entry.id] = bytes ?? []
      }
      for entry in new {
        let text = ShortenedSource.bytes(contents[entry.id] ?? [])
        if let known = read[entry.path], known.text == text {
          parsed[entry] = known.declarations
          continue
        }
        let declarations = DeclarationReader.read(
          String(decoding: text, as: UTF8.self), file: entry.path, conditions: conditions,
          dialect: dialect)
        parsed[entry] = declarations
        read[entry.path] = (text, declarations)
      }
      return entries.compactMap { parsed[$0] }
    }
  }
#endif
