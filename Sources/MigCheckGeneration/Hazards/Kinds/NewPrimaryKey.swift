import MigCheckModel

/// A type gets a primary key, or another one: objects that were different may get the same key.
struct NewPrimaryKey: HazardKind {
  private let key: Name
  /// The properties of the start version that the key is made from; `nil`: perhaps all.
  private var sources: [Name]?

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .difference(let difference) = place else { return [] }
    switch difference.change {
    case .primaryKeyAdded(_, let key), .primaryKeyChanged(_, _, let key):
      return [Hazard(Self(key: key), difference)]
    default: return []
    }
  }

  private init(key: Name) {
    self.key = key
  }

  var linked: [Name] { [key] }

  func values(in type: ObjectType) -> [HazardValues] {
    // A key that the start version does not have is made from what it has.
    let sources = type.property(named: key).map { [$0] } ?? possibleSources(in: type)
    return sources.compactMap { property in
      let groups = Collisions.groups(property.type)
      guard property.collection == nil, !groups.isEmpty else { return nil }
      return HazardValues(
        type: type.name, property: property.name, values: groups.flatMap(\.self), groups: groups)
    }
  }

  func addCombinations(to witnesses: inout WitnessList, of type: Int) {
    let objectType = witnesses.schema.types[type]
    guard objectType.property(named: key) == nil else { return }
    let joint = JointValues(possibleSources(in: objectType))
    for objects in joint.joined(separators: ["", " "]) { witnesses.addGroup(objects, type: type) }
  }

  func narrowed(by expressions: [MigrationExpression], in type: ObjectType) -> Self {
    guard type.property(named: key) == nil else { return self }
    let writers = expressions.filter {
      $0.type == type.name && $0.property == key && !$0.isOfNewObject
    }
    // Without an expression the key may come from anything: a rename, code that cannot be read.
    guard !writers.isEmpty else { return self }
    var narrowed = self
    narrowed.sources = writers.flatMap { writer in
      ExpressionReader(writer).properties(in: type).map(\.name)
    }
    return narrowed
  }

  private func possibleSources(in type: ObjectType) -> [Property] {
    guard let sources else { return type.storedProperties }
    return type.storedProperties.filter { sources.contains($0.name) }
  }
}
