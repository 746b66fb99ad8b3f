import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckStores

/// Does the same random things to a store in memory and to one in a file, and compares everything
/// that can be read from them after each step.
struct StoreAgreement {
  var memory: any Store = MemoryStore()
  var file: any Store
  var random: TestRandom
  private var names = 0
  /// What happened, for the message of a failure.
  private(set) var log: [String] = []
  /// How often each operation ran and each error was thrown by both.
  private(set) var counts: [String: Int] = [:]

  struct Disagreement: Error, CustomStringConvertible {
    var what: String
    var log: [String]
    var description: String { what + "\n" + log.suffix(12).joined(separator: "\n") }
  }

  init(file: any Store, seed: UInt64) {
    self.file = file
    // Whether values are kept as they are, or every rule of an engine holds.
    memory.rules = seed % 4 == 0 ? StorageRules() : .everything
    self.file.rules = memory.rules
    random = TestRandom(seed: seed)
    // Which types it is that become embedded later is known before a store gets anything.
    let ordered = (1...400).filter { _ in random.chance(50) }.map { Name("T\($0)") }
    memory.orderedTypes = ordered
    self.file.orderedTypes = ordered
  }

  // MARK: One upgrade

  /// Runs an upgrade of some operations, ended by a commit, a rollback or an error.
  mutating func upgrade(operations: Int) throws {
    try note("begin") { try $0.begin() }
    do {
      for _ in 0..<operations {
        try operation()
        try compareOld()
        try compare()
      }
      if random.chance(15) {
        try note("rollback") { $0.rollback() }
      } else {
        let version = memory.version + 1
        try note("commit") { try $0.commit(version: version) }
      }
    } catch let error as UpgradeError {
      try note("rollback after \(error.code)") { $0.rollback() }
    }
    try compare()
  }

  mutating func fork() throws {
    let (memory, file) = (try memory.fork(), try file.fork())
    try note("discard") { $0.discard() }
    (self.memory, self.file) = (memory, file)
    log.append("fork")
    try compare()
  }

  mutating func reopen() throws {
    try note("reopen") { try $0.reopen() }
    try compare()
  }

  // MARK: Doing the same twice

  /// Runs an operation on both stores; an error must be the same on both, and is thrown.
  @discardableResult
  private mutating func note<Result>(
    _ name: String, _ body: (any Store) throws -> Result
  ) throws -> Result {
    log.append(name)
    counts[String(name.prefix { $0 != " " }), default: 0] += 1
    let (left, right) = (Swift.Result { try body(memory) }, Swift.Result { try body(file) })
    switch (left, right) {
    case (.success(let left), .success(let right)):
      try expect(left, right)
      return left
    case (.failure(let left as UpgradeError), .failure(let right as UpgradeError)):
      guard left == right else { throw disagreement("\(left) against \(right)") }
      counts["error \(left.code)", default: 0] += 1
      throw left
    default: throw disagreement("\(left) against \(right)")
    }
  }

  private func expect<Result>(_ left: Result, _ right: Result) throws {
    guard Exact.text(left) == Exact.text(right) else {
      throw disagreement("\(Exact.text(left))\n  against\n\(Exact.text(right))")
    }
  }

  private func disagreement(_ what: String) -> Disagreement {
    Disagreement(what: what, log: log)
  }

  private func compare() throws {
    try expect(memory.version, file.version)
    guard memory.tables == file.tables else {
      throw disagreement("\(memory.tables)\n  against\n\(file.tables)")
    }
    guard memory.slots == file.slots else {
      throw disagreement("\(memory.slots)\n  against\n\(file.slots)")
    }
    try expect(try memory.linkOrders(), try file.linkOrders())
    for table in memory.tables {
      try expect(try memory.keys(of: table.id), try file.keys(of: table.id))
      let (left, right) = (try memory.contents(of: table.id), try file.contents(of: table.id))
      try expect(left.keys, right.keys)
      for (index, property) in table.properties.enumerated() {
        guard Exact.text(left.columns[index]) == Exact.text(right.columns[index]) else {
          throw disagreement(
            "\(table.name).\(property.name) (\(property.notation)): "
              + "\(Exact.text(left.columns[index]))\n  against\n"
              + Exact.text(right.columns[index]))
        }
      }
      try compareHeld(left, in: table)
      try expect(
        try memory.incomingLinkCounts(to: table.id), try file.incomingLinkCounts(to: table.id))
    }
  }

