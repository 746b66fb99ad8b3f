#if RealmImport
  import MigCheckModel

  /// Makes the object type of a model class, as Realm Swift finds it by reflection.
  ///
  /// The properties of superclasses come first. A class with some `@Persisted` property stores those and
  /// no others; that is decided for each class of a lineage by itself.
  ///
  /// Source: realm-swift `RealmSwift/Impl/SchemaDiscovery.swift`, `Realm/RLMObjectSchema.mm`.
  struct ClassReader {
    let index: DeclarationIndex
    /// Whether `dynamic` alone exposes a property to Objective-C, as it did in Swift 3.
    private let infersObjC: Bool
    private let types: StoredTypes
    private(set) var problems = [ImportNote]()

    init(index: DeclarationIndex, infersObjC: Bool) {
      self.index = index
      self.infersObjC = infersObjC
      types = StoredTypes(index: index)
    }

    /// A property with what its declaration says beside its type.
    struct Column {
      /// The name in Swift.
      var name: String
      var property: Property
      var isPrimary = false
      /// Whether the app makes a value of its own for each object.
      var isFresh = false
      /// What an integer of fewer than 64 bits can be.
      var range: ClosedRange<Int64>?
      /// The path of the class that is linked to.
      var target: [String]?
    }

    mutating func read(_ path: [String], kind: ModelKind) -> [Column] {
      var columns = [Column]()
      for level in index.lineage(of: path) {
        guard let type = index.type(at: level) else { continue }
        let names = columnNames(of: level)
        let isModern = type.properties.contains { $0.persisted != nil && !$0.isStatic }
        for var column in isModern ? modern(type) : legacy(type, kind: kind) {
          if let name = names[column.name] { column.property.name = Name(name) }
          columns.append(column)
        }
      }
      addPrimaryKey(of: path, to: &columns)
      for (position, column) in columns.enumerated()
      where columns[..<position].contains(where: { $0.property.name == column.property.name }) {
        if let place = index.type(at: path)?.place {
          problems.append(
            ImportNote(
              place, "\(path.joined(separator: ".")) has the property '\(column.name)' twice"))
        }
      }
      return columns
    }

    // MARK: @Persisted

    private mutating func modern(_ type: TypeDeclaration) -> [Column] {
      type.properties.compactMap { declared in
        guard let arguments = declared.persisted, !declared.isStatic else { return nil }
        let initial = declared.initial ?? arguments.first { $0.label == "wrappedValue" }?.value
        guard let stored = stored(declared, initial, of: type, isLegacy: false) else { return nil }
        var column = column(declared, initial, stored, of: type, isLegacy: false)
        for argument in arguments {
          switch (argument.label, argument.value) {
          case ("primaryKey", .bool(let value)): column.isPrimary = value
          case ("indexed", .bool(let value)): column.property.isIndexed = value
          case ("originProperty", let value):
            column.property.originProperty = index.text(value, in: type.path).map { Name($0) }
          case ("wrappedValue", _): break
          default:
            report(declared, of: type, "an argument of @Persisted is not understood")
          }
        }
        return complete(column, declared, of: type) ? column : nil
      }
    }

    // MARK: @objc dynamic

    private mutating func legacy(_ type: TypeDeclaration, kind: ModelKind) -> [Column] {
      // Only objects that stand by themselves are asked.
      let indexed = kind == .object ? names("indexedProperties", of: type.path) : []
      let ignored = kind == .object ? names("ignoredProperties", of: type.path) : []
      reportBareDynamic(of: type)
      return type.properties.compactMap { declared in
        guard !declared.isStatic, !declared.isComputed, !ignored.contains(declared.name) else {
          return nil
        }
        var declared = declared
        if infersObjC, declared.isDynamic { declared.isObjC = true }
        let isImplied = type.hasObjCMembers && !declared.isPrivate && !declared.isObjC
        let isExposed = (declared.isObjC || isImplied) && !declared.isNotObjC
        guard let reference = declared.type ?? inferred(declared.initial, in: type.path) else {
          if declared.isObjC {
            report(declared, of: type, "its type is not written down, and its value does not tell")
          }
          return nil
        }
        if declared.isLazy {
          if isExposed { report(declared, of: type, "Realm refuses lazy properties") }
          return nil
        }
        guard
          let stored = legacyType(
            declared, reference, of: type, isExposed: isExposed, isImplied: isImplied)
        else { return nil }
        var column = column(declared, declared.initial, stored, of: type, isLegacy: true)
        column.property.isIndexed = indexed.contains(declared.name)
        if stored.type == .linkingObjects, case .call(_, _, let arguments)? = declared.initial {
          let origin = arguments.first { $0.label == "property" }
            .flatMap { index.text($0.value, in: type.path) }
          column.property.originProperty = origin.map { Name($0) }
        }
        return complete(column, declared, of: type) ? column : nil
      }
    }

    /// Says so where a class looks like one of the time when `dynamic` alone was enough.
    private mutating func reportBareDynamic(of type: TypeDeclaration) {
      let bare = type.properties.first { $0.isDynamic && !$0.isObjC && !$0.isStatic }
      guard let bare, !infersObjC, !type.hasObjCMembers,
        !type.properties.contains(where: { $0.isObjC })
      else { return }
      report(
        bare, of: type,
        "it is dynamic without @objc, as are others maybe; Realm saw those in Swift 3 only: give "
          + "--swift 3")
    }

    /// `nil`: Realm passes over the property, or cannot have it.
    private mutating func legacyType(
      _ declared: PropertyDeclaration, _ reference: TypeReference, of type: TypeDeclaration,
      isExposed: Bool, isImplied: Bool
    ) -> StoredType? {
      let stored: StoredType
      do {
        stored = try types.storedType(of: reference, in: type.path, isLegacy: true)
      } catch {
        // What is Swift's alone is not exposed by @objcMembers.
        let base = if case .named(let path, _) = reference { path.last ?? "" } else { "" }
        let isMeant =
          declared.isObjC && isExposed
          || StoredTypes.collections[base] != nil || base == "LinkingObjects"
        if isMeant { report(declared, of: type, error.sentence) }
        return nil
      }
      // Objective-C sees a constant as read-only.
      guard stored.needsNoObjC || isExposed && !declared.isConstant else { return nil }
      if !stored.needsNoObjC, stored.type == .object, !stored.isOptional {
        report(declared, of: type, "a link to one object must be optional")
        return nil
      }
      return stored
    }

    // MARK: Both

    private func inferred(_ initial: SourceExpression?, in scope: [String]) -> TypeReference? {
      initial.flatMap { index.type(of: $0, in: scope) }
    }

    private mutating func stored(
      _ declared: PropertyDeclaration, _ initial: SourceExpression?, of type: TypeDeclaration,
      isLegacy: Bool
    ) -> StoredType? {
      guard let reference = declared.type ?? inferred(initial, in: type.path) else {
        report(declared, of: type, "its type is not written down, and its value does not tell")
        return nil
      }
      do {
        let stored = try types.storedType(of: reference, in: type.path, isLegacy: isLegacy)
        if stored.type == .object, stored.collection == nil, !stored.isOptional {
          report(declared, of: type, "a link to one object must be optional")
          return nil
        }
        return stored
      } catch {
        report(declared, of: type, error.sentence)
        return nil
      }
    }

    private mutating func column(
      _ declared: PropertyDeclaration, _ initial: SourceExpression?, _ stored: StoredType,
      of type: TypeDeclaration, isLegacy: Bool
    ) -> Column {
      var isFresh = false
      var property = Property(
        Name(declared.name), stored.type, collection: stored.collection,
        objectType: stored.objectType.map { Name($0.joined(separator: ".")) },
        optional: stored.isOptional)
      switch DefaultValue(initial, of: stored, isLegacy: isLegacy, in: type.path, index: index) {
      case .none: break
      case .fresh: isFresh = true
      case .literal(let value): property.defaultValue = value
      case .computed:
        problems.append(
          ImportNote(
            declared.place,
            "\(type.name).\(declared.name) has a default that is no literal, which is left out: only "
              + "objects that a migration creates would have it", .computedDefault))
      }
      return Column(
        name: declared.name, property: property, isFresh: isFresh, range: stored.range,
        target: stored.objectType)
    }

    private mutating func complete(
      _ column: Column, _ declared: PropertyDeclaration, of type: TypeDeclaration
    ) -> Bool {
      guard column.property.type == .linkingObjects, column.property.originProperty == nil else {
        return true
      }
      report(declared, of: type, "it does not say by which property objects link here")
      return false
    }

    private mutating func report(
      _ declared: PropertyDeclaration, of type: TypeDeclaration, _ reason: String
    ) {
      problems.append(
        ImportNote(declared.place, "\(type.name).\(declared.name) is left out: \(reason)"))
    }

    // MARK: What a class says in functions

    private mutating func addPrimaryKey(of path: [String], to columns: inout [Column]) {
      guard let (function, owner) = index.description(["primaryKey"], of: path) else { return }
      if function.result == .null { return }
      guard let name = function.result.flatMap({ index.text($0, in: owner) }) else {
        problems.append(
          ImportNote(
            function.place,
            "the primary key of \(path.joined(separator: ".")) is left out: primaryKey() does not "
              + "return the name of a property"))
        return
      }
      guard let position = columns.firstIndex(where: { $0.name == name }) else {
        problems.append(
          ImportNote(
            function.place,
            "the primary key of \(path.joined(separator: ".")) is left out: it has no stored "
              + "property '\(name)'"))
        return
      }
      for index in columns.indices { columns[index].isPrimary = index == position }
    }

    private mutating func names(_ function: String, of path: [String], depth: Int = 0) -> [String] {
      guard depth < 50, let found = index.description([function], of: path) else { return [] }
      func names(_ expression: SourceExpression?) -> [String]? {
        switch expression {
        case .array(let elements):
          let names = elements.compactMap { index.text($0, in: found.owner) }
          return names.count == elements.count ? names : nil
        case .sum(let terms):
          let lists = terms.map { names($0) }
          return lists.contains(nil) ? nil : lists.compactMap { $0 }.flatMap { $0 }
        case .call(["super", function], _, _):
          guard let superclass = index.superclass(of: found.owner) else { return [] }
          return self.names(function, of: superclass, depth: depth + 1)
        default: return nil
        }
      }
      if let names = names(found.function.result) { return names }
      problems.append(
        ImportNote(
          found.function.place,
          "what \(function)() of \(path.joined(separator: ".")) returns is not a list of names, and "
            + "is passed over"))
      return []
    }

    /// The names of columns that differ from those of their properties.
    private mutating func columnNames(of path: [String]) -> [String: String] {
      let functions = ["propertiesMapping", "_realmColumnNames"]
      guard let (function, owner) = index.description(functions, of: path) else { return [:] }
      var names = [String: String]()
      guard case .dictionary(let pairs)? = function.result else {
        problems.append(
          ImportNote(
            function.place,
            "what \(function.name)() of \(path.joined(separator: ".")) returns is not a dictionary "
              + "of names, and is passed over"))
        return [:]
      }
      for pair in pairs {
        guard let name = index.text(pair.key, in: owner),
          let column = index.text(pair.value, in: owner)
        else {
          problems.append(
            ImportNote(function.place, "a pair of \(function.name)() is not two names"))
          continue
        }
        names[name] = column
      }
      return names
    }
  }
#endif
