import MigCheckModel
import MigCheckStores
import MigCheckText

/// The differences between one schema and the tables of the stores that were opened with it.
///
/// A run opens thousands of stores, of which most have tables that others had before: to compare
/// the tables takes a twentieth of the time to find the differences.
final class KnownDifferences: Sendable {
  private typealias Entry = (tables: [StoreTable], differences: [RealmSchemaDifference])

  /// By the names of all tables and properties, which tell most of them apart.
  private let entries = Locked([Int: [Entry]]())

  // A store from elsewhere may have any tables.
  /// The maximum of sets of names.
  private static let mostNames = 1024
  /// The maximum of stores with the same names.
  private static let mostStores = 64

  func differences(of tables: [StoreTable], from schema: Schema) -> [RealmSchemaDifference] {
    let names = tables.namesHash
    return entries.withLock { entries in
      if let known = entries[names]?.first(where: { $0.tables.isEqual(to: tables) }) {
        return known.differences
      }
      let differences = RealmSchemaDifference.differences(of: tables, from: schema)
      if entries.count >= Self.mostNames || entries[names]?.count ?? 0 >= Self.mostStores {
        entries.removeAll()
      }
      entries[names, default: []].append((tables, differences))
      return differences
    }
  }
}

extension [StoreTable] {
  /// Equal for tables whose names, and those of their properties, are the same in the same order.
  fileprivate var namesHash: Int {
    var hasher = Hasher()
    for index in indices {
      hasher.combine(self[index].name)
      hasher.combine(self[index].properties.count)
      for place in self[index].properties.indices {
        hasher.combine(self[index].properties[place].name)
      }
    }
    return hasher.finalize()
  }
}
