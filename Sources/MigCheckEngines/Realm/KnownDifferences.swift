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
      for index in entries.indices where entries[index].tables.isEqual(to: tables) {
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

extension [StoreTable] {
  /// As `==` says. That copies each table and each property, which takes longer than to compare them.
  fileprivate func isEqual(to others: [StoreTable]) -> Bool {
    guard count == others.count else { return false }
    return withUnsafeBufferPointer { own in
      others.withUnsafeBufferPointer { other in
        own.indices.allSatisfy { own[$0].isEqual(to: other[$0]) }
      }
    }
  }
}

extension StoreTable {
  fileprivate func isEqual(to other: StoreTable) -> Bool {
    guard id == other.id, name == other.name, isEmbedded == other.isEmbedded,
      primaryKey == other.primaryKey, properties.count == other.properties.count
    else { return false }
    return properties.withUnsafeBufferPointer { own in
      other.properties.withUnsafeBufferPointer { other in
        own.baseAddress == other.baseAddress || own.indices.allSatisfy { own[$0] == other[$0] }
      }
    }
  }
}
