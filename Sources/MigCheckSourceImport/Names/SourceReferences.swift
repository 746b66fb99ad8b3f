#if RealmImport
  /// The names that the schema may depend on because of what one file declares.
  ///
  /// Most of what an app declares has nothing to do with its store: names are followed from model
  /// classes, from configurations, and from what these name, and no further.
  struct SourceReferences: Sendable {
    /// When names count.
    private enum Condition: Sendable {
      case always
      /// The type is a class of the store.
      case isModel(String)
      /// Something names this.
      case isNamed(String)
    }

    private var all = [(condition: Condition, names: [String])]()

    init(_ file: SourceDeclarations, _ dialect: SourceDialect) {
      for use in file.configurations {
        switch use.setting {
        case .schemaVersion(let value), .objectTypes(let value):
          all.append((.always, use.scope + value.names))
        }
      }
      for type in file.types { add(type, dialect) }
      for property in file.globals { add(property) }
      for (name, target) in file.aliases.sorted(by: { $0.key < $1.key }) {
        all.append((.isNamed(name), target.names))
      }
    }

    private mutating func add(_ type: TypeDeclaration, _ dialect: SourceDialect) {
      let inherited = type.inherited.flatMap(\.names)
      var named = inherited
      for one in type.cases { named += one.raw?.names ?? [] }
      named += type.aliases.values.flatMap(\.names).sorted()
      all.append((.isNamed(type.name), named))
      var stored = inherited
      for property in type.properties where !property.isComputed && !property.isStatic {
        stored += property.type?.names ?? []
        stored += property.initial?.names ?? []
        for use in property.attributes {
          for argument in use.arguments { stored += argument.value.names }
        }
      }
      for function in type.functions where function.isStatic {
        stored += function.result?.names ?? []
      }
      for use in type.attributes + type.macros {
        for argument in use.arguments { stored += argument.value.names }
      }
      switch dialect {
      case .realm: all.append((.isModel(type.name), stored))
      case .swiftData: addSwiftData(type, stored)
      }
      for property in type.properties { add(property) }
    }

    /// - Parameter stored: the names that what each object has depends on.
    private mutating func addSwiftData(_ type: TypeDeclaration, _ stored: [String]) {
      // The type around may be an alias, which stands in another file.
      if type.path.count > 1 { all.append((.always, [type.path[0]])) }
      if type.isSwiftDataRoot {
        all.append((.always, stored))
        for property in type.properties where property.isStatic {
          all.append((.always, property.value(true)?.names ?? []))
        }
      } else if type.kind == .structure {
        // Its members are columns.
        all.append((.isNamed(type.name), stored))
      }
    }

    private mutating func add(_ property: PropertyDeclaration) {
      var names = property.initial?.names ?? []
      names += property.result?.names ?? []
      names += property.type?.names ?? []
      if !names.isEmpty { all.append((.isNamed(property.name), names)) }
    }

    /// - Parameters:
    ///   - models: the names of classes of the store.
    ///   - named: names that are followed.
    func names(models: Set<String>, named: Set<String>) -> [String] {
      all.flatMap { condition, names -> [String] in
        switch condition {
        case .always: names
        case .isModel(let name): models.contains(name) ? names : []
        case .isNamed(let name): named.contains(name) ? names : []
        }
      }
    }
  }

  extension TypeReference {
    /// All parts of all names in it.
    fileprivate var names: [String] {
      switch self {
      case .named(let path, let arguments): path + arguments.flatMap(\.names)
      case .optional(let wrapped): wrapped.names
      case .other(let text):
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      }
    }
  }

  extension SourceExpression {
    /// All parts of all names in it.
    fileprivate var names: [String] {
      switch self {
      case .null, .bool, .integer, .real, .string, .keyPath, .closure, .interpolation: []
      case .array(let elements), .sum(let elements), .arithmetic(let elements, _):
        elements.flatMap(\.names)
      case .dictionary(let pairs): pairs.flatMap { $0.key.names + $0.value.names }
      case .name(let path): path
      case .call(let path, let generic, let arguments):
        path + generic.flatMap(\.names) + arguments.flatMap(\.value.names)
      case .member(let base, let name): base.names + [name]
      case .other(let text):
        text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      }
    }
  }
#endif
