import MigCheckModel

/// `defaults-applied`: an added property of an existing object has its declared default, unless
/// the migration wrote it.
enum DefaultsApplied {
  static func faults(in context: HopContext) -> [Fault] {
    var faults = [Fault]()
    let (before, after) = (context.before, context.after)
    for (newIndex, type) in after.schema.types.enumerated() {
      guard let oldIndex = context.plan.oldType[newIndex] else { continue }
      let oldType = before.schema.types[oldIndex]
      for (column, property) in type.storedProperties.enumerated() {
        guard let expected = property.defaultValue,
          oldType.storedIndex(of: property.name) == nil,
          !context.record.isRenameTarget(property.name, of: type.name)
        else { continue }
        let written = context.record.written(property.name, of: type.name) ?? []
        var fault: Fault?
        for position in 0..<after.count(of: newIndex) {
          let key = after.key(of: newIndex, at: position)
          let found = after.value(of: newIndex, at: position, column: column)
          guard found != expected, context.comparable(found) != context.comparable(expected),
            before.position(of: key, type: oldIndex) != nil,
            !written.containsSorted(key)
          else { continue }
          if fault == nil {
            fault = Fault(
              .defaultNotApplied, type: type.name, property: property.name, object: key,
              before: after.snapshot.text(of: expected), after: after.snapshot.text(of: found))
          } else {
            fault?.count += 1
          }
        }
        if let fault { faults.append(fault) }
      }
    }
    return faults
  }
}
