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

extension [StoreTable] {
  /// As `==` says. That copies each table and each property, which takes longer than to compare them.
  fileprivate func isEqual(to others: [StoreTable]) -> Bool {
    guard count == others.count else { return false }
    return withUnsafeBufferPointer { own in
      others.withUnsafeBufferPointer { other in
        // Names and counts tell most tables of two versions apart.
        own.indices.allSatisfy {
          own[$0].properties.count == other[$0].properties.count && own[$0].name == other[$0].name
        } && own.indices.allSatisfy { own[$0].hasEqualLayout(as: other[$0]) }
      }
    }
  }
}

extension StoreTable {
  /// Of tables of one name, and with as many properties.
  fileprivate func hasEqualLayout(as other: StoreTable) -> Bool {
    guard id == other.id, isEmbedded == other.isEmbedded, primaryKey == other.primaryKey else {
      return false
    }
    return properties.withUnsafeBufferPointer { own in
      other.properties.withUnsafeBufferPointer { other in
        guard own.baseAddress != other.baseAddress else { return true }
        for index in own.indices {
          // Field by field: an argument would be a copy.
          guard own[index].name == other[index].name, own[index].type == other[index].type,
            own[index].isOptional == other[index].isOptional,
            own[index].collection == other[index].collection,
            own[index].isIndexed == other[index].isIndexed,
            own[index].objectType == other[index].objectType,
            own[index].originProperty == other[index].originProperty,
            own[index].defaultValue == other[index].defaultValue
          else { return false }
        }
        return true
      }
    }
  }
}