  /// Both stores must say that they hold what both gave, and nothing else.
  private func compareHeld(_ contents: TableContents, in table: StoreTable) throws {
    func expectHeld(_ isHeld: Bool, _ contents: TableContents, _ what: String) throws {
      for store in [memory, file] {
        guard try store.holds(contents, in: table.id) == isHeld else {
          throw disagreement("\(table.name) \(isHeld ? "does not hold" : "holds") \(what)")
        }
      }
    }
    try expectHeld(true, contents, "what it holds")
    var longer = contents
    longer.keys.append((longer.keys.last ?? -1) + 1)
    for column in longer.columns.indices {
      longer.columns[column].append(table.properties[column].zeroValue)
    }
    try expectHeld(false, longer, "an object more")
    guard !contents.keys.isEmpty else { return }
    var shorter = contents
    shorter.keys.removeLast()
    for column in shorter.columns.indices { shorter.columns[column].removeLast() }
    try expectHeld(false, shorter, "an object less")
    var moved = contents
    moved.keys[moved.keys.count - 1] += 1
    try expectHeld(false, moved, "another key")
    guard !contents.columns.isEmpty else { return }
    // Another place and another value each time.
    let (row, column) = (log.count % contents.keys.count, log.count % contents.columns.count)
    let others: [Value] = [
      .null, .string(""), .string("other"), .int(0), .double(0), .double(-0.0), .bool(false),
      .data([]), .list([]), .set([]), .dictionary([]), .link(ObjectReference(type: 0, index: 0)),
    ]
    let value = others[log.count % others.count]
    guard value != contents.columns[column][row] else { return }
    var changed = contents
    changed.columns[column][row] = value
    try expectHeld(false, changed, "\(value) as \(table.properties[column].name) of row \(row)")
  }

  private func compareOld() throws {
    guard memory.oldTables == file.oldTables else { throw disagreement("the old tables") }
    for table in memory.oldTables {
      let keys = try memory.oldKeys(of: table.id)
      try expect(keys, try file.oldKeys(of: table.id))
      for property in table.properties {
        for key in keys {
          let object = ObjectReference(type: table.id, index: Int(key))
          let (left, right) = (
            try memory.oldValue(of: property.name, in: object),
            try file.oldValue(of: property.name, in: object)
          )
          guard Exact.text(left) == Exact.text(right) else {
            throw disagreement(
              "old \(table.name).\(property.name): \(Exact.text(left)) against "
                + Exact.text(right))
          }
        }
      }
    }
  }

  // MARK: Operations

  private mutating func operation() throws {
    let tables = memory.tables
    guard !tables.isEmpty, !random.chance(4) else { return try addTable() }
    let table = random.pick(tables)
    switch random.below(100) {
    case 0..<12: try addProperty(to: table)
    case 12..<16: try removeProperty(of: table)
    case 16..<20: try renameProperty(of: table)
    case 20..<26: try setOptional(in: table)
    case 26..<28:
      if let property = table.properties.randomElement(&random) {
        let flag = random.chance(50)
        try note("setIndexed") {
          try $0.setIndexed(flag, property: property.name, of: table.id)
        }
      }
    case 28..<30:
      let key = table.properties.randomElement(&random)?.name
      try note("setPrimaryKey") { try $0.setPrimaryKey(key, of: table.id) }
    case 30..<34: try setEmbedded(table)
    case 34..<52:
      try create(1 + random.below(4), in: table)
    case 52..<58: try delete(from: table)
    case 58..<67: try setValue(in: table)
    case 67..<70: try fill(table)
    case 70..<76: try links(of: table)
    case 76..<78: try removeTable(table)
    default: try apply(to: table)
    }
  }

  private mutating func addTable() throws {
    names += 1
    let (name, embedded) = ("T\(names)", random.chance(30))
    try note("addTable \(name)") { try $0.addTable(named: Name(name), embedded: embedded) }
  }

  private mutating func removeTable(_ table: StoreTable) throws {
    let isTarget = memory.tables.contains { origin in
      origin.properties.contains { $0.objectType == table.name }
    }
    guard !isTarget, try memory.firstMixedLink(to: table.id) == nil else { return }
    try note("removeTable \(table.name)") { try $0.removeTable(table.id) }
    // Sometimes another table takes the name.
    if random.chance(30) {
      let name = table.name
      try note("addTable \(name)") { try $0.addTable(named: name, embedded: false) }
    }
  }

