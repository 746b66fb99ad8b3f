import MigCheckModel
import MigCheckText

// Every value of a document has a number: the order in which a reader meets them.

extension JSON {
  /// How many values the document has, itself included.
  package var nodeCount: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    default: 1
    }
  }

  /// All values in the order of their numbers, each with the key that it, or the array that holds
  /// it, stands under.
  var nodes: [(value: JSON, key: String?)] {
    var nodes = [(value: JSON, key: String?)]()
    func add(_ value: JSON, _ key: String?) {
      nodes.append((value, key))
      switch value {
      case .array(let elements): for element in elements { add(element, key) }
      case .object(let members): for member in members { add(member.value, member.key) }
      default: break
      }
    }
    add(self, nil)
    return nodes
  }

  /// One value, with the keys that lead to it.
  package func node(_ number: Int) -> (value: JSON, keys: [String])? {
    var found: (JSON, [String])?
    _ = changing(node: number) { value, keys in
      found = (value, keys)
      return value
    }
    return found
  }

  /// The document with one value changed.
  ///
  /// - Parameter change: gets the value and the keys that lead to it, the last one last.
  package func changing(
    node number: Int, _ change: (JSON, _ keys: [String]) -> JSON
  ) -> JSON {
    var left = number
    var keys = [String]()
    return changing(&left, &keys, change)
  }

  private func changing(
    _ left: inout Int, _ keys: inout [String], _ change: (JSON, [String]) -> JSON
  ) -> JSON {
    if left < 0 { return self }
    if left == 0 {
      left = -1
      return change(self, keys)
    }
    left -= 1
    switch self {
    case .array(var elements):
      for index in elements.indices where left >= 0 {
        elements[index] = elements[index].changing(&left, &keys, change)
      }
      return .array(elements)
    case .object(var members):
      for index in members.indices where left >= 0 {
        keys.append(members[index].key)
        members[index].value = members[index].value.changing(&left, &keys, change)
        keys.removeLast()
      }
      return .object(members)
    default: return self
    }
  }

  /// All strings and keys, as often as they stand there.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap { [$0.key] + $0.value.texts }
    default: []
    }
  }

  /// The document with one name in place of another, wherever it stands.
  func renaming(_ name: String, to other: String) -> JSON {
    switch self {
    case .string(let text): .string(text == name ? other : text)
    case .array(let elements): .array(elements.map { $0.renaming(name, to: other) })
    case .object(let members):
      .object(
        members.map {
          Member($0.key == name ? other : $0.key, $0.value.renaming(name, to: other))
        })
    default: self
    }
  }

  /// The names of all properties that a document declares.
  var propertyNames: [String] {
    switch self {
    case .array(let elements): elements.flatMap(\.propertyNames)
    case .object(let members):
      members.flatMap { member -> [String] in
        guard member.key == "properties", case .object(let properties) = member.value else {
          return member.value.propertyNames
        }
        return properties.map(\.key)
      }
    default: []
    }
  }
}
