import MigCheckCoreData
import MigCheckModel

/// A format that keeps large values in another way than small ones.
package protocol LargeValueFormat: StoreFormat {
  /// The same graph with a value of each such property made large.
  ///
  /// - Returns: `nil` if no object has a value of such a property.
  func enlarged(_ graph: ObjectGraph, at version: UInt64) throws -> ObjectGraph?
}

extension CoreDataFileFormat: LargeValueFormat {
  /// Of each binary attribute that allows external storage the first value that is not empty.
  package func enlarged(_ graph: ObjectGraph, at version: UInt64) throws -> ObjectGraph? {
    let model = try self.version(version).model
    var result = graph
    var isEnlarged = false
    for entity in model.entities {
      for attribute in entity.attributes
      where attribute.isStored && attribute.allowsExternalStorage && attribute.type == .binary {
        if enlarge(attribute.name, of: entity.name, in: &result, model) { isEnlarged = true }
      }
    }
    return isEnlarged ? result : nil
  }

  private func enlarge(
    _ attribute: Name, of entity: Name, in graph: inout ObjectGraph, _ model: CoreDataModel
  ) -> Bool {
    for (type, objectType) in graph.schema.types.enumerated()
    where model.entity(objectType.name, isKindOf: entity) {
      guard let column = objectType.storedIndex(of: attribute) else { continue }
      for (row, value) in graph.tables[type].columns[column].enumerated() {
        guard case .data(let bytes) = value, !bytes.isEmpty else { continue }
        let count = StoreValueWriter.largestInStore / bytes.count + 1
        graph.tables[type].columns[column][row] = .data(
          Array(repeatElement(bytes, count: count).joined()))
        return true
      }
    }
    return false
  }
}
