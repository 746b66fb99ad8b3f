import MigCheckHistory
import MigCheckModel
import MigCheckStores
import MigCheckText

// The objects of a type, each as it was and as it is.

extension RealmMigration {
  /// The tables that an enumeration of a type goes through, or `nil`: nothing to visit.
  func enumeratedTables(_ type: Name) -> (old: StoreTable?, new: StoreTable?)? {
    let old = store.oldTable(named: type)
    let isInTarget = schema.index(of: type) != nil
    let new = isInTarget ? store.table(named: type) : nil
    return old == nil && new == nil ? nil : (old, new)
  }

  func enumerate(
    _ type: Name, where condition: SQLExpression?, set: [MigrationStep.Assignment], delete: Bool,
    place: ConditionPlace?
  ) throws {
    guard let tables = enumeratedTables(type) else { return }
    let target = schema.type(named: type)
    if delete { try log?.willDelete(nil, of: type, in: store) }
    let properties = target?.storedProperties ?? []
    let assignments = set.sorted { $0.property < $1.property }.map { assignment in
      ObjectUpdate.Assignment(
        name: assignment.property, target: writable(assignment.property, of: type, in: target),
        expression: assignment.expression)
    }
    var update = ObjectUpdate(
      typeName: type, oldTable: tables.old?.id, newTable: tables.new?.id,
      oldProperties: tables.old?.properties ?? [], newProperties: properties,
      unreadable: deadProperties.filter { $0.type == type }.compactMap(\.property),
      condition: condition, assignments: assignments, deletes: delete, records: recorder != nil,
      computed: target?.computedProperties ?? [],
      isPerturbed: isPerturbed)
    update.findPaths(
      old: { self.store.oldTable(named: $0)?.properties }, new: readableProperties)
    if let place { watchConditions(of: update, at: place) }
    let applied =
      try update.followsLinks
      ? store.applyFollowingLinks(update, objectLinks, evaluator: evaluator) : store.apply(update)
    if let target, let key = target.primaryKey,
      set.contains(where: { $0.property == key })
    {
      touchKey(of: type)
    }
    guard let recorder else { return }
    for assignment in set {
      recorder.wrote(assignment.property, of: type, keys: applied.matched)
    }
    record(applied.deleted, as: .migration)
    record(applied.overwritten, as: .overwritten)
  }

  /// The properties of a type that can be read through a link of the new state.
  private func readableProperties(of type: Name) -> [Property]? {
    schema.type(named: type)?.storedProperties.filter { !isDead($0.name, of: type) }
  }

  /// What the expressions of steps find objects by.
  var objectLinks: ObjectLinks {
    ObjectLinks(store: store, schema: schema) { type in
      self.createdObjects.last { $0.type == type }?.object
    }
  }

  /// The property that a step may write, or why it may not.
  func writable(
    _ name: Name, of type: Name, in target: ObjectType?
  ) -> Result<Property, UpgradeError> {
    log?.asked(toWrite: name, of: type)
    guard let index = target?.storedIndex(of: name), let target else {
      return .failure(
        UpgradeError(
          .noSuchProperty, "Invalid property name '\(name)' for class '\(type)'.", type: type,
          property: name))
    }
    if isDead(name, of: type) { return .failure(deadPropertyError(name, of: type)) }
    return .success(target.storedProperties[index])
  }
}
