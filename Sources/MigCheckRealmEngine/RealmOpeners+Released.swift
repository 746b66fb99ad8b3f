import MigCheckHistory
import MigCheckModel

extension RealmOpeners {
  /// Versions whose schema was changed after they were released, without a new number: Realm refuses a
  /// store of the version, whichever release opens it.
  var forgottenVersions: [OpenerProblem] {
    let numbers = history.stages.map(\.number)
    return history.released.flatMap { released -> [OpenerProblem] in
      guard let place = numbers.firstIndex(of: released.version), numbers.count > 1 else {
        return []
      }
      let changes = SchemaChange.changes(
        from: released.schema, to: history.stages[place].schema
      ).filter(\.needsMigration)
      guard !changes.isEmpty else { return [] }
      // The upgrade that begins at the version; where a run ends there, that which leads to it.
      let firsts = [place, place - 1].filter { $0 >= 0 && $0 + 1 < numbers.count }
      let shown = changes.prefix(3).map(\.description)
      let rest = changes.count > 3 ? ["and \(changes.count - 3) more"] : []
      let number = released.version
      let sentence =
        "The schema of version \(number) is not the one that was released as version "
        + "\(number) (\(released.file)): \((shown + rest).joined(separator: ", ")). The app "
        + "\(history.deleteIfMigrationNeeded ? "deletes" : "cannot open") a store that users have at "
        + "this version. Give the changed schema a new number, in "
        + "the app, too; if version \(number) is not released, freeze it again."
      let order = [
        "the released app opens it at version \(number)",
        "the app opens it at version \(number): "
          + (history.deleteIfMigrationNeeded
            ? "the store is deleted" : "refused with schemaMismatch"),
      ]
      return firsts.map { first in
        OpenerProblem(
          .versionForgotten, opener: "app", from: numbers[first], to: numbers[first + 1],
          sentence: sentence, order: order, source: history.stages[place].source)
      }
    }
  }
}
