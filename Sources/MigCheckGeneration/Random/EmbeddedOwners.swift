import MigCheckModel

/// Through which types and properties objects of embedded types can live.
struct EmbeddedOwners {
  /// By type, embedded or not: the types that have a property for it, each with its first one.
  private let owners: [[(type: Int, property: Property)]]
  private let isEmbedded: [Bool]

  /// - Complexity: O(*n*) in the number of properties, times that of types.
  init(schema: Schema) {
    isEmbedded = schema.types.map(\.isEmbedded)
    var owners = schema.types.map { _ in [(type: Int, property: Property)]() }
    for (index, owner) in schema.types.enumerated() {
      for property in owner.storedProperties where property.isLink && property.collection != .set {
        guard let target = property.objectType.flatMap(schema.index(of:)),
          owners[target].last?.type != index
        else { continue }
        owners[target].append((index, property))
      }
    }
    self.owners = owners
  }

  /// The type and property that hold objects of an embedded type, on the shortest way up to a
  /// top-level type.
  ///
  /// - Returns: the owner, the top-level type, and the property; `nil` if no way leads up.
  func owner(of type: Int) -> (owner: (type: Int, top: Int), property: Property)? {
    var queue = [type]
    var isQueued = isEmbedded.map { _ in false }
    isQueued[type] = true
    // For each type found, the step towards `type`.
    var first: [(owner: Int, property: Property)] = []
    var next = 0
    while next < queue.count {
      for owner in owners[queue[next]] where !isQueued[owner.type] {
        let step = next == 0 ? (owner: owner.type, property: owner.property) : first[next - 1]
        if !isEmbedded[owner.type] { return ((step.owner, owner.type), step.property) }
        isQueued[owner.type] = true
        queue.append(owner.type)
        first.append(step)
      }
      next += 1
    }
    return nil
  }
}

extension Schema {
  /// How deep embedded objects may be nested below an object that is filled with one in each place,
  /// so that there are not too many: their number grows with every level by as many times as a
  /// type has places for them.
  ///
  /// - Returns: at least 1, so that each place of the object itself is filled.
  func fillingDepth(of type: ObjectType, limit: Int = 4) -> Int {
    (1..<max(2, limit + 1)).last { depth in
      var left = depth == 1 ? Int.max : Self.filledObjects
      return count(type, depth: depth, left: &left)
    } ?? 1
  }

  /// How many embedded objects a filled object may have.
  private static let filledObjects = 256

  /// - Returns: whether there are no more than are left.
  private func count(_ type: ObjectType, depth: Int, left: inout Int) -> Bool {
    guard depth > 0 else { return true }
    for property in type.storedProperties where property.isLink && property.collection != .set {
      guard let target = property.objectType.flatMap(self.type(named:)), target.isEmbedded else {
        continue
      }
      left -= 1
      if left < 0 { return false }
      if depth > 1, !count(target, depth: depth - 1, left: &left) { return false }
    }
    return true
  }
}
