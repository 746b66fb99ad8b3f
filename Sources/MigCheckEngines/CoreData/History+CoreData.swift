import MigCheckModel

extension CoreDataBundle {
  /// The bundle as a history of the engine's rules, without steps of a migration.
  package var history: History {
    History(
      name: name, engine: .coredata,
      stages: versions.map { version in
        var stage = HistoryVersion(number: version.number, schema: version.model.schema)
        stage.coreData = version.model
        return stage
      })
  }
}
