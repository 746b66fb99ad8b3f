import MigCheckModel

/// Nothing changes: every object must come out as it went in.
struct Untouched: HazardKind {
  static func hazards(at place: HazardPlace) -> [Hazard] {
    guard case .unchanged(let type, let names, let from, let to) = place, !names.isEmpty else {
      return []
    }
    return [
      Hazard(
        Self(), from: from, to: to, type: type, property: nil,
        description: "\(type) unchanged: \(names.map(\.text).joined(separator: ", "))")
    ]
  }
}
