import MigCheckModel
import MigCheckText

/// Where a file says something of the types and properties of one version.
struct SchemaPlaces {
  private let list: JSONPath
  /// Of types that are declared twice the second one counts.
  private var types = [Name: JSONPath]()
  /// By `Type.property`.
  private var properties = [Name: (path: JSONPath, property: Property)]()

  /// - Complexity: O(*n*) in the number of properties.
  init(_ stage: HistoryVersion, at path: JSONPath) {
    list = .key(path, stage.changedTypes == nil ? "schema" : "changes")
    for (index, type) in stage.schema.types.enumerated() {
      let path = stage.path(ofType: index, under: list)
      types[type.name] = path
      for property in type.properties {
        let isNamed = stage.changedTypes == nil
        properties["\(type.name).\(property.name)"] = (
          isNamed ? .key(.key(path, "properties"), property.name.text) : path, property
        )
      }
    }
  }

  /// The place of the property that a message names last in single quotes, or else of the type.
  ///
  /// - Complexity: O(*n*) in the length of the message.
  func place(of message: String) -> (path: JSONPath, property: Property?) {
    let names = Self.quotedNames(in: message)
    if let found = names.lazy.compactMap({ properties[$0] }).first {
      return (found.path, found.property)
    }
    return (names.lazy.compactMap { types[$0] }.first ?? list, nil)
  }

  /// How many quotes a name may have to be found.
  private static let mostQuotes = 16

  /// What stands between two single quotes, the last first. A name may have some itself.
  private static func quotedNames(in message: String) -> [Name] {
    let bytes = Array(message.utf8)
    let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "'") }
    return quotes.indices.reversed().flatMap { end in
      quotes[max(0, end - mostQuotes)..<end].reversed().map { start in
        Name(String(decoding: bytes[(start + 1)..<quotes[end]], as: UTF8.self))
      }
    }
  }
}

extension HistoryVersion {
  /// Among the changes, a type that did not change has no place of its own.
  fileprivate func path(ofType index: Int, under list: JSONPath) -> JSONPath {
    guard let changedTypes else { return .index(list, index) }
    let name = schema.types[index].name
    return changedTypes.contains(name) ? .key(list, name.text) : list
  }
}
