import MigCheckText

/// Documents in which something stands where a path of JSON leads: `$.author.name`, `$.tags[0]`.
struct JSONPathDocuments {
  private var parts: [Part] = []

  private enum Part {
    case member(String)
    case element
  }

  /// How deep a document may be.
  private static let depth = 8

  /// - Parameter path: any text; one that is no path has no documents.
  init(_ path: String) {
    guard path.hasPrefix("$") else { return }
    for piece in path.dropFirst().split(separator: ".").prefix(Self.depth) {
      let name = piece.prefix { $0 != "[" }.filter { $0 != "\"" && $0 != "\\" }
      if !name.isEmpty { parts.append(.member(String(name))) }
      if piece.contains("[") { parts.append(.element) }
    }
  }

  /// With a number, a text, and NULL at the end of the path.
  var documents: [String] {
    guard !parts.isEmpty else { return [] }
    return ["1", "\"x\"", "null"].map { value in
      parts.reversed().reduce(value) { inner, part in
        switch part {
        case .member(let name): "{\"\(name)\":\(inner)}"
        case .element: "[\(inner)]"
        }
      }
    }
  }
}