  private mutating func addProperty(to table: StoreTable) throws {
    names += 1
    let name = random.chance(20) ? "odd \"name\(names)" : "p\(names)"
    let type = random.pick(PropertyType.allCases.filter { $0 != .linkingObjects })
    var collection: CollectionKind? =
      random.chance(40) ? random.pick(CollectionKind.allCases) : nil
    var target: Name?
    if type == .object {
      let to = random.pick(memory.tables)
      target = Name(to.name.text)
      if to.isEmbedded, collection == .set { collection = .list }
    }
    let isLink = type == .object
    let property = Property(
      name, type, collection: collection, objectType: target?.text,
      optional: isLink
        ? collection == nil || collection == .dictionary : type == .mixed || random.chance(40),
      default: type == .int && collection == nil ? .int(7) : nil)
    try note("addProperty \(table.name).\(name) \(property.notation)") {
      try $0.addProperty(property, to: table.id)
    }
  }

  private mutating func removeProperty(of table: StoreTable) throws {
    guard let property = table.properties.randomElement(&random) else { return }
    try note("removeProperty \(table.name).\(property.name)") {
      try $0.removeProperty(property.name, from: table.id)
    }
  }

  private mutating func renameProperty(of table: StoreTable) throws {
    guard let property = table.properties.randomElement(&random) else { return }
    names += 1
    let name = "r\(names)"
    try note("renameProperty \(table.name).\(property.name) \(name)") {
      try $0.renameProperty(property.name, to: Name(name), of: table.id)
    }
  }

  private mutating func setOptional(in table: StoreTable) throws {
    guard let index = table.properties.indices.randomElement(using: &random) else { return }
    let property = table.properties[index]
    guard property.type != .object, property.type != .mixed else { return }
    if property.isOptional {
      let column = try memory.contents(of: table.id).columns[index]
      guard !column.contains(where: \.holdsNull) else { return }
    }
    try note("setOptional \(!property.isOptional) \(table.name).\(property.name)") {
      try $0.setOptional(!property.isOptional, property: property.name, of: table.id)
    }
  }

  private mutating func setEmbedded(_ table: StoreTable) throws {
    guard try memory.firstMixedLink(to: table.id) == nil else { return }
    let isInSet = memory.tables.contains { origin in
      origin.properties.contains { $0.collection == .set && $0.objectType == table.name }
    }
    guard !isInSet else { return }
    try note("setEmbedded \(!table.isEmbedded) \(table.name)") {
      try $0.setEmbedded(!table.isEmbedded, of: table.id)
    }
  }

  /// Adds objects, to one store at once and to the other one by one.
  private mutating func create(_ count: Int, in table: StoreTable) throws {
    var columns = [NewColumn]()
    for property in table.properties where !random.chance(20) {
      var values = [Value]()
      for _ in 0..<count { values.append(try value(of: property)) }
      columns.append(NewColumn(property.name, values))
    }
    if random.chance(20) { columns.reverse() }
    let whole = random.chance(50) ? StoreKind.memory : .file
    try note("create \(count) in \(table.name)") { store in
      if store.kind == whole { return try store.create(count, in: table.id, columns: columns) }
      let keys = try (0..<count).map { row in
        try store.create(in: table.id, values: columns.map { ($0.property, $0.values[row]) })
      }
      return keys[0]
    }
  }

  private mutating func delete(from table: StoreTable) throws {
    if random.chance(20) {
      return try note("clear \(table.name)") { _ = try $0.clear(table.id) }
    }
    let keys = try memory.keys(of: table.id)
    var chosen = keys.filter { _ in random.chance(35) }
    if random.chance(15) { chosen = keys }
    if random.chance(20) { chosen.append(9999) }
    try note("delete \(chosen) of \(table.name)") { try $0.delete(chosen, from: table.id) }
  }

  private mutating func setValue(in table: StoreTable) throws {
    guard let property = table.properties.randomElement(&random),
      let key = try memory.keys(of: table.id).randomElement(&random)
    else { return }
    let value = try value(of: property)
    let object = ObjectReference(type: table.id, index: Int(key))
    try note("setValue \(table.name).\(property.name) of \(key): \(Exact.text(value))") {
      try $0.setValue(value, of: property.name, in: object)
    }
    // The object may have been its own child.
    if try note("contains", { try $0.contains(object) }) {
      try note("value") { try $0.value(of: property.name, in: object) }
    }
    try note("contains") {
      try $0.contains(ObjectReference(type: table.id, index: Int(key) + 1))
    }
  }

