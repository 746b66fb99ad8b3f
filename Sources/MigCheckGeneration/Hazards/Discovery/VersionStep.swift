import MigCheckModel

/// What changes from one version to the next.
struct VersionStep {
  /// What changes of one type.
  struct Touched {
    let type: Name
    /// The properties that change; `nil`: perhaps all, since the type comes or goes as a whole.
    var properties: [Name]?
  }

  let changes: [SchemaChange]
  /// In the order of the names.
  private(set) var touched: [Touched] = []
  /// Whether a type may have fewer properties afterwards.
  private(set) var removesProperty = false

  init(from old: Schema, to new: Schema) {
    changes = SchemaChange.changes(from: old, to: new)
    for change in changes { add(change) }
  }

  private mutating func add(_ change: SchemaChange) {
    if touched.last?.type != change.type {
      touched.append(Touched(type: change.type, properties: []))
    }
    let last = touched.count - 1
    switch change {
    case .typeAdded: touched[last].properties = nil
    case .typeRemoved:
      touched[last].properties = nil
      removesProperty = true
    case .propertyRemoved, .propertyAdded, .propertyRetyped, .madeOptional, .madeRequired,
      .indexAdded, .indexRemoved, .defaultChanged:
      if case .propertyRemoved = change { removesProperty = true }
      // Changes of one property follow one another.
      if let name = change.property, touched[last].properties?.last != name {
        touched[last].properties?.append(name)
      }
    case .becameEmbedded, .becameTopLevel, .primaryKeyAdded, .primaryKeyRemoved,
      .primaryKeyChanged:
      break
    }
  }
}
