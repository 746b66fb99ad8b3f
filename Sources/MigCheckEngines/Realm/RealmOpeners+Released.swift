import MigCheckModel

extension RealmOpeners {
  /// Versions whose schema was changed after they were released, without a new number: Realm refuses a
  /// store of the version, whichever release opens it.
  var forgottenVersions: [OpenerProblem] {
    let numbers = history.stages.map(\.number)
    return history.released.compactMap { released -> OpenerProblem? in
      guard let place = numbers.firstIndex(of: released.version), numbers.count > 1 else {
        return nil
      }
      let changes = SchemaChange.changes(
        from: released.schema, to: history.stages[place].schema
      ).filter(\.needsMigration)
      guard !changes.isEmpty else { return nil }
      // The upgrade that begins at the version; of the newest one, that which leads there.
      let first = min(place, numbers.count - 2)
      let hop = (numbers[first], numbers[first + 1])
      let shown = changes.prefix(3).map(\.description)
      let rest = changes.count > 3 ? ["and \(changes.count - 3) more"] : []
      let number = released.version
      return OpenerProblem(
        .versionForgotten, opener: "app", from: hop.0, to: hop.1, type: nil,
        sentence: "The schema of version \(number) is not the one that was released as version "
          + "\(number) (\(released.file)): \((shown + rest).joined(separator: ", ")). The app cannot "
          + "open a store that users have at this version. Give the changed schema a new number, in "
          + "the app, too; if version \(number) is not released, freeze it again.",
        order: [
          "the released app opens it at version \(number)",
          "the app opens it at version \(number): refused with schemaMismatch",
        ], source: history.stages[place].source)
    }
  }
}
