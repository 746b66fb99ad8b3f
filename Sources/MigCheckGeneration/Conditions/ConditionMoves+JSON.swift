import MigCheckModel
import MigCheckText

/// A place in a JSON document, as SQLite writes it: `$.color`, `$[2].name`.
struct JSONPath {
  enum Step {
    case key(String)
    case index(Int)
  }

  private(set) var steps = [Step]()

  /// The path of a function, or the operand of `->`, which may be a key or a number alone.
  init?(_ value: Value) {
    if case .int(let index) = value {
      guard (0...4096).contains(index) else { return nil }
      steps = [.index(Int(index))]
      return
    }
    guard case .string(let text) = value else { return nil }
    guard text.hasPrefix("$") else {
      steps = [.key(text)]
      return
    }
    var rest = text.dropFirst()
    while let first = rest.popFirst() {
      if first == "[" {
        let digits = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(digits.count + 1)
        guard let index = Int(digits.filter(\.isNumber)), index <= 4096 else { return nil }
        steps.append(.index(digits.hasPrefix("#") ? 0 : index))
      } else if first == ".", rest.first == "\"" {
        let name = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(name.count + 2)
        steps.append(.key(String(name)))
      } else if first == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest.dropFirst(name.count)
        steps.append(.key(String(name)))
      } else {
        return nil
      }
    }
  }

  static let root: JSONPath? = JSONPath(.string("$"))
}

extension JSON {
  /// The document with something at a place, which is made where it is not there.
  func setting(_ steps: ArraySlice<JSONPath.Step>, to value: JSON) -> JSON {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch step {
    case .key(let key):
      var members = [JSON.Member]()
      if case .object(let present) = self { members = present }
      if let place = members.firstIndex(where: { $0.key.isIdentical(to: key) }) {
        members[place].value = members[place].value.setting(rest, to: value)
      } else {
        members.append(JSON.Member(key, JSON.null.setting(rest, to: value)))
      }
      return .object(members)
    case .index(let index):
      var items = [JSON]()
      if case .array(let present) = self { items = present }
      while items.count <= index { items.append(.integer(items.count + 1)) }
      items[index] = items[index].setting(rest, to: value)
      return .array(items)
    }
  }
}

// Functions about JSON, backwards; collections are JSON to an expression.

extension ConditionMoves {
  /// What a document is to hold at a place.
  enum Content {
    /// A result of SQL; or of `->`, which gives JSON.
    case scalar(Value, isJSON: Bool)
    case array(count: Int)
    case sample(String)

    var candidates: [JSON] {
      switch self {
      case .scalar(let value, let isJSON):
        let text = value.sqlText ?? ""
        if isJSON, let json = try? JSON.parse(text) { return [json] }
        switch value {
        case .null: return [.null]
        case .int, .double: return [.number(text), .string(text)]
        default:
          // Booleans come out as numbers, documents as their text.
          let parsed = text.hasPrefix("[") || text.hasPrefix("{") ? try? JSON.parse(text) : nil
          return [.string(text)] + (parsed.map { [$0] } ?? [])
        }
      case .array(let count):
        return [.array((0..<count).map { .integer($0 + 1) })]
      case .sample(let type):
        switch type {
        case "null": return [.null]
        case "true": return [.bool(true)]
        case "false": return [.bool(false)]
        case "integer": return [.number("1")]
        case "real": return [.number("0.5")]
        case "array": return [.array([.number("1")])]
        case "object": return [.object([JSON.Member("a", .number("1"))])]
        default: return [.string("a")]
        }
      }
    }
  }

  /// Moves after which a document holds something at a place.
  func document(
    _ node: SQLNode, at path: JSONPath, holding content: Content, _ depth: Int
  ) -> [ConditionMove] {
    let present = value(node)?.sqlText.flatMap { try? JSON.parse($0) } ?? .null
    return content.candidates.flatMap { json in
      // From what is there, and else from nothing.
      [present, .null].map { $0.setting(path.steps[...], to: json).compactText }
        .filter { $0.utf8.count <= Self.longestDocument }
        .flatMap { moves(for: node, to: .string($0), depth: depth + 1) }
    }
  }

