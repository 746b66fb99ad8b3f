import MigCheckModel

/// Properties of one type that follow one another over several versions: values may have gone from
/// one name to the next more than once.
struct RenameChain: HazardKind {
  private let names: [Name]

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .history(let history, let start) = place, let first = history.types[start] else {
      return []
    }
    return first.storedProperties.compactMap { property in
      let names = chain(of: property, history, from: start)
      guard names.count > 2 else { return nil }
      return Hazard(
        Self(names: names), from: history.numbers[start],
        to: history.numbers[history.numbers.count - 1], type: history.name, property: names.first,
        description:
          "\(history.name): \(names.map(\.text).joined(separator: " → ")), one after another")
    }
  }

  /// The names that a property may have had in turn, its own first.
  private static func chain(
    of property: Property, _ history: TypeHistory, from start: Int
  ) -> [Name] {
    var names = [property.name]
    var current = property
    // Nearly all properties stay.
    if history.keeps(property.name, from: start) { return names }
    for version in (start + 1)..<history.types.count {
      guard history.types[version - 1] != nil, let new = history.types[version] else { break }
      guard history.property(current.name, at: version) == nil else { continue }
      let successor = new.storedProperties.first {
        history.property($0.name, at: version - 1) == nil && $0.hasSameContent(as: current)
      }
      guard let successor else { break }
      names.append(successor.name)
      current = successor
    }
    return names
  }

  var linked: [Name] { names }

  func values(in type: ObjectType) -> [HazardValues] {
    names.compactMap { HazardValues(of: $0, in: type, HazardValues.distinct) }
  }
}
