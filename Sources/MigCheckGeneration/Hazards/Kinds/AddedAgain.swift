import MigCheckModel

/// A type or a property goes and comes back in a later version: what it held must not come back.
struct AddedAgain: HazardKind {
  /// `nil`: the type as a whole.
  private let property: Name?

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .history(let history, let start) = place else { return [] }
    var found = [Hazard]()
    func add(_ property: Name?, _ isThere: [Bool]) {
      guard let back = TypeHistory.gap(isThere) else { return }
      let name = property.map { "\(history.name).\($0)" } ?? "type \(history.name)"
      found.append(
        Hazard(
          Self(property: property), from: history.numbers[start],
          to: history.numbers[start + back], type: history.name, property: property,
          description: "\(name) removed and added again"))
    }
    add(nil, history.types[start...].map { $0 != nil })
    for name in returning(history, from: start) {
      add(name, (start..<history.types.count).map { history.property(name, at: $0) != nil })
    }
    return found
  }

  /// In the order in which the versions from the start on first have them.
  private static func returning(_ history: TypeHistory, from start: Int) -> [Name] {
    let places = history.returning.compactMap { name -> (version: Int, column: Int, name: Name)? in
      let version = (start..<history.types.count).first { history.property(name, at: $0) != nil }
      return version.flatMap { version in
        history.types[version]?.storedIndex(of: name).map { (version, $0, name) }
      }
    }
    return places.sorted { ($0.version, $0.column) < ($1.version, $1.column) }.map(\.name)
  }

  var linked: [Name] { [property].compactMap(\.self) }

  func addShapes(to witnesses: inout WitnessList, of type: Int) {
    if property == nil { witnesses.addLinked(to: type) }
  }

  func values(in type: ObjectType) -> [HazardValues] {
    [property].compactMap { name in
      name.flatMap { HazardValues(of: $0, in: type, HazardValues.distinct) }
    }
  }
}
