/// Walks a Realm file as strictly as the engine's own check does: every link has its back link,
/// indexes agree with values, keys ascend, columns are of one length, and each byte of the file
/// belongs to one node.
final class RealmVerifier {
  let file: RealmRawFile
  var tables = [Table]()
  /// Links and back links: origin's table, column and key, target's table and key.
  private var links = [[Int64]]()
  private var backLinks = [[Int64]]()

  struct Column {
    let name: String?
    let code: Int
    let attributes: Int
    let key: Int64
    let texts: [RealmRawFile.Cell]?
    var index: Int { Int(key & 0xFFFF) }
    var isBackLink: Bool { code == 14 }
    var collection: Int { attributes & (32 | 64 | 128) }
  }

  struct Table {
    let name: String
    let key: Int64
    let kind: Int64
    let primaryKey: Int64?
    let columns: [Column]
    let oppositeTables: [Int64]
    let oppositeColumns: [Int64]
    let indexes: [Int64]
    let clusters: Int64
    let counter: Int64
    var keys = [Int64]()
    /// By the index of the column.
    var values = [Int: [RealmRawFile.Cell]]()
    let tombstones: Int64
  }

  private init(_ file: RealmRawFile) {
    self.file = file
  }

  /// The faults of a file; empty if it has none.
  static func problems(in bytes: [UInt8]) -> [String] {
    do {
      let file = try RealmRawFile(bytes)
      if file.top == 0 { return [] }
      let verifier = RealmVerifier(file)
      try verifier.verify()
      return file.problems
    } catch {
      return ["\(error)"]
    }
  }

  private func verify() throws {
    let top = try file.slots(at: Int64(file.top))
    file.require([3, 5, 7, 9, 10, 11, 12].contains(top.count), "the top has \(top.count) elements")
    let size = Int(file.untag(top[2], "the size"))
    file.require(size <= file.bytes.count, "the file is shorter than it says")
    let names = file.shortTexts(try file.node(Int(top[0])), longest: 64)
    let slots = try file.slots(at: top[1])
    file.require(names.count == slots.count, "there are not as many names as tables")
    for (index, slot) in slots.enumerated() where slot != 0 && slot & 1 == 0 {
      guard case .text(let name) = names[index] else {
        file.fail("table \(index) has no name")
        continue
      }
      tables.append(try table(slot, name: String(decoding: name, as: UTF8.self)))
      file.require(
        tables[tables.count - 1].key & 0xFFFF == Int64(index), "the key of table \(index)")
    }
    for index in tables.indices { try readObjects(of: index) }
    checkLinks()
    for table in tables { try RealmIndexVerifier(file: file, table: table).verify() }
    try checkSpace(top, size: size)
  }

  private func table(_ ref: Int64, name: String) throws -> Table {
    var slots = try file.slots(at: ref)
    file.require((12...14).contains(slots.count), "table \(name) has \(slots.count) elements")
    slots += Array(repeating: 0, count: 14 - slots.count)
    let spec = try file.slots(at: slots[0])
    file.require(spec.count == 6 && spec[3] == 0, "the columns of \(name)")
    let types = try file.integers(at: spec[0])
    let names = file.shortTexts(try file.node(Int(spec[1])), longest: 64)
    let attributes = try file.integers(at: spec[2])
    let keys = try file.integers(at: spec[5])
    let texts = spec[4] == 0 ? [] : try file.slots(at: spec[4])
    file.require(
      types.count == keys.count && attributes.count == keys.count, "the columns of \(name)")
    let columns = try keys.indices.map { index in
      let code = Int(types[index] & 0xFFFF)
      let key = keys[index]
      file.require(
        Int(key >> 16 & 0x3F) == code && key >> 22 & 0xFF == attributes[index] & ~0x101,
        "the key of column \(index) of \(name)")
      file.require(
        (types[index] >> 16 == 2) == (attributes[index] & 64 != 0), "the type of \(name).\(index)")
      file.require((index < names.count) != (code == 14), "the order of columns of \(name)")
      return Column(
        name: index < names.count ? "\(names[index])" : nil, code: code == 13 ? 12 : code,
        attributes: Int(attributes[index]) | (code == 13 ? 32 : 0), key: key,
        texts: index < texts.count && texts[index] != 0
          ? try file.tree(texts[index], .init(code: 2, isNullable: true)) : nil)
    }
    file.require(
      Set(columns.map(\.index)).count == columns.count, "two columns of \(name) have one place")
    return Table(
      name: name, key: file.untag(slots[3], "the key of \(name)"), kind: slots[12] >> 1,
      primaryKey: slots[11] == 0 ? nil : file.untag(slots[11], "the primary key of \(name)"),
      columns: columns, oppositeTables: try file.integers(at: slots[7]),
      oppositeColumns: try file.integers(at: slots[8]), indexes: try file.slots(at: slots[4]),
      clusters: slots[2], counter: slots[9] == 0 ? 0 : slots[9] >> 1, tombstones: slots[13])
  }