  private mutating func fill(_ table: StoreTable) throws {
    let properties = table.properties.filter { !$0.isLink && $0.type != .mixed }
    guard let property = properties.randomElement(&random) else { return }
    let value = try value(of: property)
    try note("fill \(table.name).\(property.name): \(Exact.text(value))") {
      try $0.fill(property.name, of: table.id, with: value)
    }
  }

  private mutating func links(of table: StoreTable) throws {
    for property in table.properties
    where property.collection == nil
      && [.int, .string, .uuid, .objectId].contains(property.type)
    {
      try note("hasDuplicates") { try $0.hasDuplicates(of: property.name, in: table.id) }
    }
    try note("firstMixedLink") { try $0.firstMixedLink(to: table.id) }
    let keys = try memory.keys(of: table.id)
    let wanted = keys.filter { _ in random.chance(60) }
    let links = try note("incomingLinks \(table.name) \(wanted)") {
      try $0.incomingLinks(to: wanted, in: table.id)
    }
    for _ in 0..<3 {
      guard let link = links.randomElement(&random), let key = keys.randomElement(&random) else {
        return
      }
      try note("redirect \(link) to \(key)") { try $0.redirect(link, to: key) }
    }
  }

  // MARK: Values

  private mutating func value(of property: Property) throws -> Value {
    switch property.collection {
    case nil: return try element(of: property)
    case .list: return .list(try elements(of: property))
    case .set: return .set(memory.rules.set(try elements(of: property), of: property))
    case .dictionary:
      var entries = [DictionaryEntry]()
      for key in ["", "a", "é", "e\u{301}", "nul\0", "z"] where random.chance(40) {
        entries.append(DictionaryEntry(key, try element(of: property)))
      }
      return .dictionary(entries.sorted { $0.key.precedes($1.key) })
    }
  }

  private mutating func elements(of property: Property) throws -> [Value] {
    var elements = [Value]()
    for _ in 0..<random.below(5) {
      let element = try element(of: property)
      if property.isLink, element.isNull { continue }
      elements.append(element)
    }
    return elements
  }

  private mutating func element(of property: Property) throws -> Value {
    if property.isOptional, random.chance(25) { return .null }
    if property.type == .object || (property.type == .mixed && random.chance(30)) {
      let targets = memory.tables.filter {
        property.type == .mixed ? !$0.isEmbedded : $0.name == property.objectType
      }
      guard let target = targets.randomElement(&random),
        let key = try memory.keys(of: target.id).randomElement(&random)
      else { return .null }
      return .link(ObjectReference(type: target.id, index: Int(key)))
    }
    return random.pick(NastyValues.of(property.type))
  }

  // MARK: Updates

  private mutating func apply(to table: StoreTable) throws {
    let oldTable = memory.oldTables.first { $0.name == table.name }
    let update: ObjectUpdate
    if random.chance(8), let gone = memory.oldTables.randomElement(&random) {
      update = ObjectUpdate(
        typeName: gone.name, oldTable: gone.id, newTable: nil, oldProperties: gone.properties,
        newProperties: [], condition: random.chance(60) ? SQLExpression(condition(gone, nil)) : nil,
        assignments: [], deletes: random.chance(30), records: true)
    } else {
      var targets = table.properties.filter { _ in random.chance(30) }
      targets.sort { $0.name.text.precedes($1.name.text) }
      var assignments = [ObjectUpdate.Assignment]()
      for target in targets.prefix(3) {
        let isBad = random.chance(2)
        assignments.append(
          ObjectUpdate.Assignment(
            name: target.name,
            target: isBad
              ? .failure(UpgradeError(.noSuchProperty, "no \(target.name)")) : .success(target),
            expression: SQLExpression(expression(for: target, oldTable, table))))
      }
      update = ObjectUpdate(
        typeName: table.name, oldTable: oldTable?.id, newTable: table.id,
        oldProperties: oldTable?.properties ?? [], newProperties: table.properties,
        unreadable: random.chance(5) ? table.properties.prefix(1).map(\.name) : [],
        condition: random.chance(50) ? SQLExpression(condition(oldTable, table)) : nil,
        assignments: assignments, deletes: random.chance(10), records: random.chance(70))
    }
    let text =
      "\(update.condition ?? "") "
      + update.assignments.map { "\($0.name) = \($0.expression)" }.joined(separator: "; ")
    try note("apply \(update.typeName) \(text)") { try $0.apply(update) }
  }

