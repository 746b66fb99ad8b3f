import MigCheckGeneration
import MigCheckModel
import MigCheckText

/// Changes documents as trees, so that most of them still mean something.
struct JSONMutator {
  var source: RandomSource
  /// Documents to take parts from.
  let pool: [JSON]

  /// - Returns: a document that differs in one to six places.
  mutating func mutant(of json: JSON) -> JSON {
    var result = json
    for _ in 0..<(source.chance(60) ? 1 : 1 + source.geometric(mean: 1, limit: 5)) {
      result = changed(result)
    }
    return result
  }

  private mutating func changed(_ json: JSON) -> JSON {
    switch source.below(20) {
    case 0: return withNamesShuffled(json)
    case 1, 2: return withPartsSwapped(json)
    default: break
    }
    let number = source.below(json.nodeCount)
    guard let (value, keys) = json.node(number) else { return json }
    let expressions = Self.isExpression(keys)
    let replacement = changed(value, keys: keys, isExpression: expressions, in: json)
    return json.changing(node: number) { _, _ in replacement }
  }

  /// Whether SQL stands at a place.
  private static func isExpression(_ keys: [String]) -> Bool {
    guard let last = keys.last else { return false }
    if last == "where" || last == "holds" { return true }
    guard keys.count > 1 else { return false }
    return keys[keys.count - 2] == "set" || keys[keys.count - 2] == "value"
  }

  private mutating func changed(
    _ value: JSON, keys: [String], isExpression: Bool, in document: JSON
  ) -> JSON {
    switch source.below(100) {
    case 0..<5: return NastyPieces.leaf(&source)
    case 5..<10: return part(of: document)
    case 10: return nested(value)
    default: break
    }
    switch value {
    case .number: return number(value)
    case .string(let text):
      if isExpression, source.chance(80) {
        return .string(
          SQLGrammar(names: document.propertyNames).expression(&source))
      }
      if keys.dropLast().last == "properties", source.chance(60) {
        return .string(source.pick(from: NastyPieces.notations))
      }
      return string(text, in: document)
    case .object(let members): return .object(changed(members, in: document))
    case .array(let elements): return .array(changed(elements, in: document))
    case .null, .bool:
      if case .bool(let flag) = value, source.chance(60) { return .bool(!flag) }
      return NastyPieces.leaf(&source)
    }
  }

  // MARK: Leaves

  private mutating func number(_ value: JSON) -> JSON {
    if case .number(let text) = value, let number = Int(text), source.chance(30) {
      return .integer(number &+ source.below(5) &- 2)
    }
    return NastyPieces.number(&source)
  }

  private mutating func string(_ text: String, in document: JSON) -> JSON {
    switch source.below(6) {
    case 0: return .string(text + source.pick(from: ["?", "[]", "<>", "{}", " ", "\0", "s"]))
    case 1: return .string(String(text.dropLast()))
    case 2, 3: return .string(source.pick(from: document.texts + [""]))
    default: return NastyPieces.string(&source)
    }
  }

  // MARK: Objects and arrays

  private mutating func changed(_ members: [JSON.Member], in document: JSON) -> [JSON.Member] {
    var members = members
    let place = members.isEmpty ? 0 : source.below(members.count)
    switch members.isEmpty ? 3 : source.below(7) {
    case 0: members.remove(at: place)
    case 1: members.append(members[place])
    case 2:
      members[place].key =
        source.chance(50)
        ? source.pick(from: document.texts + [""])
        : source.pick(from: source.chance(50) ? NastyPieces.keys : NastyPieces.strings)
    case 3, 4:
      let key = source.pick(from: source.chance(70) ? NastyPieces.keys : document.texts + [""])
      members.insert(JSON.Member(key, part(of: document)), at: place)
    case 5: source.shuffle(&members)
    default:
      let other = source.below(members.count)
      let value = members[place].value
      members[place].value = members[other].value
      members[other].value = value
    }
    return members
  }

  private mutating func changed(_ elements: [JSON], in document: JSON) -> [JSON] {
    var elements = elements
    let place = elements.isEmpty ? 0 : source.below(elements.count)
    switch elements.isEmpty ? 4 : source.below(7) {
    case 0: elements.remove(at: place)
    case 1: elements.insert(elements[place], at: source.below(elements.count + 1))
    case 2: elements.swapAt(place, source.below(elements.count))
    case 3: source.shuffle(&elements)
    case 4: elements.insert(part(of: document), at: place)
    case 5: elements.reverse()
    default:
      let count = source.chance(5) ? 1000 : 2 + source.below(20)
      elements += Array(repeating: elements[place], count: count)
    }
    return elements
  }

  // MARK: Across the document

  /// A part of the document or, less often, of another one.
  private mutating func part(of document: JSON) -> JSON {
    let origin = pool.isEmpty || source.chance(60) ? document : source.pick(from: pool)
    let (value, _) = origin.node(source.below(origin.nodeCount)) ?? (.null, [])
    // A copy of the whole would double the document with every change.
    return value.nodeCount > 200 ? NastyPieces.leaf(&source) : value
  }

  private mutating func nested(_ value: JSON) -> JSON {
    (0..<(source.chance(20) ? 300 : 1 + source.below(8))).reduce(value) { value, _ in
      source.chance(50) ? .array([value]) : .object([JSON.Member("a", value)])
    }
  }

  private mutating func withNamesShuffled(_ json: JSON) -> JSON {
    let texts = json.texts.filter { !NastyPieces.keys.contains($0) }
    guard !texts.isEmpty else { return json }
    let other =
      source.chance(80) ? source.pick(from: texts) : source.pick(from: NastyPieces.strings)
    return json.renaming(source.pick(from: texts), to: other)
  }

  private mutating func withPartsSwapped(_ json: JSON) -> JSON {
    let (first, second) = (source.below(json.nodeCount), source.below(json.nodeCount))
    guard let (a, keys) = json.node(first), let (b, others) = json.node(second) else { return json }
    // Parts with the same key are more likely to fit: migrations, schemas, names.
    if keys.last != others.last, source.chance(60) { return withSiblingsSwapped(json, keys.last) }
    return json.changing(node: max(first, second)) { _, _ in first > second ? b : a }
      .changing(node: min(first, second)) { _, _ in first > second ? a : b }
  }

  private mutating func withSiblingsSwapped(_ json: JSON, _ key: String?) -> JSON {
    guard let key else { return json }
    let nodes = json.nodes
    let places = nodes.indices.filter { nodes[$0].key == key }.prefix(40)
    guard places.count > 1 else { return json }
    let (first, second) = (source.pick(from: places), source.pick(from: places))
    guard first < second else { return json }
    let (a, b) = (nodes[first].value, nodes[second].value)
    return json.changing(node: second) { _, _ in a }.changing(node: first) { _, _ in b }
  }
}
