import MigCheckModel
import MigCheckStores

// Columns of composite attributes: each element has one. How it is named nobody documents, so that
// any column counts that is named after the element and that nothing else explains.

extension LayoutMatcher {
  mutating func matchComposites(of root: Name) {
    guard let name = layout.tables[root], let table = file.database.table(name) else { return }
    var types = [String: String]()
    for column in table.columns { types[column.name] = column.type }
    for entity in hierarchy(of: root) {
      for attribute in entity.attributes
      where attribute.isStored && !attribute.compositePath.isEmpty {
        let candidates = Self.candidates(attribute.compositePath)
        let free = table.columns.map(\.name).filter { !(explained[name]?.contains($0) ?? false) }
        let found =
          candidates.lazy.compactMap { candidate in free.first { $0 == candidate } }.first
          ?? candidates.lazy.compactMap { candidate in free.first { $0.isNumbered(candidate) } }
          .first
        require(
          found ?? candidates[0], in: name, types, type: attribute.type.columnType,
          for: CoreDataLayout.Place(entity: entity.name, property: attribute.name))
      }
    }
  }

  /// With the composite attribute's name, or after the element alone.
  private static func candidates(_ path: [Name]) -> [String] {
    let parts = path.map(\.columnPart)
    return ["Z" + parts.joined(separator: "_"), "Z" + parts.joined(), "Z" + (parts.last ?? "")]
  }
}
