import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckText

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What the file `xcmapping.xml` of a mapping model says, as Xcode writes it: objects with attributes,
/// and with references to each other.
struct MappingModelFile {
  /// A property of the destination, and where its value comes from.
  struct Property {
    var name: String
    /// The name of the property of the source; `nil`: that of the same name.
    var source: String?
    /// Whether its value is an expression that is more than one property of the source.
    var isComputed: Bool
  }

  /// Where objects of one entity come from.
  struct Entity {
    /// `nil`: nothing; objects are added by code alone.
    var source: String?
    /// `nil`: objects of the source go.
    var destination: String?
    var policy: String?
    /// Whether it takes some of the objects of the source only.
    var isFiltered: Bool
    var properties: [Property]
  }

  /// The path of the source version, as the project has it.
  var source: String
  /// The path of the destination version.
  var destination: String
  var entities: [Entity]

  /// The classes that objects are migrated with, each once.
  var policies: [String] {
    var policies = [String]()
    for name in entities.compactMap(\.policy) where !policies.contains(name) {
      policies.append(name)
    }
    return policies
  }

  /// - Throws: `InputError` with file and line for a file that is not what it should be.
  init(folder: String) throws(InputError) {
    let file = folder + "/xcmapping.xml"
    // It holds archives of both models.
    let bytes = try FileReader.read(
      path: file, inside: folder, remedy: Self.remedy)
    try XMLProlog(bytes, file: file).requirePlain()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    let collector = MappingModelCollector()
    parser.delegate = collector
    let isComplete = parser.parse()
    guard isComplete, collector.failureLine == nil else {
      throw InputError(
        file: file, line: collector.failureLine, problem: "this is not well-formed XML",
        remedy: Self.remedy)
    }
    let objects = collector.objects
    guard let model = objects.values.first(where: { $0.attributes["sourcemodelpath"] != nil }),
      let source = model.attributes["sourcemodelpath"],
      let destination = model.attributes["destinationmodelpath"]
    else {
      throw InputError(
        file: file, problem: "it does not name the two versions that it leads between",
        remedy: Self.remedy)
    }
    (self.source, self.destination) = (source, destination)
    // Xcode leaves objects of former mappings in the file, which nothing refers to.
    entities = model.references["entitymappings", default: []].compactMap { objects[$0] }
      .map { Entity($0, in: objects) }
  }

  private static let remedy = "save the mapping model in Xcode again"

  /// The name of a version without its extension, of `App/Model.xcdatamodeld/Model 2.xcdatamodel`.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : name
  }

  /// Whether it leads between versions of this bundle, by the name of the folder.
  func isOf(_ bundle: CoreDataBundle) -> Bool {
    let parts = source.split(separator: "/")
    guard parts.count > 1 else { return true }
    let folder = parts[parts.count - 2]
    return !folder.hasSuffix(".xcdatamodeld")
      || folder.dropLast(".xcdatamodeld".count).elementsEqual(bundle.name)
  }
}

extension MappingModelFile.Entity {
  fileprivate init(
    _ object: MappingModelCollector.Object, in objects: [String: MappingModelCollector.Object]
  ) {
    source = object.attributes["sourcename"]
    destination = object.attributes["destinationname"]
    policy = object.attributes["migrationpolicyclassname"]
    let filter = object.attributes["sourcefilterpredicatestring"] ?? "TRUEPREDICATE"
    isFiltered =
      filter != "TRUEPREDICATE"
      || object.attributes["sourceexpressiondata"] != nil && !object.isGenerated
    let references =
      object.references["attributemappings", default: []]
      + object.references["relationshipmappings", default: []]
    properties = references.compactMap { objects[$0] }.compactMap { property in
      property.attributes["name"].map { name in
        let archive = property.isGenerated ? nil : property.attributes["valueexpressiondata"]
        let path = archive.map(SourceKeyPath.read) ?? property.attributes["sourcekeypath"]
        return MappingModelFile.Property(
          name: name, source: path, isComputed: archive != nil && path == nil)
      }
    }
  }
}

/// Collects the objects of the file, without what is not looked at.
private final class MappingModelCollector: NSObject, XMLParserDelegate {
  struct Object {
    /// By their names in lower case; those that are empty are left out.
    var attributes = [String: String]()
    /// By the names of relationships in lower case: the identifiers of other objects.
    var references = [String: [String]]()

    /// Whether Xcode makes the expression, whatever the file holds.
    var isGenerated: Bool { attributes["autogenerateexpression"] == "1" }
  }

  private static let attributes: Set = [
    "sourcemodelpath", "destinationmodelpath", "migrationpolicyclassname", "sourcename",
    "destinationname", "name", "autogenerateexpression", "valueexpressiondata", "sourcekeypath",
    "sourcefilterpredicatestring", "sourceexpressiondata",
  ]
  private static let references: Set = [
    "entitymappings", "attributemappings", "relationshipmappings",
  ]

  private(set) var objects = [String: Object]()
  private(set) var failureLine: Int?
  private var object: String?
  private var name: String?
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    name = nil
    if element == "object" {
      object = attributes["id"] ?? ""
      objects[object ?? ""] = Object()
    }
    guard let object, let key = attributes["name"]?.lowercased() else { return }
    if element == "attribute", Self.attributes.contains(key) { (name, text) = (key, "") }
    if element == "relationship", Self.references.contains(key) {
      objects[object]?.references[key] =
        (attributes["idrefs"] ?? "").split(separator: " ").map(String.init)
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if name != nil { text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard let name, let object else { return }
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !value.isEmpty { objects[object]?.attributes[name] = value }
    self.name = nil
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if failureLine == nil { failureLine = parser.lineNumber }
    parser.abortParsing()
  }
}

/// The property that a value expression of a mapping model reads, `$source.title`.
///
/// Xcode keeps the expression in a keyed archive: a key path of the variable `source`. The objects of
/// such an archive are always the same, but for the text of the path.
enum SourceKeyPath {
  private static let classes: Set = [
    "NSVariableExpression", "NSKeyPathSpecifierExpression", "NSKeyPathExpression", "NSArray",
    "NSMutableArray",
  ]

  /// - Parameter archive: base64.
  /// - Returns: `nil` for any other expression.
  static func read(_ archive: String) -> String? {
    guard let data = Data(base64Encoded: archive, options: .ignoreUnknownCharacters),
      data.count < 1 << 16, PropertyListDepth.isShallow([UInt8](data)),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
      let objects = (list as? [String: Any])?["$objects"] as? [Any]
    else { return nil }
    let dictionaries = objects.compactMap { $0 as? [String: Any] }
    let names = dictionaries.compactMap { $0["$classname"] as? String }
    let kinds = dictionaries.compactMap { $0["NSExpressionType"] as? Int }.sorted()
    guard names.allSatisfy(classes.contains), names.contains("NSKeyPathExpression"),
      // A variable, a function of it, and the path that the function reads.
      kinds == [2, 4, 10]
    else { return nil }
    let texts = objects.compactMap { $0 as? String }
    guard texts.contains("source"), texts.contains("valueForKeyPath:") else { return nil }
    let paths = texts.filter { !["$null", "source", "valueForKeyPath:"].contains($0) }
    // A text that stands twice is kept once: the property is called `source`, too.
    let path = paths.isEmpty ? "source" : paths[0]
    return paths.count > 1 || path.contains(".") || path.hasPrefix("@") ? nil : path
  }
}
