#if RealmImport
  import MigCheckModel

  /// All declarations of an app, by name.
  struct DeclarationIndex {
    /// Types, in the order of files and of places in them; no extensions.
    let types: [TypeDeclaration]
    let globals: [PropertyDeclaration]
    let configurations: [ConfigurationUse]
    /// What the files could not tell, and names that are declared twice.
    let problems: [ImportNote]
    private let typesByPath: [[String]: Int]
    private let extensionsByPath: [[String]: [TypeDeclaration]]
    private let aliases: [String: TypeReference]

    /// - Complexity: O(*n*) in the number of declarations.
    init(_ files: [SourceDeclarations]) {
      var types = [TypeDeclaration]()
      var byPath = [[String]: Int]()
      var extensions = [[String]: [TypeDeclaration]]()
      var aliases = [String: TypeReference]()
      for file in files { aliases.merge(file.aliases) { first, _ in first } }
      let names = Set(
        files.flatMap(\.types).filter { $0.kind != .extension && $0.path.count == 1 }.map(\.name))
      for file in files {
        let sorted = file.types.sorted { ($0.place.line ?? 0) < ($1.place.line ?? 0) }
        for var type in sorted where !type.isLocal {
          type.path = Self.withoutAlias(type.path, aliases, declared: names)
          if type.kind == .extension {
            extensions[type.path, default: []].append(type)
          } else {
            if byPath[type.path] == nil { byPath[type.path] = types.count }
            types.append(type)
          }
        }
      }
      self.types = types
      typesByPath = byPath
      extensionsByPath = extensions
      self.aliases = aliases
      globals = files.flatMap(\.globals)
      configurations = files.flatMap(\.configurations)
      problems = files.flatMap(\.problems)
    }

    /// The path of a type that stands in an extension of an alias, `extension Latest { … }`.
    private static func withoutAlias(
      _ path: [String], _ aliases: [String: TypeReference], declared: Set<String>
    ) -> [String] {
      var path = path
      // Aliases may go round in a circle.
      for _ in 0..<20 {
        guard let first = path.first, !declared.contains(first),
          case .named(let target, _)? = aliases[first]
        else { break }
        path.replaceSubrange(0..<1, with: target)
      }
      return path
    }

    /// A type of the app by its full path.
    func type(at path: [String]) -> TypeDeclaration? { typesByPath[path].map { types[$0] } }

    func extensions(of path: [String]) -> [TypeDeclaration] { extensionsByPath[path] ?? [] }

    /// The declaration of a type and its extensions; only extensions for a type of another module.
    func parts(of path: [String]) -> [TypeDeclaration] {
      (type(at: path).map { [$0] } ?? []) + extensions(of: path)
    }

    // MARK: Names of types

    /// What a name means at a place.
    enum Meaning: Equatable {
      /// A type of the app, by its path.
      case declared([String])
      /// A type that the app does not declare.
      case foreign([String], arguments: [TypeReference])
      /// `T?`, and what is no name.
      case composed(TypeReference)
    }

    /// Follows aliases.
    ///
    /// - Parameters:
    ///   - scope: the path of the type around the place.
    ///   - inherited: whether types count that a superclass declares inside of itself.
    func meaning(
      of type: TypeReference, in scope: [String], inherited: Bool = true
    ) -> Meaning {
      var (type, scope) = (type, scope)
      // Aliases may go round in a circle.
      for _ in 0..<100 {
        guard case .named(let path, let arguments) = type else { return .composed(type) }
        guard let found = find(path, in: scope, inherited: inherited) else {
          return .foreign(Self.withoutModule(path), arguments: arguments)
        }
        switch found {
        case .type(let path): return .declared(path)
        case .alias(let target, let place): (type, scope) = (target, place)
        }
      }
      return .composed(.other(type.text))
    }

    private enum Found {
      case type([String])
      case alias(TypeReference, scope: [String])
    }

    private func find(_ path: [String], in scope: [String], inherited: Bool) -> Found? {
      let depth = inherited ? 0 : 50
      for length in stride(from: scope.count, through: 0, by: -1) {
        let outer = Array(scope.prefix(length))
        if let found = find(path, inside: outer, depth: depth) { return found }
      }
      // `App.Dog` with the name of the app's module.
      return path.count > 1 && !Self.modules.contains(path[0])
        ? find(Array(path.dropFirst()), inside: [], depth: depth) : nil
    }

    private func find(_ path: [String], inside outer: [String], depth: Int) -> Found? {
      let full = outer + path
      if typesByPath[full] != nil { return .type(full) }
      let (owner, name) = (Array(full.dropLast()), full.last ?? "")
      if owner.isEmpty {
        if let target = aliases[name] { return .alias(target, scope: []) }
      } else {
        for part in parts(of: owner) {
          if let target = part.aliases[name] { return .alias(target, scope: owner) }
        }
      }
      guard depth < 50, let superclass = superclass(of: owner) else { return nil }
      return find([name], inside: superclass, depth: depth + 1)
    }

    private static let modules = ["RealmSwift", "Realm", "SwiftData", "Swift", "Foundation"]

    private static func withoutModule(_ path: [String]) -> [String] {
      path.count > 1 && modules.contains(path[0]) ? Array(path.dropFirst()) : path
    }

    // MARK: Superclasses and protocols

    /// The class of the app that a class inherits from.
    func superclass(of path: [String]) -> [String]? {
      guard let type = type(at: path), type.kind == .class, let first = type.inherited.first,
        case .declared(let other) = meaning(
          of: first, in: Array(path.dropLast()), inherited: false), other != path,
        self.type(at: other)?.kind == .class
      else { return nil }
      return other
    }

    /// Whether a type conforms to a protocol of another module, in its declaration, in an extension or
    /// by way of a protocol of the app.
    func conforms(_ path: [String], to names: Set<String>, depth: Int = 0) -> Bool {
      guard depth < 50 else { return false }
      return parts(of: path).contains { part in
        part.inherited.contains { reference in
          switch meaning(of: reference, in: Array(path.dropLast())) {
          case .foreign(let other, _): names.contains(other.joined(separator: "."))
          case .declared(let other):
            other != path && type(at: other)?.kind == .protocol
              && conforms(other, to: names, depth: depth + 1)
          case .composed(.other(let text)):
            // A composition: `Codable & PersistableEnum`.
            text.split(separator: "&").contains {
              names.contains(String($0.drop { $0 == " " }.prefix { $0 != " " }))
            }
          case .composed: false
          }
        }
      }
    }
  }
#endif