  // MARK: Objects

  private func readObjects(of index: Int) throws {
    try readCluster(tables[index].clusters, offset: 0, table: index, isRoot: true)
    let table = tables[index]
    for (left, right) in zip(table.keys, table.keys.dropFirst()) {
      file.require(left < right, "the keys of \(table.name) do not ascend")
    }
    file.require(
      Set(table.columns.filter { $0.collection == 0 && !$0.isBackLink }.map(\.index))
        .isSubset(of: Set(table.values.keys)) || table.keys.isEmpty, "columns of \(table.name)")
    for column in table.columns {
      let isLink = column.code == 12 || column.isBackLink
      file.require(
        isLink == (table.oppositeTables[column.index] != 0x7FFF_FFFF)
          && isLink == (table.oppositeColumns[column.index] != .max),
        "the opposite of \(table.name).\(column.name ?? "back link")")
    }
    // A key that the engine's counter makes next must be free.
    let next = table.counter & 0xFF | (table.counter >> 8) << 16
    file.require(
      table.keys.allSatisfy { $0 < next } || table.keys.contains { $0 != next },
      "the next key of \(table.name) is taken")
    file.require(!table.keys.contains(next), "the next key of \(table.name) is taken")
    if table.tombstones != 0 { try skipObjects(table.tombstones, of: index) }
  }

  private func readCluster(_ ref: Int64, offset: Int64, table: Int, isRoot: Bool) throws {
    let node = try file.node(Int(ref), claiming: false)
    let slots = try file.slots(at: ref)
    guard !node.isInner else {
      let count = tables[table].keys.count
      let depth = file.untag(slots[1], "the depth of \(ref)")
      let children = slots.dropFirst(3)
      file.require(children.count <= 256 && !children.isEmpty, "children of \(ref)")
      let offsets =
        slots[0] == 0
        ? children.indices.map { Int64($0 - 3) << (8 * depth) } : try file.unsigned(at: slots[0])
      file.require(offsets.count == children.count && offsets[0] == 0, "offsets of \(ref)")
      for (child, relative) in zip(children, offsets) {
        let isInner = try file.node(Int(child), claiming: false).isInner
        file.require(isInner == (depth > 1), "the depth of \(ref)")
        try readCluster(child, offset: offset + relative, table: table, isRoot: false)
      }
      file.require(
        file.untag(slots[2], "the size of \(ref)") == Int64(tables[table].keys.count - count),
        "the size of \(ref)")
      return
    }
    let keys = slots[0] & 1 == 1 ? (0..<slots[0] >> 1).map { $0 } : try file.unsigned(at: slots[0])
    file.require(keys.count <= 256 && (isRoot || !keys.isEmpty), "leaf \(ref) has \(keys.count)")
    tables[table].keys += keys.map { $0 + offset }
    let columns = tables[table].columns
    for place in slots.indices.dropFirst() where !columns.contains(where: { $0.index == place - 1 })
    {
      file.require(slots[place] == 0, "leaf \(ref) has values of a removed column")
    }
    for column in columns {
      guard column.index + 1 < slots.count else {
        file.fail("leaf \(ref) has no column \(column.index)")
        continue
      }
      let cells = try readColumn(
        column, slots[column.index + 1], keys: keys.map { $0 + offset }, of: tables[table])
      file.require(
        cells.count == keys.count,
        "\(tables[table].name): \(cells.count) values for \(keys.count) objects")
      tables[table].values[column.index, default: []] += cells
    }
  }

