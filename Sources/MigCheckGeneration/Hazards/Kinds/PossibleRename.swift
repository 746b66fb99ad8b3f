import MigCheckModel

/// A property goes and another of the same type comes, to which its values may belong.
struct PossibleRename: HazardKind {
  private let old: Name
  private let new: Name

  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .replacement(let own) = place else { return [] }
    let description =
      "\(own.type).\(own.removed.name) removed and \(own.added.name) added: \(own.added.notation)"
    return [
      Hazard(
        Self(old: own.removed.name, new: own.added.name), from: own.from, to: own.to,
        type: own.type, property: own.removed.name, description: description)
    ]
  }

  var linked: [Name] { [old, new] }

  func values(in type: ObjectType) -> [HazardValues] {
    [old, new].compactMap { HazardValues(of: $0, in: type, HazardValues.distinct) }
  }
}
