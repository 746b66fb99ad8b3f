import MigCheckModel

/// What an app's own upgrade may do wrong.
enum AppMistake: String, Sendable, CaseIterable {
  case losesValue, losesObject, differsFromModel, throwsError, doesNothing

  struct Failed: Error, CustomStringConvertible {
    var description: String { "the disk is upside down" }
  }

  /// Puts the mistake into what an upgrade led to.
  ///
  /// - Parameters:
  ///   - kept: a text whose value every upgrade keeps.
  ///   - written: a text that migrations write.
  func apply(to snapshot: inout Snapshot, kept: PropertyPath, written: PropertyPath) {
    switch self {
    case .losesValue: set(.string(""), kept, in: &snapshot)
    case .differsFromModel: set(.string("by the app"), written, in: &snapshot)
    case .losesObject:
      guard let type = snapshot.graph.schema.index(of: kept.type),
        snapshot.graph.tables[type].count > 0
      else { return }
      let last = ObjectReference(type: type, index: snapshot.graph.tables[type].count - 1)
      snapshot.keys[type].removeLast()
      snapshot.graph.tables[type].count -= 1
      for index in snapshot.graph.tables.indices {
        for column in snapshot.graph.tables[index].columns.indices {
          if index == type { snapshot.graph.tables[index].columns[column].removeLast() }
          snapshot.graph.tables[index].columns[column] = snapshot.graph.tables[index]
            .columns[column].map { $0.mapLinks { $0 == last ? nil : $0 } }
        }
      }
    case .throwsError, .doesNothing: break
    }
  }

  private func set(_ value: Value, _ path: PropertyPath, in snapshot: inout Snapshot) {
    guard let type = snapshot.graph.schema.index(of: path.type), let property = path.property,
      let column = snapshot.graph.schema.types[type].storedIndex(of: property),
      snapshot.graph.tables[type].count > 0
    else { return }
    snapshot.graph.tables[type].columns[column][0] = value
  }
}