  /// In bytes. A document that is put into a document as a text doubles its escapes, so that without a
  /// limit a few steps would make it as long as memory allows.
  private static let longestDocument = 1 << 16
  private static let longestPart = 1 << 10

  func jsonCall(
    _ name: String, _ arguments: [SQLNode], _ wanted: Value, _ argument: (Int) -> Value?,
    _ next: (Int, Value?) -> [ConditionMove], _ depth: Int
  ) -> [ConditionMove]? {
    guard name.hasPrefix("json"), let document = arguments.first else { return nil }
    let path = argument(1).flatMap(JSONPath.init) ?? JSONPath.root
    guard let path else { return [] }
    switch name {
    case "json_extract":
      return self.document(document, at: path, holding: .scalar(wanted, isJSON: false), depth)
    case "json_array_length":
      guard let count = wanted.asNumber.flatMap({ Int(exactly: $0) }), (0...2000).contains(count)
      else { return [] }
      return self.document(document, at: path, holding: .array(count: count), depth)
    case "json_type":
      return self.document(document, at: path, holding: .sample(wanted.sqlText ?? ""), depth)
    case "json_valid":
      return (wanted.sqlNumber == 0 ? ["{", "x"] : ["{}", "1"]).flatMap { next(0, .string($0)) }
    default: return next(0, wanted)
    }
  }

  /// Moves about what is not looked into: collections and documents with the literals of a query,
  /// and as many elements as it counts to.
  func inside(_ node: SQLNode, wanted: Value? = nil) -> [ConditionMove] {
    var literals = [Value]()
    var slots = [Int]()
    node.visit { part in
      switch part.kind {
      case .literal(let literal): literals.append(literal.value)
      case .column(_, let name):
        if let slot = slot(named: name), !slots.contains(slot) { slots.append(slot) }
      default: break
      }
    }
    if let wanted { literals.append(wanted) }
    return slots.flatMap { slot in
      Self.documents(literals).flatMap { properties[slot].values(seenAs: $0) }
        .map { [ConditionChange(slot: slot, value: $0)] }
    }
  }

  /// Arrays and objects of some literals, and the literals themselves.
  static func documents(_ literals: [Value]) -> [Value] {
    func json(_ value: Value) -> JSON {
      value.sqlNumber == nil ? .string(value.sqlText ?? "") : .number(value.sqlText ?? "0")
    }
    var documents = [JSON.array([]), .object([])]
    let counts = literals.compactMap(\.sqlNumber).compactMap { Int(exactly: $0) }
      .filter { (0...300).contains($0) }
    for count in counts {
      for length in [count + 1, count, max(0, count - 1)] {
        documents.append(.array((0..<length).map { .integer($0 + 1) }))
      }
    }
    let scalars = literals.filter {
      !$0.isNull && ($0.sqlText?.utf8.count ?? 0) <= longestPart
    }.prefix(6)
    documents += scalars.map { .array([json($0)]) }
    if scalars.count > 1 { documents.append(.array(scalars.map(json))) }
    for key in scalars.compactMap(\.sqlText).prefix(4) {
      for value in scalars.prefix(4) {
        documents.append(.object([JSON.Member(JSONPath.plainKey(key), json(value))]))
      }
    }
    return documents.map { .string($0.compactText) } + Array(scalars)
  }
}

extension JSONPath {
  /// The key that a path of one step names, or the text itself.
  fileprivate static func plainKey(_ text: String) -> String {
    if text.hasPrefix("$"), let path = JSONPath(.string(text)),
      case .key(let key)? = path.steps.first
    {
      return key
    }
    return text
  }
}
