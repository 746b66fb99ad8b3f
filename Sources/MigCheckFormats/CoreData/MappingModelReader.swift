import Foundation
import MigCheckEngines
import MigCheckModel
import MigCheckText

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A mapping model of an app, `*.xcmappingmodel`: from which version to which it leads.
package struct MappingModel: Sendable, Equatable {
  package var path: String
  package var hop: InferenceMatrix.Hop
  /// The classes that an app migrates objects with, each once, in the order of the file.
  package var policies: [String]
}

/// Reads the mapping models that stand next to a bundle.
///
/// Xcode keeps such a model as objects of its own in `xcmapping.xml`: one names the paths of both
/// versions, and one for each entity the policy.
package enum MappingModelReader {
  private static let folderExtension = ".xcmappingmodel"

  /// Those that lead from one version of the bundle to a later one: in the bundle's folder, and in the
  /// folders next to it.
  ///
  /// - Returns: in the order of their paths, and sentences about those that name no version.
  /// - Throws: `InputError` with file and line for a file that is not what it should be.
  package static func beside(
    _ bundle: CoreDataBundle
  ) throws(InputError) -> (models: [MappingModel], notes: [String]) {
    var (models, notes) = ([MappingModel](), [String]())
    for path in paths(beside: bundle.path) {
      let file = try MappingModelFile(folder: path)
      guard file.isOf(bundle) else { continue }
      guard let from = version(file.source, of: bundle),
        let to = version(file.destination, of: bundle)
      else {
        let missing = version(file.source, of: bundle) == nil ? file.source : file.destination
        notes.append(
          "\(path): left out, as \(bundle.name) has no version \(quoted(MappingModelFile.stem(missing)))"
        )
        continue
      }
      guard from < to else {
        notes.append("\(path): left out, as it leads from version \(from) back to \(to)")
        continue
      }
      models.append(
        MappingModel(
          path: path, hop: InferenceMatrix.Hop(from: from, to: to), policies: file.policies))
    }
    return (models, notes)
  }

  private static func version(_ path: String, of bundle: CoreDataBundle) -> UInt64? {
    let name = MappingModelFile.stem(path)
    return bundle.versions.first { $0.name.isIdentical(to: name) }?.number
  }

  private static func paths(beside bundle: String) -> [String] {
    var bundle = bundle
    while bundle.hasSuffix("/"), bundle.utf8.count > 1 { bundle.removeLast() }
    let folder = bundle.lastIndex(of: "/").map { String(bundle[..<$0]) } ?? "."
    var paths = [String]()
    for name in names(in: folder) {
      let path = folder == "." ? name : "\(folder)/\(name)"
      if name.hasSuffix(folderExtension) {
        paths.append(path)
      } else if !name.contains(".") {
        paths += names(in: path).filter { $0.hasSuffix(folderExtension) }.map { "\(path)/\($0)" }
      }
    }
    return paths
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// What `xcmapping.xml` says.
private struct MappingModelFile {
  var source: String
  var destination: String
  var policies: [String]

  init(folder: String) throws(InputError) {
    let file = folder + "/xcmapping.xml"
    // It holds archives of both models.
    let bytes = try FileReader.read(
      path: file, inside: folder, remedy: "save the mapping model in Xcode again")
    try XMLProlog(bytes, file: file).requirePlain()
    let parser = XMLParser(data: Data(bytes))
    parser.shouldResolveExternalEntities = false
    let collector = MappingModelCollector()
    parser.delegate = collector
    let isComplete = parser.parse()
    guard isComplete, collector.failureLine == nil else {
      throw InputError(
        file: file, line: collector.failureLine, problem: "this is not well-formed XML",
        remedy: "save the mapping model in Xcode again")
    }
    guard let source = collector.values["sourcemodelpath"]?.first,
      let destination = collector.values["destinationmodelpath"]?.first
    else {
      throw InputError(
        file: file, problem: "it does not name the two versions that it leads between",
        remedy: "save the mapping model in Xcode again")
    }
    (self.source, self.destination) = (source, destination)
    var policies = [String]()
    for name in collector.values["migrationpolicyclassname"] ?? [] where !policies.contains(name) {
      policies.append(name)
    }
    self.policies = policies
  }

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

/// Collects the texts of the attributes that matter.
private final class MappingModelCollector: NSObject, XMLParserDelegate {
  private static let wanted: Set = [
    "sourcemodelpath", "destinationmodelpath", "migrationpolicyclassname",
  ]

  private(set) var values = [String: [String]]()
  private(set) var failureLine: Int?
  private var name: String?
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    name = nil
    guard element == "attribute", let key = attributes["name"]?.lowercased(),
      Self.wanted.contains(key)
    else { return }
    (name, text) = (key, "")
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if name != nil { text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard let name else { return }
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !value.isEmpty { values[name, default: []].append(value) }
    self.name = nil
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if failureLine == nil { failureLine = parser.lineNumber }
    parser.abortParsing()
  }
}
