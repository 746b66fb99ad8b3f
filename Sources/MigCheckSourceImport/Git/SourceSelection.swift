#if RealmImport
  /// The files of one state of a repository, and those of them that schemas depend on.
  ///
  /// Parsing is what takes long, and few files of an app matter: those with classes of the store, with
  /// configurations, and with what these name.
  struct SourceSelection {
    typealias Entry = GitRepository.Entry

    private let dialect: SourceDialect
    /// By path: what is there now.
    private var outlines = [String: SourceOutline]()
    private var ids = [String: String]()
    /// By name: the paths of files that declare it, or extend it.
    private var declaring = [String: Set<String>]()
    private var extending = [String: Set<String>]()
    /// By the name of a class or an alias: those that are made of it, with their files.
    private var heirs = [String: Set<Heir>]()
    private var roots = Set<String>()
    /// What the last selection was made by.
    private var chosen = Set<String>()
    private var named = Set<String>()
    private var models = Set<String>()
    private var isOutdated = true
    private var last = [Entry]()
    /// Of files that were parsed.
    private var references = [Entry: SourceReferences]()

    private struct Heir: Hashable {
      var name: String
      var path: String
    }

    init(_ dialect: SourceDialect) {
      self.dialect = dialect
    }

    /// Types of which apps have many extensions, none of which says anything about a store.
    private static let common: Set<String> = [
      "String", "Date", "Data", "Double", "Float", "Bool", "UUID", "List", "Object", "Array",
      "Optional",
      "Dictionary", "Set", "Map", "MutableSet", "Results", "Sequence", "Collection", "Codable",
      "Decodable", "Encodable", "Hashable", "Equatable", "Identifiable",
    ]

    // MARK: Files

    /// - Parameter outline: that of the object; `nil`: the file is gone.
    mutating func set(_ path: String, id: String, outline: SourceOutline?) {
      if let old = outlines[path] {
        for name in old.names { declaring[name]?.remove(path) }
        for name in old.extended { extending[name]?.remove(path) }
        for heir in old.heirs { heirs[heir.of]?.remove(Heir(name: heir.name, path: path)) }
        roots.remove(path)
      }
      outlines[path] = outline
      ids[path] = outline == nil ? nil : id
      isOutdated = isOutdated || chosen.contains(path)
      guard let outline else { return }
      for name in outline.names { declaring[name, default: []].insert(path) }
      for name in outline.extended { extending[name, default: []].insert(path) }
      for heir in outline.heirs {
        heirs[heir.of, default: []].insert(Heir(name: heir.name, path: path))
      }
      if outline.isRoot { roots.insert(path) }
      isOutdated =
        isOutdated || outline.isRoot
        || outline.names.contains { named.contains($0) }
        || outline.extended.contains { named.contains($0) || models.contains($0) }
        || outline.heirs.contains { models.contains($0.of) }
    }

    // MARK: Selection

    /// Chooses the files.
    ///
    /// - Parameter parse: gives what a file declares.
    /// - Returns: in the order of their paths; `nil`: they are the same as before.
    /// - Complexity: O(*n*) in the number of files that are chosen, times how far names lead.
    mutating func select(
      _ parse: ([Entry]) throws -> [SourceDeclarations]
    ) rethrows -> [Entry]? {
      guard isOutdated else { return nil }
      isOutdated = false
      models = Set(dialect.bases)
      chosen = roots
      var added = dialect.bases
      while !added.isEmpty {
        let next = added.flatMap { heirs[$0] ?? [] }
        added = []
        for heir in next {
          chosen.insert(heir.path)
          if models.insert(heir.name).inserted { added.append(heir.name) }
        }
      }
      named = []
      for model in models where !Self.common.contains(model) {
        chosen.formUnion(extending[model] ?? [])
      }
      var isComplete = false
      while !isComplete {
        let entries = chosen.compactMap { path in ids[path].map { Entry(id: $0, path: path) } }
        let new = entries.filter { references[$0] == nil }.sorted { $0.path < $1.path }
        for (entry, declarations) in zip(new, try parse(new)) {
          references[entry] = SourceReferences(declarations, dialect)
        }
        let (count, files) = (named.count, chosen.count)
        for entry in entries {
          for name in references[entry]?.names(models: models, named: named) ?? []
          where named.insert(name).inserted {
            chosen.formUnion(declaring[name] ?? [])
            if !Self.common.contains(name) { chosen.formUnion(extending[name] ?? []) }
          }
        }
        isComplete = named.count == count && chosen.count == files
      }
      let entries = chosen.compactMap { path in ids[path].map { Entry(id: $0, path: path) } }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
      if entries == last { return nil }
      last = entries
      return entries
    }
  }
#endif
