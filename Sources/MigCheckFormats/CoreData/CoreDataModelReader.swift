import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// Reads the file `contents` of one model version.
///
/// What says nothing about stored data, such as the layout of the diagram, is left out.
package struct CoreDataModelReader {
  let file: String
  let composites: CompositeDefinitions

  /// - Parameter folder: the folder that the file must lie in.
  /// - Throws: `InputError` with the line and the entity of what is wrong.
  static func read(path: String, inside folder: String) throws(InputError) -> CoreDataModel {
    try parse(FileReader.read(path: path, inside: folder), file: path)
  }

  /// - Parameters:
  ///   - bytes: the document.
  ///   - file: its path, for messages.
  /// - Throws: `InputError` with the line and the entity of what is wrong.
  package static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> CoreDataModel {
    let root = try ModelElement.document(bytes, file: file)
    return try CoreDataModelReader(file: file, composites: CompositeDefinitions(root)).model(root)
  }

  /// - Parameter root: the element of the whole document.
  func model(_ root: ModelElement) throws(InputError) -> CoreDataModel {
    guard root.name == "model" else {
      throw error(
        root.line, "the document is a \(quoted(root.name)), not a model",
        "name a model that Xcode saved")
    }
    var entities = [CoreDataEntity]()
    for element in root.children("entity") { entities.append(try entity(element)) }
    var configurations = [CoreDataConfiguration]()
    // The configuration of all entities, which every model has.
    if try flag("usedWithCloudKit", of: root, in: "model") {
      configurations.append(
        CoreDataConfiguration(
          name: "Default", entities: entities.map(\.name), usesCloudKit: true))
    }
    for element in root.children("configuration") {
      let name = element.text("name") ?? ""
      configurations.append(
        CoreDataConfiguration(
          name: name, entities: element.children("memberEntity").compactMap { $0.name("name") },
          usesCloudKit: try flag("usedWithCloudKit", of: element, in: name)))
    }
    let model = CoreDataModel(
      entities: entities, identifier: root.attributes["userDefinedModelVersionIdentifier"] ?? "",
      configurations: configurations)
    try CoreDataModelValidator(file: file, model: model).requireConsistent()
    return model.keepingValidInverses()
  }

  private func entity(_ element: ModelElement) throws(InputError) -> CoreDataEntity {
    let name = try requiredName(of: element, "an entity")
    var entity = CoreDataEntity(name)
    entity.line = element.line
    entity.parent = element.name("parentEntity")
    entity.isAbstract = try flag("isAbstract", of: element, in: name.text)
    entity.renamingIdentifier = element.name("elementID")
    entity.className = element.text("representedClassName")
    entity.versionHashModifier = element.text("versionHashModifier")
    entity.userInfo = element.userInfo
    for child in element.children {
      switch child.name {
      case "attribute", "composite", "compositeAttribute":
        entity.attributes += try attributes(child, of: name)
      case "relationship": entity.relationships.append(try relationship(child, of: name))
      case "fetchedProperty":
        entity.fetchedProperties.append(try requiredName(of: child, "a fetched property"))
      case "uniquenessConstraints":
        entity.uniquenessConstraints += child.children("uniquenessConstraint").map {
          $0.children("constraint").compactMap { $0.name("value") }
        }.filter { !$0.isEmpty }
      case "fetchIndex":
        if let index = CoreDataFetchIndex(child) { entity.fetchIndexes.append(index) }
      default: break
      }
    }
    // What is unique as a whole is unique in all its elements together.
    entity.uniquenessConstraints = entity.uniquenessConstraints.map { names in
      names.flatMap { name -> [Name] in
        let elements = entity.attributes.filter { $0.compositePath.first == name }.map(\.name)
        return elements.isEmpty ? [name] : elements
      }
    }
    return entity
  }

  // MARK: Single values

  func error(_ line: Int?, in place: String = "", _ problem: String, _ remedy: String = "")
    -> InputError
  {
    InputError(file: file, line: line, path: place, problem: problem, remedy: remedy)
  }

  func requiredName(of element: ModelElement, _ kind: String) throws(InputError) -> Name {
    guard let name = element.name("name") else {
      throw error(element.line, "\(kind) has no name", "give it one")
    }
    return name
  }

  /// A missing flag means NO.
  func flag(_ key: String, of element: ModelElement, in place: String) throws(InputError) -> Bool {
    guard let text = element.text(key) else { return false }
    guard let value = CoreDataDefaults.flag(text) else {
      throw error(
        element.line, in: place, "\(key) is \(quoted(text))", "it must be YES or NO")
    }
    return value
  }

  func count(_ key: String, of element: ModelElement, in place: String) throws(InputError) -> Int {
    guard let text = element.text(key) else { return 0 }
    guard let value = Int(text), value >= 0 else {
      throw error(
        element.line, in: place, "\(key) is \(quoted(text))", "it must be a number from 0")
    }
    return value
  }
}

extension ModelElement {
  /// `nil` for an attribute that is missing or empty.
  func text(_ key: String) -> String? {
    guard let text = attributes[key], !text.isEmpty else { return nil }
    return text
  }

  func name(_ key: String) -> Name? { text(key).map { Name($0) } }

  /// The entries that an author has added for code of their own.
  var userInfo: [String: String] {
    var entries = [String: String]()
    for info in children("userInfo") {
      for entry in info.children("entry") {
        if let key = entry.attributes["key"] { entries[key] = entry.attributes["value"] ?? "" }
      }
    }
    return entries
  }
}

extension CoreDataFetchIndex {
  /// - Returns: `nil` for an index of which it is not known what it is in a store: of expressions, of
  ///   another type than binary, or of some objects only.
  fileprivate init?(_ element: ModelElement) {
    guard let name = element.name("name"), element.text("partialIndexPredicate") == nil else {
      return nil
    }
    let children = element.children("fetchIndexElement")
    let elements = children.compactMap { child -> Element? in
      guard let property = child.name("property"), child.text("type") ?? "Binary" == "Binary",
        child.text("expression") == nil
      else { return nil }
      return Element(property, isAscending: child.text("order") != "descending")
    }
    guard !elements.isEmpty, elements.count == children.count else { return nil }
    self.init(name, elements)
  }
}