  private mutating func name(_ source: String, _ properties: [Property]) -> String? {
    guard let property = properties.randomElement(&random) else { return nil }
    let isPlain = !property.name.text.contains("\"")
    let name =
      isPlain && random.chance(80)
      ? property.name.text : "\"" + property.name.text.replacing("\"", with: "\"\"") + "\""
    return random.chance(15) ? name.uppercased() : "\(source).\(name)"
  }

  private mutating func operand(_ old: StoreTable?, _ new: StoreTable?) -> String {
    let readable = { (table: StoreTable?) in
      table?.properties.filter(ValueConversion.isReadable) ?? []
    }
    let name =
      random.chance(50) ? name("old", readable(old)) : name("new", readable(new))
    return name ?? "ordinal"
  }

  private mutating func condition(_ old: StoreTable?, _ new: StoreTable?) -> String {
    let x = operand(old, new)
    return random.pick([
      "\(x) IS NOT NULL", "ordinal % 2 = 0", "ordinal > 0 AND \(x) IS NULL", "\(x) = 'a'",
      "\(x) > 1", "length(\(x)) > 1", "0", "1", "'1'", "\(x)", "\(x) LIKE 'a%'",
      "\(x) IN ('a', 1, 'b', 2.5)", "CAST(1 AS TEXT) = \(x)", "abs(\(x)) < 10",
      "typeof(\(x)) = 'text'", "not \(x)", "\(x) BETWEEN 0 AND 5", "\(x) = '[]'",
    ])
  }

  private mutating func expression(
    for target: Property, _ old: StoreTable?, _ new: StoreTable?
  ) -> String {
    let (x, y) = (operand(old, new), operand(old, new))
    if random.chance(70) {
      if target.collection != nil { return random.pick(["NULL", "'[]'", "'{}'", x]) }
      switch target.type {
      case .int, .bool:
        return random.pick([
          "1", "ordinal % 2", "\(x) IS NULL", "coalesce(length(\(x)), 0)",
          "CASE WHEN \(x) = \(y) THEN 1 ELSE 0 END", "0.0 + 1",
        ])
      case .float, .double:
        return random.pick(["1.5", "-0.0", "0.0", "ordinal", "ordinal / 2.0", "3"])
      case .string:
        return random.pick([
          "'a' || ordinal", "coalesce(\(x) || ' ' || \(y), '')", "typeof(\(x))", "upper(hex(\(x)))",
          "CASE typeof(\(x)) WHEN 'text' THEN \(x) ELSE '' END", "quote(\(x))", "\"no name\"",
          "CAST(\(x) AS TEXT)", "'it''s'", "substr(\(x), 2) || 'z'", "printf('%05d', ordinal)",
        ])
      case .decimal128:
        return random.pick(["'1.50'", "7", "'-1E+3'", "'NaN'", "'-0'", "0", "'-0.00'"])
      case .data: return random.pick(["x'00ff'", "zeroblob(2)", "CAST('a' AS BLOB)"])
      case .date: return random.pick(["'2020-02-29T00:00:00.120Z'", "'1970-01-01T00:00:00.000Z'"])
      case .uuid: return "'0123ABCD-0000-0000-0000-00000000000F'"
      case .objectId: return "'0123456789abcdefABCDEF00'"
      case .mixed: return random.pick(["1", "-0.0", "'t'", "x'01'", "NULL", x])
      default: return "NULL"
      }
    }
    return random.pick([
      x, "NULL", "\(x) || \(y)", "\(x) + \(y)", "old.missing", "missing", "ordinal", "1, 2",
      "(1, 2)", "1) --", "count(*)", "max(\(x))", "max(\(x), \(y))", "(SELECT 1)", "x''",
      "random() * 0", "abs(-9223372036854775807 - 1)", "\(x) IN \(y)", "CAST(x'ff' AS TEXT)",
      "char(55296)", "?1", "1;", "json_extract('[1]', '$[0]')", "nosuch(1)", "'open", "true",
      "\(x) COLLATE nocase = \(y)", "CASE WHEN 0 THEN abs(-9223372036854775807 - 1) ELSE 1 END",
      "9223372036854775808", "1e999", "coalesce(\(x), \(y))", "iif(\(x), 1, 2)", "\(x) -> '$'",
    ])
  }
}

extension Value {
  fileprivate var holdsNull: Bool {
    switch self {
    case .null: true
    case .list(let elements), .set(let elements): elements.contains(where: \.isNull)
    case .dictionary(let entries): entries.contains { $0.value.isNull }
    default: false
    }
  }
}
