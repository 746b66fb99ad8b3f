import MigCheckModel
import MigCheckText

/// Where a document comes from.
struct DocumentSource: Sendable {
  var file: String
  /// The line of a document in a file with one document a line.
  var line: Int?
  /// Where its values stand; `nil`: it is not a whole file.
  var outline: JSONOutline?
}

/// A value of a document that knows its place, so that every error can name it.
struct JSONNode {
  let json: JSON
  let path: JSONPath
  let source: DocumentSource

  init(_ json: JSON, source: DocumentSource) {
    self.init(json, path: .root, source: source)
  }

  private init(_ json: JSON, path: JSONPath, source: DocumentSource) {
    self.json = json
    self.path = path
    self.source = source
  }

  func child(_ key: String, _ json: JSON) -> JSONNode {
    JSONNode(json, path: .key(path, key), source: source)
  }

  /// The place as reports name it: the file without its folder, which other machines do not have.
  var place: SourcePlace {
    let name = source.file.split(separator: "/").last.map(String.init) ?? source.file
    let place = source.outline?.place(of: path.text)
    return SourcePlace(
      file: name, path: path.text, line: source.line ?? place?.line, column: place?.column,
      text: place?.text)
  }

  func error(_ problem: String, _ remedy: String = "") -> InputError {
    InputError(
      file: source.file, line: source.line, path: path.text, problem: problem, remedy: remedy)
  }

  /// An error for a value that is of another kind than `needed`, such as "a string".
  func wrongKind(needed: String) -> InputError {
    let found =
      switch json {
      case .null: "null"
      case .bool(let value): value ? "true" : "false"
      case .number(let text): text.utf8.count <= 30 ? "the number \(text)" : "a number"
      case .string(let text): "the string \(quoted(text))"
      case .array: "an array"
      case .object: "an object"
      }
    return error("this is \(found)", "it must be \(needed)")
  }

  /// Whether it is the document as a whole, which may name its JSON Schema for editors.
  private var isDocument: Bool { if case .root = path { true } else { false } }

  var isNull: Bool { if case .null = json { true } else { false } }

  func string() throws(InputError) -> String {
    guard case .string(let text) = json else { throw wrongKind(needed: "a string") }
    return text
  }

  /// A string that names a type or a property which something else declares.
  func schemaName() throws(InputError) -> Name { Name(try string()) }

  /// A string that names something.
  ///
  /// Names are shown in every report and looked up often, so a file cannot have them of any length;
  /// what an engine allows is shorter, and judged later.
  func name() throws(InputError) -> String {
    let text = try string()
    try requireName(text)
    return text
  }

  /// - Parameter text: this node's string or key.
  func requireName(_ text: String) throws(InputError) {
    guard text.utf8.count > Self.longestName else { return }
    throw error(
      "a name has \(text.utf8.count) bytes", "write at most \(Self.longestName)")
  }

  /// In bytes.
  private static let longestName = 1000

  /// An SQL expression.
  func expression() throws(InputError) -> SQLExpression {
    let text = try string()
    guard text.utf8.count <= Self.longestExpression else {
      throw error(
        "an expression has \(text.utf8.count) bytes", "write at most \(Self.longestExpression)")
    }
    return SQLExpression(text)
  }

  /// In bytes; so much SQL is taken apart in less than a second.
  private static let longestExpression = 1_000_000

  func bool() throws(InputError) -> Bool {
    guard case .bool(let value) = json else { throw wrongKind(needed: "true or false") }
    return value
  }

  /// 0 … 2⁶⁴−2; Realm keeps 2⁶⁴−1 for stores without a version.
  func version() throws(InputError) -> UInt64 {
    guard case .number(let text) = json, let number = UInt64(text), number < UInt64.max else {
      throw wrongKind(needed: "a version: an integer from 0 to 18446744073709551614")
    }
    return number
  }

  /// The elements of an array, each made when it is asked for.
  func array() throws(InputError) -> JSONElements {
    guard case .array(let elements) = json else { throw wrongKind(needed: "an array") }
    return JSONElements(elements: elements, parent: self)
  }

  fileprivate func element(_ index: Int, _ json: JSON) -> JSONNode {
    JSONNode(json, path: .index(path, index), source: source)
  }

  /// The members of an object whose keys are names that somebody chose.
  func entries() throws(InputError) -> [(key: String, node: JSONNode)] {
    guard case .object(let members) = json else { throw wrongKind(needed: "an object") }
    return members.map { ($0.key, child($0.key, $0.value)) }
  }

  /// The members of an object whose keys the format gives.
  ///
  /// - Parameters:
  ///   - keys: all keys that may stand here.
  ///   - kind: what the object is, such as "a version", for messages.
  ///   - unknown: a better error for a key that is not one of `keys`, if there is one.
  func record(
    _ kind: String, keys: [String], unknown: (JSONNode, String) -> InputError? = { _, _ in nil }
  ) throws(InputError) -> JSONRecord {
    guard case .object(let members) = json else {
      throw wrongKind(needed: "an object: \(kind)")
    }
    for member in members where !keys.contains(where: { $0.isIdentical(to: member.key) }) {
      let node = child(member.key, member.value)
      if isDocument, member.key.isIdentical(to: "$schema") {
        _ = try node.string()
        continue
      }
      if let error = unknown(node, member.key) { throw error }
      throw node.unknownKey(member.key, known: keys, of: kind)
    }
    return JSONRecord(node: self, kind: kind)
  }

  /// The error for this node's key.
  func unknownKey(_ key: String, known: [String], of kind: String) -> InputError {
    let remedy =
      if let meant = nearest(to: key, among: known) {
        "did you mean \(quoted(meant))?"
      } else {
        "the keys of \(kind) are \(quotedList(known))"
      }
    return error("unknown key \(quoted(key))", remedy)
  }
}

/// The elements of an array with their places. A node is larger than the value that it holds, so
/// that an array of them would be many times the size of the file.
struct JSONElements: RandomAccessCollection {
  fileprivate let elements: [JSON]
  fileprivate let parent: JSONNode

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  subscript(index: Int) -> JSONNode { parent.element(index, elements[index]) }
}

/// An object all of whose keys are known.
struct JSONRecord {
  let node: JSONNode
  let kind: String

  /// The member, or `nil` if it is left out.
  subscript(key: String) -> JSONNode? {
    node.json[key].map { node.child(key, $0) }
  }

  /// The elements of the member that is an array, or none if it is left out.
  func list(_ key: String) throws(InputError) -> [JSONNode] {
    guard let member = self[key] else { return [] }
    return Array(try member.array())
  }

  /// - Parameter meaning: what the key says, for the message.
  func required(_ key: String, _ meaning: String) throws(InputError) -> JSONNode {
    guard let member = self[key] else {
      throw node.error("\(kind) lacks the key \(quoted(key))", "add \(meaning)")
    }
    return member
  }
}
