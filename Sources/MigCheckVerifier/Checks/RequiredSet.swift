import MigCheckModel

/// `required-set`: no null in a required property, nor in a collection of required elements.
enum RequiredSet {
  static func faults(in context: HopContext) -> [Fault] {
    var faults = [Fault]()
    let after = context.after
    for (index, type) in after.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated() where forbidsNull(property) {
        var fault: Fault?
        for position in 0..<after.count(of: index) {
          guard holdsNull(after.value(of: index, at: position, column: column)) else { continue }
          let key = after.key(of: index, at: position)
          let isOlder = context.wasSo(key, type: type.name, property: property.name) {
            holdsNull($0) && forbidsNull($1)
          }
          if isOlder { continue }
          if fault == nil {
            fault = Fault(
              .nullInRequired, type: type.name, property: property.name, object: key)
          } else {
            fault?.count += 1
          }
        }
        if let fault { faults.append(fault) }
      }
    }
    return faults
  }

  private static func forbidsNull(_ property: Property) -> Bool {
    if property.type == .mixed { return false }
    // A to-one link may be null, and so may a dictionary's.
    if property.isLink { return property.collection == .list || property.collection == .set }
    return !property.isOptional
  }

  private static func holdsNull(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .list(let elements), .set(let elements): elements.contains(where: \.isNull)
    case .dictionary(let entries): entries.contains { $0.value.isNull }
    default: false
    }
  }
}
