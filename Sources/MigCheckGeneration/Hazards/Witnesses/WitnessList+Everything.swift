import MigCheckModel

extension WitnessList {
  /// Two objects of every type, with all properties filled and all links set: whatever changes
  /// or does not change, no type and no property of the version is left out.
  ///
  /// The two differ in every property, so that at most one of them has a default.
  mutating func addEverything() {
    add { builder in
      for (type, objectType) in builder.schema.types.enumerated() where objectType.hasOwnTable {
        for _ in 0..<2 { builder.add(type, filling: .linked) }
      }
      for (type, objectType) in builder.schema.types.enumerated() where objectType.isEmbedded {
        for _ in 0..<2 { builder.add(type, filling: .linked) }
      }
    }
  }
}
