import MigCheckCoreData
import MigCheckModel
import MigCheckText

extension CoreDataModelReader {
  func attribute(_ element: ModelElement, of entity: Name) throws(InputError) -> CoreDataAttribute {
    let name = try requiredName(of: element, "an attribute of \(quoted(entity.text))")
    let place = "\(entity).\(name)"
    var attribute = CoreDataAttribute(name, try type(of: element, in: place))
    attribute.line = element.line
    attribute.isOptional = try flag("optional", of: element, in: place)
    attribute.isTransient = try flag("transient", of: element, in: place)
    attribute.isDerived = try flag("derived", of: element, in: place)
    attribute.derivation = element.text("derivationExpression")
    attribute.renamingIdentifier = element.name("elementID")
    attribute.versionHashModifier = element.text("versionHashModifier")
    attribute.usesScalarValueType = try flag("usesScalarValueType", of: element, in: place)
    attribute.allowsExternalStorage = try flag(
      "allowsExternalBinaryDataStorage", of: element, in: place)
    attribute.minimum = element.text("minValueString")
    attribute.maximum = element.text("maxValueString")
    attribute.className = element.text("customClassName")
    attribute.valueTransformer = element.text("valueTransformerName")
    attribute.userInfo = element.userInfo
    attribute.defaultValue = try defaultValue(of: element, attribute.type, in: place)
    return attribute
  }

  /// The attribute of an element, or those that a composite one is made of.
  func attributes(
    _ element: ModelElement, of entity: Name
  ) throws(InputError) -> [CoreDataAttribute] {
    let attribute = try attribute(element, of: entity)
    guard attribute.type == .composite else { return [attribute] }
    return try self.elements(of: attribute, element, entity: entity, inside: [])
  }

  /// - Parameter inside: the definitions that this one is a part of.
  private func elements(
    of composite: CoreDataAttribute, _ element: ModelElement, entity: Name, inside: [String]
  ) throws(InputError) -> [CoreDataAttribute] {
    guard let definition = composites.definition(of: element) else { return [composite] }
    guard definition.name.isEmpty || !inside.contains(definition.name) else {
      throw error(
        element.line, in: "\(entity).\(composite.name)",
        "the composite attribute is a part of itself", "take one of the elements out")
    }
    var result = [CoreDataAttribute]()
    for child in definition.elements {
      var part = try attribute(child, of: entity)
      let path = composite.compositePath.isEmpty ? [composite.name] : composite.compositePath
      let identifier = "\(composite.matchingIdentifier).\(part.matchingIdentifier)"
      part.compositePath = path + [part.name]
      part.name = Name("\(composite.name).\(part.name)")
      part.renamingIdentifier = part.name == Name(identifier) ? nil : Name(identifier)
      part.requiredLevels = part.isOptional ? 0 : composite.requiredLevels + 1
      part.isOptional = part.isOptional || composite.isOptional
      part.isTransient = part.isTransient || composite.isTransient
      guard part.type == .composite else {
        result.append(part)
        continue
      }
      result += try elements(
        of: part, child, entity: entity, inside: inside + [definition.name])
    }
    return result
  }

  private func type(
    of element: ModelElement, in place: String
  ) throws(InputError) -> CoreDataAttributeType {
    guard element.name == "attribute" else { return .composite }
    guard let text = element.text("attributeType") else { return .undefined }
    if let type = CoreDataAttributeType(text) { return type }
    let remedy =
      nearest(to: text, among: CoreDataAttributeType.names).map { "did you mean \(quoted($0))?" }
      ?? "the types are \(quotedList(CoreDataAttributeType.names))"
    throw error(element.line, in: place, "there is no attribute type \(quoted(text))", remedy)
  }

  private func defaultValue(
    of element: ModelElement, _ type: CoreDataAttributeType, in place: String
  ) throws(InputError) -> Value? {
    if type == .date, let text = element.text("defaultDateTimeInterval") {
      guard let seconds = Double(text), let date = Timestamp(secondsSince2001: seconds) else {
        throw error(
          element.line, in: place, "the default date is \(quoted(text))",
          "it must be in seconds since 2001-01-01")
      }
      return .date(date)
    }
    guard let text = element.attributes["defaultValueString"] else { return nil }
    // Only a text can be empty.
    if text.isEmpty, type != .string { return nil }
    switch CoreDataDefaults.value(text, as: type) {
    case .value(let value): return value
    case .none: return nil
    case .invalid:
      throw error(
        element.line, in: place, "the default \(quoted(text)) is no \(type)",
        "write one, or no default")
    }
  }

  func relationship(
    _ element: ModelElement, of entity: Name
  ) throws(InputError) -> CoreDataRelationship {
    let name = try requiredName(of: element, "a relationship of \(quoted(entity.text))")
    let place = "\(entity).\(name)"
    guard let destination = element.name("destinationEntity") else {
      throw error(
        element.line, in: place, "the relationship has no destination",
        "name an entity of the model")
    }
    var relationship = CoreDataRelationship(name, to: destination)
    relationship.line = element.line
    relationship.inverse = element.name("inverseName")
    relationship.isToMany = try flag("toMany", of: element, in: place)
    relationship.isOrdered = try flag("ordered", of: element, in: place) && relationship.isToMany
    relationship.isOptional = try flag("optional", of: element, in: place)
    relationship.isTransient = try flag("transient", of: element, in: place)
    relationship.minimumCount = try count("minCount", of: element, in: place)
    relationship.maximumCount = try count("maxCount", of: element, in: place)
    relationship.deleteRule = try deleteRule(of: element, in: place)
    relationship.renamingIdentifier = element.name("elementID")
    relationship.versionHashModifier = element.text("versionHashModifier")
    relationship.userInfo = element.userInfo
    return relationship
  }

  private func deleteRule(
    of element: ModelElement, in place: String
  ) throws(InputError) -> CoreDataRelationship.DeleteRule {
    guard let text = element.text("deletionRule") else { return .nullify }
    guard let rule = CoreDataRelationship.DeleteRule(rawValue: text) else {
      throw error(
        element.line, in: place, "there is no delete rule \(quoted(text))",
        "write Nullify, Cascade, Deny or No Action")
    }
    return rule
  }
}
