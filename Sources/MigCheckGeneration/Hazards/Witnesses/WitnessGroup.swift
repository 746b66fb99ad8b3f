import MigCheckModel

/// Objects of one type that matter only together, such as two keys that are the same in lower case.
///
/// What a step does to them hardly ever depends on other objects of their type, so one graph may hold several
/// groups. A graph of one group alone is made where something fails, or where a store does not take all of them.
struct WitnessGroup: Sendable {
  /// Its place in the schema.
  let type: Int
  /// What each is asked to have; its other properties are filled in.
  private(set) var objects: [WitnessObject]

  /// Objects are filled with values that tell a hundred of them apart.
  private static let mostObjects = 96

  /// Objects that both groups have are there once.
  ///
  /// - Parameters:
  ///   - other: of the same type.
  ///   - unique: what no two objects of a store may have in common.
  /// - Returns: `nil` if the groups may exclude each other, or are too many objects.
  /// - Complexity: O(*n* · *m*) in the numbers of objects.
  func joined(with other: WitnessGroup, in schema: Schema, unique: [UniqueColumns]) -> WitnessGroup?
  {
    let own = unique.filter { $0.type == type }
    guard own.allSatisfy(\.isExact) else { return nil }
    let properties = schema.types[type].storedProperties
    let keys = own.map { $0.columns.map { properties[$0].name } }
    var result = self
    for object in other.objects where !objects.contains(where: { $0.isIdentical(to: object) }) {
      guard !objects.contains(where: { $0.repeats(object, in: keys) }) else { return nil }
      result.objects.append(object)
    }
    return result.objects.count <= Self.mostObjects ? result : nil
  }

  /// - Parameter empty: a graph without objects.
  func graph(in empty: ObjectGraph) -> ObjectGraph {
    var builder = WitnessBuilder(empty)
    for object in objects { builder.add(type, object) }
    return builder.graph
  }
}

extension WitnessObject {
  fileprivate func isIdentical(to other: WitnessObject) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0 == $1 }
  }

  /// Whether both ask for the same values of all properties of a key.
  fileprivate func repeats(_ other: WitnessObject, in keys: [[Name]]) -> Bool {
    keys.contains { key in
      key.allSatisfy { property in
        guard let value = first(where: { $0.0 == property })?.1 else { return false }
        return other.contains { $0.0 == property && $0.1 == value }
      }
    }
  }
}

extension ObjectGraph {
  /// Whether it holds this number of objects of a type, and no others.
  func holdsOnly(_ count: Int, of type: Int) -> Bool {
    tables.indices.allSatisfy { tables[$0].count == ($0 == type ? count : 0) }
  }
}
