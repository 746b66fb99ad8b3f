import MigCheckHistory
import MigCheckModel

extension CoreDataBundle {
  /// The bundle as a history of the engine's rules, without steps of a migration.
  package var history: History { history(custom: []) }

  /// - Parameters:
  ///   - custom: upgrades with a mapping model of their own, which are not judged.
  ///   - opening: how the app opens its store.
  package func history(
    custom: Set<InferenceMatrix.Hop>, opening: CoreDataOpening = .inferred
  ) -> History {
    var history = History(
      name: name, engine: .coredata,
      stages: versions.map { version in
        var stage = HistoryVersion(number: version.number, schema: version.model.schema)
        stage.coreData = version.model
        stage.label = version.name
        return stage
      })
    history.customHops = custom
    history.coreDataOpening = opening
    return history
  }
}
