#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// Makes the entity of a class with `@Model`.
  ///
  /// What SwiftData stores are the properties that are neither computed nor `@Transient`, with or without
  /// observers, constants included: the macro gives them accessors as well, and its own expansion marks
  /// the constant that it adds as `@Transient`.
  struct ModelReader {
    let index: DeclarationIndex
    let types: ModelPropertyTypes
    private(set) var problems = [ImportNote]()

    init(index: DeclarationIndex) {
      self.index = index
      types = ModelPropertyTypes(index: index)
    }

    mutating func read(_ path: [String]) -> ReadModel? {
      guard let type = index.type(at: path) else { return nil }
      var model = ReadModel(path: path, place: type.place, entity: CoreDataEntity(Name(type.name)))
      takeAttributes(of: type, &model)
      takeSuperclass(of: type, &model)
      for property in type.properties where property.isStored { add(property, of: type, &model) }
      takeMacros(of: type, &model)
      return model
    }

    // MARK: The class

    private mutating func takeAttributes(of type: TypeDeclaration, _ model: inout ReadModel) {
      for use in type.attributes {
        if use.name == "Model" {
          for argument in use.arguments where argument.label == "originalName" {
            model.entity.renamingIdentifier =
              index.text(argument.value, in: type.path).map { Name($0) }
          }
        } else if !Self.isHarmless(use.name) {
          problems.append(
            ImportNote(
              use.place,
              "\(type.name) has the macro @\(use.name), which is not expanded: what it adds to the "
                + "class is left out"))
        }
      }
    }

    /// Whether an attribute adds nothing to what is stored: those of the language are in lower case,
    /// and global actors end so.
    private static func isHarmless(_ name: String) -> Bool {
      let known = [
        "Model", "Observable", "Attribute", "Relationship", "Transient", "ObservationIgnored",
      ]
      return known.contains(name) || name.first?.isUppercase != true || name.hasSuffix("Actor")
    }

    private mutating func takeSuperclass(of type: TypeDeclaration, _ model: inout ReadModel) {
      guard let superclass = index.superclass(of: type.path) else { return }
      guard index.isModel(superclass) else {
        problems.append(
          ImportNote(
            type.place,
            "what \(type.name) inherits from \(superclass.joined(separator: ".")) is left out: that "
              + "class has no @Model"))
        return
      }
      model.parent = superclass
    }

    /// Reads `#Unique<Trip>([\.name], [\.begin, \.end])`.
    private mutating func takeMacros(of type: TypeDeclaration, _ model: inout ReadModel) {
      for use in type.macros {
        switch use.name {
        case "Index": continue
        case "Unique":
          for argument in use.arguments {
            guard case .array(let elements) = argument.value else {
              report(use.place, "a constraint of #Unique of \(type.name) is not understood")
              continue
            }
            let names = elements.compactMap { element -> [Name]? in
              guard case .keyPath(let names) = element else { return nil }
              return columns(names.joined(separator: "."), of: model)
            }
            guard names.count == elements.count, !names.isEmpty else {
              report(
                use.place, "a constraint of #Unique of \(type.name) names what the model has not")
              continue
            }
            model.entity.uniquenessConstraints.append(names.flatMap { $0 })
          }
        default:
          report(
            use.place,
            "\(type.name) has the macro #\(use.name), which is not expanded: what it adds to the class "
              + "is left out")
        }
      }
    }

    /// The attributes and relationships that a name leads to; `nil`: there is none.
    private func columns(_ name: String, of model: ReadModel) -> [Name]? {
      let found =
        model.entity.attributes.map(\.name).filter {
          $0.text == name || $0.text.hasPrefix(name + ".")
        } + model.links.map(\.relationship.name).filter { $0.text == name }
      if !found.isEmpty { return found }
      guard let parent = model.parent else { return nil }
      // Of the superclass only the names count here.
      var reader = ModelReader(index: index)
      return reader.read(parent).flatMap { columns(name, of: $0) }
    }

    // MARK: Properties

    private mutating func add(
      _ property: PropertyDeclaration, of type: TypeDeclaration, _ model: inout ReadModel
    ) {
      if property.attribute("Transient") != nil { return }
      let place = "\(type.name).\(property.name)"
      if property.isLazy {
        report(property.place, "\(place) is left out: a lazy property is not stored")
        return
      }
      for use in property.attributes where !Self.isHarmless(use.name) {
        report(
          use.place,
          "\(place) has the macro or wrapper @\(use.name), which is not known: the property is read as "
            + "it stands there")
      }
      guard let reference = property.type ?? inferred(property.initial, in: type.path) else {
        report(
          property.place,
          "\(place) is left out: its type is not written down, and its value does not tell")
        return
      }
      let options = PropertyOptions(of: property, in: type.path, index: index)
      for problem in options.problems { report(property.place, "\(place): \(problem)") }
      var stored: ModelPropertyType
      do {
        stored = try types.type(of: reference, in: type.path)
      } catch {
        guard options.isTransformable else {
          report(property.place, "\(place) is left out: \(error.sentence)")
          return
        }
        stored = ModelPropertyType(kind: .opaque(.transformable))
        if case .optional = reference { stored.isOptional = true }
      }
      if options.isTransformable { stored.kind = .opaque(.transformable) }
      if case .link(let target, let isToMany) = stored.kind {
        addLink(property, to: target, isToMany, stored, options, &model)
      } else {
        addAttributes(property, place, stored, options, of: type, &model)
      }
    }

    private func inferred(_ initial: SourceExpression?, in scope: [String]) -> TypeReference? {
      if case .array(let elements)? = initial, let first = elements.first {
        return index.type(of: first, in: scope).map { .named(["Array"], arguments: [$0]) }
      }
      if case .dictionary(let pairs)? = initial, let first = pairs.first,
        let key = index.type(of: first.key, in: scope),
        let value = index.type(of: first.value, in: scope)
      {
        return .named(["Dictionary"], arguments: [key, value])
      }
      return initial.flatMap { index.type(of: $0, in: scope) }
    }

    private func addLink(
      _ property: PropertyDeclaration, to target: [String], _ isToMany: Bool,
      _ stored: ModelPropertyType, _ options: PropertyOptions, _ model: inout ReadModel
    ) {
      var relationship = CoreDataRelationship(
        Name(property.name), to: Name(target.last ?? ""))
      relationship.isToMany = isToMany
      // An empty array can be saved.
      relationship.isOptional = isToMany || stored.isOptional
      relationship.deleteRule = options.deleteRule
      relationship.minimumCount = options.minimumCount
      relationship.maximumCount = options.maximumCount
      relationship.renamingIdentifier = options.originalName.map { Name($0) }
      relationship.versionHashModifier = options.hashModifier
      relationship.inverse = options.inverse.map { Name($0) }
      if options.isUnique { model.entity.uniquenessConstraints.append([relationship.name]) }
      model.links.append(
        ReadModel.Link(
          relationship: relationship, target: target,
          isOptionalToOne: !isToMany && stored.isOptional, place: property.place))
    }

    private mutating func addAttributes(
      _ property: PropertyDeclaration, _ place: String, _ stored: ModelPropertyType,
      _ options: PropertyOptions, of type: TypeDeclaration, _ model: inout ReadModel
    ) {
      if options.isRelationship {
        report(property.place, "\(place) has @Relationship, but its type is not a model")
      }
      if let unknown = stored.unknown, !options.isTransformable {
        report(
          property.place,
          "\(place) is read as one value: \(unknown) is declared in none of the files")
      }
      var reader = AttributeReader(types: types, place: place, declaration: property.place)
      let attributes = reader.attributes(
        named: Name(property.name), stored, initial: property.initial, options: options,
        in: type.path)
      problems += reader.problems
      if options.isUnique {
        model.entity.uniquenessConstraints.append(attributes.map(\.name))
      }
      model.entity.attributes += attributes
    }

    private mutating func report(_ place: SourcePlace, _ sentence: String) {
      problems.append(ImportNote(place, sentence))
    }
  }
#endif
