import MigCheckModel
import MigCheckText

/// Reads the tables of a Realm file.
///
/// First the columns and the keys of all tables, then the values, so that each link can be followed
/// as it is read. Leaves are read by the extensions in `Leaves/`.
final class RealmContentReader {
  let image: RealmImage
  private(set) var layouts = [RealmTableLayout]()
  /// Parallel to `layouts`.
  private(set) var objects = [RealmClusters]()
  /// The positions of tables by their keys.
  private(set) var positions = [Int64: Int]()
  /// The table that holds the schema version; it has no position.
  private var metadata: RealmTableLayout?
  var invalidTexts = [RealmPlace: Int]()
  var unresolvedLinks = [RealmPlace: Int]()
  var setsWithNaN = [RealmPlace: Int]()
  var movedDates = [RealmPlace: Int]()

  init(_ image: RealmImage) {
    self.image = image
  }

  /// - Parameter top: the node that all others hang from.
  func read(_ top: RealmTop) throws -> RealmContent {
    try readLayouts(top)
    for table in layouts.indices {
      for column in layouts[table].columns.indices {
        guard let key = layouts[table].columns[column].opposite else { continue }
        guard let target = positions[key] else {
          throw RealmDamage(
            layouts[table].clusters,
            "\(layouts[table].name).\(layouts[table].columns[column].column.name) links to a table "
              + "that does not exist")
        }
        layouts[table].columns[column].column.target = target
      }
    }
    objects = try layouts.map { try RealmClusters(at: $0.clusters, in: image) }
    var content = RealmContent(format: image.format, schemaVersion: try schemaVersion())
    content.tables = try layouts.indices.map(table)
    content.notes = notes(in: content.tables)
    if content.schemaVersion == nil { content.notes.insert(.noSchemaVersion, at: 0) }
    return content
  }

  /// - Returns: `nil` if the file was never given a version.
  private func schemaVersion() throws -> UInt64? {
    guard let metadata,
      let column = metadata.columns.first(where: { $0.column.name == RealmContent.versionColumn }),
      let leaf = try RealmClusters(at: metadata.clusters, in: image).leaves.first, leaf.count > 0
    else { return nil }
    let number = try image.integer(try image.child(leaf.node, column.leaf + 1), 0)
    return number == RealmContent.noVersion ? nil : UInt64(bitPattern: number)
  }

  private func readLayouts(_ top: RealmTop) throws {
    let names = try image.names(try image.node(at: top.names))
    let tables = try image.node(at: top.tables)
    guard tables.count == names.count else {
      throw RealmDamage(tables.ref, "there are \(names.count) names for \(tables.count) tables")
    }
    for (index, name) in names.enumerated() {
      // The place of a removed table is empty, or holds the number of the next such place.
      guard case .reference(let ref) = try image.slot(tables, index) else { continue }
      let layout = try RealmTableLayout(try image.node(at: ref), name: name, in: image)
      guard name != RealmContent.metadataTable else {
        metadata = layout
        continue
      }
      guard positions[layout.key] == nil else {
        throw RealmDamage(ref, "two tables have one key")
      }
      positions[layout.key] = layouts.count
      layouts.append(layout)
    }
  }

  private func table(_ position: Int) throws -> RealmTable {
    let layout = layouts[position]
    return RealmTable(
      name: layout.name, kind: layout.kind, primaryKey: layout.primaryKey,
      columns: layout.columns.map(\.column), keys: objects[position].keys,
      values: try layout.columns.indices.map { try values(of: $0, in: position) })
  }

  private func values(of column: Int, in table: Int) throws -> [Value] {
    let layout = layouts[table].columns[column]
    var element = RealmElement(
      type: layout.column.type, isNullable: layout.column.isOptional, target: layout.column.target,
      place: RealmPlace(table: table, column: column))
    if let ref = layout.enumeratedTexts {
      var texts = [Value]()
      try image.visitTree(at: ref) {
        try append($0, of: element, expecting: nil, to: &texts)
      }
      element.enumeratedTexts = texts
    }
    var values = [Value]()
    values.reserveCapacity(objects[table].keys.count)
    for leaf in objects[table].leaves {
      let node = try image.child(leaf.node, layout.leaf + 1)
      if let collection = layout.column.collection {
        try appendCollections(node, collection, of: element, expecting: leaf.count, to: &values)
      } else {
        try append(node, of: element, expecting: leaf.count, to: &values)
      }
    }
    return values
  }

  /// What was counted, by table and column.
  private func notes(in tables: [RealmTable]) -> [RealmNote] {
    var notes = [RealmNote]()
    for (table, content) in tables.enumerated() {
      for (column, property) in content.columns.enumerated() {
        let place = RealmPlace(table: table, column: column)
        let path = PropertyPath(
          type: content.className ?? Name(content.name), property: Name(property.name))
        if let count = invalidTexts[place] { notes.append(.invalidText(path, count: count)) }
        if let count = unresolvedLinks[place] {
          notes.append(.unresolvedLinks(path, count: count))
        }
        if let count = movedDates[place] { notes.append(.movedDates(path, count: count)) }
        if let count = setsWithNaN[place] { notes.append(.setWithNaN(path, count: count)) }
      }
    }
    return notes
  }
}
