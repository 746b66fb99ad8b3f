import MigCheckModel

extension RealmContent {
  /// The positions of the tables whose objects are those of a class, in the order of the file.
  var classTables: [Int] {
    tables.indices.filter { tables[$0].className != nil && tables[$0].kind != .asymmetric }
  }

  /// The schema that the file shows: classes and properties in the order of the file.
  ///
  /// A file holds neither defaults nor linking objects. A primary key has an index anyway and does
  /// not count as indexed.
  package var schema: Schema {
    Schema(
      classTables.map { index in
        let table = tables[index]
        let key = table.primaryKey
        return ObjectType(
          table.className ?? "", primaryKey: key.map { Name(table.columns[$0].name) },
          embedded: table.kind == .embedded,
          table.columns.indices.compactMap { property(of: table, at: $0) })
      })
  }

  /// - Returns: `nil` for a link to what is not a class.
  func property(of table: RealmTable, at position: Int) -> Property? {
    let column = table.columns[position]
    var target: Name?
    if column.type == .object {
      guard let index = column.target, tables[index].kind != .asymmetric,
        let name = tables[index].className
      else { return nil }
      target = name
    }
    return Property(
      Name(column.name), column.type, collection: column.collection, objectType: target,
      optional: column.admitsNull,
      indexed: column.index == .general && position != table.primaryKey)
  }
}
