import MigCheckModel
import MigCheckText

extension [StoreTable] {
  /// As `==` says. That copies each table and each property, which takes longer than to compare them.
  package func isEqual(to others: [StoreTable]) -> Bool {
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
