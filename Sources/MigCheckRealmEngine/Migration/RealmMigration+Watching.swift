import MigCheckHistory
import MigCheckModel
import MigCheckStores

extension RealmMigration {
  /// Evaluates the probes of a step for the objects that it is about to visit.
  func watchConditions(of update: ObjectUpdate, at place: ConditionPlace) {
    guard let watch = recorder?.watch else { return }
    update.watchConditions(watch, at: place, in: store, evaluator: evaluator) { property in
      guard update.unreadable.contains(property.name) else { return nil }
      return deadPropertyError(property.name, of: update.typeName)
    }
  }
}
