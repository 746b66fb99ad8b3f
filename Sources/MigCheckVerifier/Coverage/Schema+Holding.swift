import MigCheckModel

extension Schema {
  /// Whether a store with this schema can have any object at all.
  var canHoldObjects: Bool { types.contains { canHold($0.name) } }

  /// Whether a store with this schema can have objects of a type at all.
  func canHold(_ name: Name) -> Bool {
    var pending = [name]
    var seen = [Name]()
    while let next = pending.popLast() {
      guard let type = type(named: next) else { continue }
      if !type.isEmbedded { return !type.isAbstract }
      if seen.contains(next) { continue }
      seen.append(next)
      for owner in types {
        let holds = owner.storedProperties.contains {
          $0.isLink && $0.objectType == next
        }
        if holds { pending.append(owner.name) }
      }
    }
    return false
  }
}