  private func readColumn(
    _ column: Column, _ ref: Int64, keys: [Int64], of table: Table
  ) throws -> [RealmRawFile.Cell] {
    if column.isBackLink { return try readBackLinks(column, ref, keys: keys, of: table) }
    let type = RealmRawFile.ColumnType(
      code: column.code, isNullable: column.attributes & 16 != 0,
      isInCollection: column.collection != 0,
      target: column.code == 12 ? table.oppositeTables[column.index] : -1, texts: column.texts)
    guard column.collection != 0 else {
      let cells = try file.leaf(ref, type)
      for (key, cell) in zip(keys, cells) { addLinks(cell, from: key, column, of: table) }
      return cells
    }
    let cells = try file.slots(at: ref).map { slot -> RealmRawFile.Cell in
      if column.collection == 64 { return .dictionary(try file.dictionary(slot)) }
      let elements = try file.tree(slot, type)
      if column.collection == 128, !holdsNaN(elements) {
        for (left, right) in zip(elements, elements.dropFirst()) {
          file.require(
            file.precedes(left, right),
            "a set of \(table.name).\(column.name ?? "") does not ascend")
        }
      }
      return .list(elements)
    }
    for (key, cell) in zip(keys, cells) { addLinks(cell, from: key, column, of: table) }
    return cells
  }

  private func holdsNaN(_ elements: [RealmRawFile.Cell]) -> Bool {
    elements.contains { if case .real(let number) = $0 { number.isNaN } else { false } }
  }

  // MARK: Links

  private func addLinks(
    _ cell: RealmRawFile.Cell, from key: Int64, _ column: Column, of table: Table
  ) {
    switch cell {
    case .link(let target, let object) where object >= 0:
      links.append([table.key, column.key, key, target, object])
    case .list(let elements):
      for element in elements { addLinks(element, from: key, column, of: table) }
    case .dictionary(let entries):
      for entry in entries { addLinks(entry.value, from: key, column, of: table) }
    default: break
    }
  }

  private func readBackLinks(
    _ column: Column, _ ref: Int64, keys: [Int64], of table: Table
  ) throws -> [RealmRawFile.Cell] {
    let slots = try file.slots(at: ref)
    for (key, slot) in zip(keys, slots) where slot != 0 {
      let origins =
        slot & 1 == 1
        ? [slot >> 1] : try file.integerTree(slot, limit: file.format < 24 ? .max : 1000)
      file.require(slot & 1 == 1 || origins.count > 1, "a list of one back link at \(slot)")
      for origin in origins {
        backLinks.append([
          table.oppositeTables[column.index], table.oppositeColumns[column.index], origin,
          table.key, key,
        ])
      }
    }
    return slots.map { _ in .null }
  }

  private func checkLinks() {
    let order: ([Int64], [Int64]) -> Bool = { $0.lexicographicallyPrecedes($1) }
    links.sort(by: order)
    backLinks.sort(by: order)
    if links != backLinks {
      let missing = links.first { !backLinks.contains($0) }
      let extra = backLinks.first { !links.contains($0) }
      file.fail(
        "\(links.count) links and \(backLinks.count) back links; missing \(missing ?? []), extra "
          + "\(extra ?? [])")
    }
    for table in tables {
      for column in table.columns where column.code == 12 {
        let target = tables.first { $0.key == table.oppositeTables[column.index] }
        let back = target?.columns.first { $0.key == table.oppositeColumns[column.index] }
        file.require(
          back.map {
            $0.isBackLink && target?.oppositeTables[$0.index] == table.key
              && target?.oppositeColumns[$0.index] == column.key
          } ?? false, "\(table.name).\(column.name ?? "") has no column of back links")
      }
      guard table.kind == 1 else { continue }
      let parents = links.filter { $0[3] == table.key }.map { $0[4] }
      file.require(parents.sorted() == table.keys, "parents of the embedded \(table.name)")
    }
    let existing = tables.map { table in (table.key, Set(table.keys)) }
    for link in links {
      file.require(
        existing.contains { $0.0 == link[3] && $0.1.contains(link[4]) }, "link \(link) is dangling")
    }
  }

  // MARK: Space

  /// Tombstones have all columns, but links from there have no other end.
  private func skipObjects(_ ref: Int64, of index: Int) throws {
    let (before, known, back) = (tables[index], links, backLinks)
    tables[index].keys = []
    tables[index].values = [:]
    try readCluster(ref, offset: 0, table: index, isRoot: true)
    tables[index] = before
    links = known
    backLinks = back
  }

  private func checkSpace(_ top: [Int64], size: Int) throws {
    if top.count > 4, top[3] != 0 {
      let starts = try file.integers(at: top[3])
      let sizes = try file.integers(at: top[4])
      let versions = top.count > 5 && top[5] != 0 ? try file.integers(at: top[5]) : starts
      file.require(
        starts.count == sizes.count && versions.count == starts.count, "lists of free space")
      for (start, size) in zip(starts, sizes) { file.claim(Int(start), Int(size)) }
    }
    if top.count > 8, top[8] != 0 {
      _ = try file.tree(top[8], .init(code: 4, isNullable: true))
    }
    file.checkCoverage(until: size)
  }
}
