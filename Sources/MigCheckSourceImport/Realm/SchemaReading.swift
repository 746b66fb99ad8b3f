#if RealmImport
  import MigCheckModel

  /// The schema of an app at one version, with what was not understood of it.
  package struct ImportedSchema: Sendable {
    package var schema: Schema
    /// Properties of which the app makes a value of its own for each object.
    package var fresh: [PropertyPath]
    /// What integers of fewer than 64 bits can be.
    package var ranges: [(path: PropertyPath, values: ClosedRange<Int64>)]
    package var notes: [ImportNote]
  }

  extension ImportedSchema {
    /// - Complexity: O(*n*) in the number of declarations.
    init(_ index: DeclarationIndex, _ choice: ImportChoice) {
      var notes = index.problems
      let classes = index.modelClasses(notes: &notes)
      let chosen = index.choose(
        classes, types: choice.types, configurations: choice.configurations, notes: &notes)
      var reader = ClassReader(index: index, infersObjC: choice.infersObjC)
      var columns = [[ClassReader.Column]]()
      for model in chosen { columns.append(reader.read(model.path, kind: model.kind)) }
      notes += reader.problems
      var objectTypes = [ObjectType]()
      for (model, own) in zip(chosen, columns) {
        objectTypes.append(
          ObjectType(
            Name(model.name), primaryKey: own.first(where: \.isPrimary)?.property.name,
            embedded: model.kind == .embedded,
            own.map { column in
              var property = column.property
              guard let target = column.target else { return property }
              property.objectType = Name(
                classes.first { $0.path == target }?.name ?? target.joined(separator: "."))
              if let origin = property.originProperty,
                let position = chosen.firstIndex(where: { $0.path == target })
              {
                property.originProperty =
                  columns[position].first { Name($0.name) == origin }?.property.name ?? origin
              }
              return property
            }))
      }
      schema = Schema(objectTypes.withoutLostLinks(chosen.map(\.place), &notes))
      fresh = zip(chosen, columns).flatMap { model, own -> [PropertyPath] in
        own.filter(\.isFresh).map {
          PropertyPath(type: Name(model.name), property: $0.property.name)
        }
      }
      ranges = zip(chosen, columns).flatMap { model, own in
        model.kind == .embedded
          ? []
          : own.compactMap { column in
            column.range.map {
              (PropertyPath(type: Name(model.name), property: column.property.name), $0)
            }
          }
      }
      // Subclasses repeat what is said of the properties that they inherit.
      self.notes = notes.inOrder
    }
  }

  extension [ObjectType] {
    /// Without the links to types that are not among them.
    fileprivate func withoutLostLinks(
      _ places: [SourcePlace], _ notes: inout [ImportNote]
    ) -> [ObjectType] {
      let names = Set(map(\.name))
      return zip(self, places).map { type, place in
        let kept = type.properties.filter { $0.objectType.map(names.contains) ?? true }
        guard kept.count < type.properties.count else { return type }
        for property in type.properties {
          guard let target = property.objectType, !names.contains(target) else { continue }
          notes.append(
            ImportNote(
              place,
              "\(type.name).\(property.name) is left out: the schema has no class \(target)"))
        }
        return ObjectType(
          type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded, kept)
      }
    }
  }

  /// A class whose objects a store may have.
  struct ModelClass {
    var path: [String]
    /// As the store knows it.
    var name: String
    var kind: ModelKind
    var place: SourcePlace
  }

  extension DeclarationIndex {
    /// The classes that Realm finds in the running app.
    func modelClasses(notes: inout [ImportNote]) -> [ModelClass] {
      var classes = [ModelClass]()
      for type in types where type.kind == .class {
        let shown = type.path.joined(separator: ".")
        if let earlier = classes.first(where: { $0.path == type.path }) {
          notes.append(
            ImportNote(
              type.place, "\(shown) is left out here: it is declared at \(earlier.place) as well"))
          continue
        }
        guard let kind = modelKind(of: type.path) else {
          if type.properties.contains(where: { $0.persisted != nil }) {
            let base = foreignBase(of: type.path).map { "superclass \($0)" } ?? "superclass"
            notes.append(
              ImportNote(
                type.place, "\(shown) is left out: its \(base) is declared in none of the files"))
          }
          continue
        }
        if kind == .asymmetric || type.isGeneric || isExcluded(type.path) { continue }
        let given = description(["_realmObjectName"], of: type.path)
        var name = type.objcName
        if let given, given.owner == type.path, case .string(let text)? = given.function.result {
          name = text
        }
        if name == nil, type.path.count > 1 || type.isPrivate {
          notes.append(
            ImportNote(
              type.place,
              "\(shown) is left out: Realm refuses a class that is nested or private, unless "
                + "@objc(Name) names it"))
          continue
        }
        classes.append(
          ModelClass(path: type.path, name: name ?? type.name, kind: kind, place: type.place))
      }
      return classes
    }

    /// Whether a class says that it is in no schema which does not list it.
    private func isExcluded(_ path: [String]) -> Bool {
      description(["shouldIncludeInDefaultSchema"], of: path)?.function.result == .bool(false)
    }

    /// The classes that the store has.
    fileprivate func choose(
      _ classes: [ModelClass], types: [String]?, configurations: [ConfigurationChoice],
      notes: inout [ImportNote]
    ) -> [ModelClass] {
      if let types {
        return classes.filter { types.contains($0.name) || types.contains($0.path.last ?? "") }
      }
      var lists = [(paths: [[String]], place: SourcePlace)]()
      for use in uses(configurations) {
        guard case .objectTypes(let expression) = use.setting else { continue }
        guard let list = typeList(expression, in: use.scope), list.foreign.isEmpty else {
          notes.append(
            ImportNote(
              use.place, "objectTypes is not a list of classes; give the names with --types"))
          continue
        }
        let paths = list.paths.sorted { $0.lexicographicallyPrecedes($1) }
        if !lists.contains(where: { $0.paths == paths }) { lists.append((paths, use.place)) }
      }
      guard let first = lists.first else { return classes }
      if lists.count > 1 {
        for list in lists {
          notes.append(
            ImportNote(
              list.place,
              "several configurations list different objectTypes; say which one counts with "
                + "--configuration, or give the names with --types"))
        }
        return classes
      }
      notes.append(
        ImportNote(
          first.place, "the schema has only the \(first.paths.count) classes of objectTypes",
          .remark))
      return classes.filter { first.paths.contains($0.path) }
    }

    /// The configurations that count.
    func uses(_ choices: [ConfigurationChoice]) -> [ConfigurationUse] {
      guard !choices.isEmpty else { return configurations }
      return configurations.filter { use in choices.contains { $0.matches(use) } }
    }
  }
#endif
