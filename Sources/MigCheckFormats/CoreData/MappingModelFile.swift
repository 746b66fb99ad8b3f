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
  /// Where the value of a property of the destination comes from.
  enum Filling {
    /// The property of the source that has the same name, if there is one.
    case sameName
    /// What Xcode makes of fields of its editor.
    ///
    /// - Parameters:
    ///   - path: from the object of the source; `nil`: to the property of the same name.
    ///   - mapping: the name of the one that makes the objects of a relationship; `nil`: that of the
    ///     entity.
    case generated(path: [String]?, mapping: String?)
    case expression(MappingExpression)
    /// An expression that is not read.
    case unread
  }

  /// A property of the destination.
  struct Property {
    var name: String
    var filling: Filling
  }

  /// Where objects of one entity come from.
  struct Entity {
    /// How relationships name the mapping.
    var mapping: String
    /// `nil`: nothing; objects are added by code alone.
    var source: String?
    /// `nil`: objects of the source go.
    var destination: String?
    var policy: String?
    /// Which objects of the source it takes; `nil`: all.
    var filter: String?
    var attributes: [Property]
    var relationships: [Property]
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
    mapping =
      object.attributes["name"]
      ?? [source, destination].compactMap(\.self).joined(separator: "To")
    policy = object.attributes["migrationpolicyclassname"]
    if object.attributes["sourceexpressiondata"] != nil, !object.isGenerated {
      filter = "an expression of its own"
    } else {
      filter = object.attributes["sourcefilterpredicatestring"]
        .flatMap { $0 == "TRUEPREDICATE" ? nil : MappingModelFile.unescaped($0) }
    }
    func properties(_ key: String) -> [MappingModelFile.Property] {
      object.references[key, default: []].compactMap { objects[$0] }.compactMap { property in
        property.attributes["name"].map {
          MappingModelFile.Property(name: $0, filling: property.filling)
        }
      }
    }
    attributes = properties("attributemappings")
    relationships = properties("relationshipmappings")
  }
}

extension MappingModelFile {
  /// A text in which Xcode writes `>` as `\\u3e00`: the bytes of a UTF-16 code unit, the lower one
  /// first.
  fileprivate static func unescaped(_ text: String) -> String {
    var parts = text.components(separatedBy: "\\u")
    for (index, part) in parts.enumerated().dropFirst() {
      guard let low = UInt16(part.prefix(2), radix: 16),
        let high = UInt16(part.dropFirst(2).prefix(2), radix: 16), part.utf8.count >= 4
      else {
        parts[index] = "\\u" + part
        continue
      }
      parts[index] =
        String(decoding: [high << 8 | low], as: UTF16.self) + part.dropFirst(4)
    }
    return parts.joined()
  }
}

extension MappingModelCollector.Object {
  fileprivate var filling: MappingModelFile.Filling {
    if !isGenerated, let archive = attributes["valueexpressiondata"] {
      return MappingExpression(archive: archive).map(MappingModelFile.Filling.expression)
        ?? .unread
    }
    let mapping = attributes["sourcemappingname"]
    guard let text = attributes["sourcekeypath"] else {
      return mapping.map { .generated(path: nil, mapping: $0) } ?? .sameName
    }
    guard case .source(let path)? = MappingExpression(keyPath: text) else { return .unread }
    return .generated(path: path, mapping: mapping)
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
    "sourcemappingname", "sourcefilterpredicatestring", "sourceexpressiondata",
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
