#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// Makes the attributes of one property: several, where it is a `Codable` structure.
  struct AttributeReader {
    let types: ModelPropertyTypes
    /// `Trip.begin`, as notes show it.
    let place: String
    let declaration: SourcePlace
    private(set) var problems = [ImportNote]()

    init(types: ModelPropertyTypes, place: String, declaration: SourcePlace) {
      (self.types, self.place, self.declaration) = (types, place, declaration)
    }

    mutating func attributes(
      named name: Name, _ stored: ModelPropertyType, initial: SourceExpression?,
      options: PropertyOptions, in scope: [String]
    ) -> [CoreDataAttribute] {
      var whole = CoreDataAttribute(name, .composite)
      whole.isOptional = stored.isOptional
      whole.isTransient = options.isEphemeral
      whole.renamingIdentifier = options.originalName.map { Name($0) }
      whole.versionHashModifier = options.hashModifier
      switch stored.kind {
      case .link: return []
      case .structure(let path):
        let hasDefault = initial != nil && initial != .null
        if hasDefault {
          problems.append(
            ImportNote(
              declaration,
              "\(place) has the default of a structure; each member counts as having one, which is "
                + "zero or empty here", .computedDefault))
        }
        return members(of: path, inside: whole, hasDefault: hasDefault)
      case .opaque(let type):
        whole.type = type
        whole.valueTransformer = options.transformer
        whole.allowsExternalStorage = options.isExternal
        if let initial, initial != .null { whole.defaultValue = .data([]) }
        return [whole]
      case .scalar(let type, let enumeration):
        whole.type = type
        whole.allowsExternalStorage = options.isExternal && type == .binary
        whole.defaultValue = defaultValue(
          initial, of: type, enumeration, isOptional: stored.isOptional, in: scope)
        return [whole]
      }
    }

    // MARK: Structures

    /// The members of a structure, and of those inside of it, as `home.city`.
    private mutating func members(
      of path: [String], inside whole: CoreDataAttribute, hasDefault: Bool, depth: Int = 0
    ) -> [CoreDataAttribute] {
      let properties = types.index.type(at: path)?.properties.filter(\.isStored) ?? []
      guard depth < 10, !properties.isEmpty else { return [whole] }
      var attributes = [CoreDataAttribute]()
      for property in properties {
        guard let reference = property.type ?? type(of: property, in: path),
          let stored = try? types.type(of: reference, in: path)
        else {
          problems.append(
            ImportNote(
              property.place,
              "\(place) is read without \(property.name) of \(path.joined(separator: ".")), whose type "
                + "is not understood"))
          continue
        }
        let identifier = "\(whole.matchingIdentifier).\(property.name)"
        var part = CoreDataAttribute(Name("\(whole.name).\(property.name)"), .composite)
        part.compositePath =
          (whole.compositePath.isEmpty ? [whole.name] : whole.compositePath) + [Name(property.name)]
        part.renamingIdentifier = part.name == Name(identifier) ? nil : Name(identifier)
        part.requiredLevels = stored.isOptional ? 0 : whole.requiredLevels + 1
        part.isOptional = stored.isOptional || whole.isOptional
        part.isTransient = whole.isTransient
        if let unknown = stored.unknown {
          problems.append(
            ImportNote(
              property.place,
              "\(part.name) is read as one value: \(unknown) is declared in none of the files"))
        }
        switch stored.kind {
        case .structure(let inner):
          attributes += members(
            of: inner, inside: part, hasDefault: hasDefault, depth: depth + 1)
          continue
        case .scalar(let type, _): part.type = type
        case .opaque(let type): part.type = type
        case .link: part.type = .composite
        }
        if hasDefault, !stored.isOptional { part.defaultValue = part.type.propertyType.zeroValue }
        attributes.append(part)
      }
      return attributes
    }

    private func type(
      of property: PropertyDeclaration, in scope: [String]
    ) -> TypeReference? {
      property.initial.flatMap { types.index.type(of: $0, in: scope) }
    }

    // MARK: Defaults

    private mutating func defaultValue(
      _ initial: SourceExpression?, of type: CoreDataAttributeType, _ enumeration: [String]?,
      isOptional: Bool, in scope: [String]
    ) -> Value? {
      guard let initial, initial != .null else { return nil }
      var stored = StoredType(type: type.propertyType, isOptional: isOptional)
      stored.enumeration = enumeration
      let value =
        own(initial, of: type, in: scope)
        ?? DefaultValue.value(initial, of: stored, in: scope, index: types.index)
      if let value { return value.isNull ? nil : value }
      let zero = type.propertyType.zeroValue
      problems.append(
        ImportNote(
          declaration,
          "\(place) has a default that the app computes: existing objects all get one value, which is "
            + "zero or empty here", .computedDefault))
      return zero
    }

    /// Values that Realm does not have.
    private func own(
      _ initial: SourceExpression, of type: CoreDataAttributeType, in scope: [String]
    ) -> Value? {
      switch (type, initial) {
      case (.uri, .call(let path, _, let arguments)) where path.last == "URL":
        guard arguments.count == 1, arguments[0].label == "string",
          case .string(let text) = arguments[0].value
        else { return nil }
        return .string(text)
      case (.decimal, .call(let path, _, let arguments)) where path.last == "Decimal":
        switch arguments.first?.value {
        case .integer(let number): return .decimal128(Decimal128(number))
        case .real(let text), .string(let text): return Decimal128(text).map { .decimal128($0) }
        default: return arguments.isEmpty ? .decimal128(Decimal128(0)) : nil
        }
      case (.decimal, .name(let path)) where path.last == "zero":
        return .decimal128(Decimal128(0))
      case (.double, .name(["", "zero"])): return .double(0)
      case (.integer64, .name(["", "zero"])): return .int(0)
      case (.date, .call(let path, _, let arguments))
      where path.last == "Date" && arguments.first?.label == "timeIntervalSinceReferenceDate":
        guard case .integer(let seconds)? = arguments.first?.value else { return nil }
        return Timestamp(secondsSince2001: Double(seconds)).map { .date($0) }
      default: return nil
      }
    }
  }
#endif
