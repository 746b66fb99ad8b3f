import MigCheckModel
import MigCheckStores
import MigCheckText

/// The differences between one schema and the tables of the stores that were opened with it.
///
/// A run opens thousands of stores, of which most have tables that others had before: to compare
/// the tables takes a twentieth of the time to find the differences.
final class KnownDifferences: Sendable {
  private typealias Entry = (tables: [StoreTable], differences: [RealmSchemaDifference])

  private let entries = Locked([Entry]())

  /// More than the paths of a run give rise to; a store from elsewhere may have any tables.
  private static let limit = 64

  func differences(of tables: [StoreTable], from schema: Schema) -> [RealmSchemaDifference] {
    entries.withLock { entries in
      for index in entries.indices where entries[index].tables == tables {
        // Neighbours in time are alike.
        if index > 0 { entries.swapAt(0, index) }
        return entries[0].differences
      }
      let differences = RealmSchemaDifference.differences(of: tables, from: schema)
      if entries.count >= Self.limit { entries.removeAll() }
      entries.append((tables, differences))
      return differences
    }
  }
}
