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

  /// One document in which something stands at the end of each of several paths through members; `nil`:
  /// there is none.
  ///
  /// - Parameters:
  ///   - ends: what stands at the end of some of them.
  ///   - other: what stands at that of others.
  static func common(
    to paths: [String], endingIn ends: [String: String] = [:], other: String = "\"x\""
  ) -> String? {
    var root = Members()
    for path in paths {
      var names = [String]()
      for part in JSONPathDocuments(path).parts {
        guard case .member(let name) = part else { return nil }
        names.append(name)
      }
      guard !names.isEmpty else { return nil }
      root.add(names[...], end: ends[path] ?? other)
    }
    return root.text
  }

  private struct Members {
    var parts: [(name: String, inner: Members)] = []
    var end = "\"x\""

    mutating func add(_ names: ArraySlice<String>, end: String?) {
      guard let name = names.first else {
        self.end = end ?? self.end
        return
      }
      let place = parts.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      if place == nil { parts.append((name, Members())) }
      parts[place ?? parts.count - 1].inner.add(names.dropFirst(), end: end)
    }

    var text: String {
      parts.isEmpty
        ? end
        : "{" + parts.map { "\"\($0.name)\":\($0.inner.text)" }.joined(separator: ",") + "}"
    }
  }

  /// With a number, a text, and NULL at the end of the path.
  var documents: [String] { documents(endingIn: ["1", "\"x\"", "null"]) }

  /// One document for each of the values at the end of the path.
  func documents(endingIn values: [String]) -> [String] {
    guard !parts.isEmpty else { return [] }
    return values.map { value in
      parts.reversed().reduce(value) { inner, part in
        switch part {
        case .member(let name): "{\"\(name)\":\(inner)}"
        case .element: "[\(inner)]"
        }
      }
    }
  }
}
