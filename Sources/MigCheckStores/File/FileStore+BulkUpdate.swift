import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// One SQL statement for a whole update.
///
/// It is the same as going row by row because each row's expressions read that row alone: new
/// values as they stand, and old values from columns that nothing was written to since `begin`.
/// Where that cannot be shown, and whenever the statement fails, the update goes row by row, which
/// finds the object and the assignment that an error is about.
struct BulkUpdate {
  private let update: ObjectUpdate
  private let table: FileTable
  private let old: FileTable?
  private let isStillThere: (Int) -> Bool
  /// Objects from this key on are not visited.
  private let bound: Int64
  private let ordinalIsKey: Bool
  private let rules: StorageRules

  /// - Returns: `nil` for an update that must go row by row.
  init?(_ update: ObjectUpdate, in store: FileStore) {
    guard let id = update.newTable, update.unreadable.isEmpty,
      update.oldTable == nil || update.oldTable == id
    else { return nil }
    self.update = update
    table = store.table(id)
    rules = store.rules
    let old = update.oldTable.flatMap { store.old?.tables[$0] }
    self.old = old
    guard (old == nil) == (update.oldTable == nil) else { return nil }
    bound = old?.nextKey ?? table.nextKey
    ordinalIsKey =
      old.map { $0.isDense && !store.changes.deletedFrom.contains(id) } ?? table.isDense
    isStillThere = { index in old.map { store.isStillThere(index, of: $0) } ?? false }
  }

  /// Whether there is nothing to visit.
  var isEmpty: Bool { table.count == 0 || bound == 0 }

  /// The keys of all visited objects, if that needs no statement and there is no condition.
  var allKeys: [Int64]? {
    update.condition == nil && table.isDense ? Array(0..<min(bound, table.nextKey)) : nil
  }

  /// The statement that gives the keys of the objects for which the condition holds.
  func selection() -> String? {
    guard let condition = condition() else { return nil }
    return "SELECT k FROM \(table.name)\(condition) ORDER BY k"
  }

  /// The statement that makes all assignments, and what its results are converted to.
  func assignment() -> (sql: String, targets: [BulkTarget])? {
    guard let condition = condition() else { return nil }
    var targets = [BulkTarget]()
    var sets = [String]()
    for assignment in update.assignments {
      guard case .success(let property) = assignment.target, property.collection == nil,
        !property.isLink, let index = table.layout.index(of: property.name),
        case .column(let column, _) = table.slots[index],
        let value = translate(assignment.expression)
      else { return nil }
      let call =
        "migcheck_write(\(targets.count), \(value.text), \(stored(index, of: table)))"
      targets.append(
        BulkTarget(
          property: property, stored: table.layout.properties[index].type, update.typeName,
          by: rules))
      sets.append("c\(column) = " + checked(value, as: property, else: call))
    }
    return ("UPDATE \(table.name) SET \(sets.joined(separator: ", "))\(condition)", targets)
  }

  /// The value as it is where it needs no conversion.
  private func checked(_ value: Translation, as property: Property, else call: String) -> String {
    let storageClass: String
    switch property.type {
    case .int: storageClass = "integer"
    case .data: storageClass = "blob"
    case .string where !value.mayBeBytes: storageClass = "text"
    default: return call
    }
    let null = property.isOptional ? " WHEN 'null' THEN NULL" : ""
    return "CASE typeof(\(value.text)) WHEN '\(storageClass)' THEN \(value.text)\(null) "
      + "ELSE \(call) END"
  }

  private func condition() -> String? {
    var terms = [String]()
    if bound < table.nextKey { terms.append("k < \(bound)") }
    if let text = update.condition {
      guard let condition = translate(text) else { return nil }
      // In one piece, so that its parts are evaluated in the order in which they stand.
      terms.append("CASE WHEN \(condition.text) THEN 1 ELSE 0 END")
    }
    return terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND ")
  }

  // MARK: Names

  private struct Translation {
    var text: String
    /// Whether a result may be text that is no valid UTF-8.
    var mayBeBytes: Bool
  }

  private func translate(_ expression: SQLExpression) -> Translation? {
    var readsBytes = false
    let translator = SQLExpressionTranslator { source, name in
      guard let found = self.find(Name(name), in: source) else { return nil }
      if [.data, .mixed].contains(found.type) { readsBytes = true }
      return found.text
    }
    guard let text = translator.translate(expression) else { return nil }
    return Translation(text: "(\(text))", mayBeBytes: readsBytes || expression.mayCutBytes)
  }

  private func find(_ name: Name, in source: String?) -> (text: String, type: PropertyType)? {
    let inOld = source == nil || source == "old"
    let inNew = source == nil || source == "new"
    let old = inOld ? Self.readable(name, in: update.oldProperties) : []
    let new = inNew ? Self.readable(name, in: update.newProperties) : []
    let isOrdinal =
      source == nil && name.text.lowercasedASCII.isIdentical(to: "ordinal")
      && (name == "ordinal" || old.isEmpty && new.isEmpty)
    guard old.count + new.count + (isOrdinal ? 1 : 0) == 1 else { return nil }
    if isOrdinal { return ordinalIsKey ? ("(+k)", .int) : nil }
    if let match = old.first {
      guard let table = self.old else { return nil }
      return column(update.oldProperties[match], of: table, isOld: true)
    }
    guard let match = new.first else { return nil }
    return column(update.newProperties[match], of: table, isOld: false)
  }

  /// The places of the properties of a name that expressions can read.
  private static func readable(_ name: Name, in properties: [Property]) -> [Int] {
    properties.indices.filter {
      properties[$0].name == name && ValueConversion.isReadable(properties[$0])
    }
  }

  /// A property as expressions see it; the sign takes away the column's affinity.
  private func column(
    _ property: Property, of table: FileTable, isOld: Bool
  ) -> (text: String, type: PropertyType)? {
    guard property.collection == nil, let index = table.layout.index(of: property.name),
      case .column(let column, _) = table.slots[index], !isOld || isStillThere(index)
    else { return nil }
    let value = stored(index, of: table)
    switch property.type {
    case .float, .double:
      return ("(CASE typeof(c\(column)) WHEN 'blob' THEN NULL ELSE \(value) END)", property.type)
    case .mixed:
      return (
        "(CASE typeof(c\(column)) WHEN 'blob' THEN migcheck_read(c\(column)) ELSE \(value) END)",
        property.type
      )
    default: return ("(\(value))", property.type)
    }
  }

  /// A column as `FileEncoding` made it.
  private func stored(_ index: Int, of table: FileTable) -> String {
    guard case .column(let column, let nullIsZero) = table.slots[index] else { return "NULL" }
    let zero = FileEncoding.zeroLiteral(of: table.layout.properties[index].type)
    return nullIsZero ? "ifnull(c\(column), \(zero))" : "+c\(column)"
  }
}

/// What the results of one assignment are converted to.
struct BulkTarget {
  var property: Property
  var stored: PropertyType
  var typeName: Name
  var rules: StorageRules

  init(property: Property, stored: PropertyType, _ typeName: Name, by rules: StorageRules) {
    self.property = property
    self.stored = stored
    self.typeName = typeName
    self.rules = rules
  }

  /// The content of the column after a result was written over the present content.
  func write(_ result: SQLiteValue, over present: SQLiteValue) throws -> SQLiteValue {
    let value = try ValueConversion.value(result, for: property, of: typeName, by: rules)
    let old = FileEncoding.decode(present, as: stored, target: -1) ?? .null
    // What becomes of it depends on other objects, unless this one has a value already.
    if rules.mayLoseSign(value, of: property), old == .decimal128(.zero) {
      throw FileEncoding.Unsuitable()
    }
    return try FileEncoding.encode(
      rules.overwriting(old, with: value, isMixed: stored == .mixed), as: stored)
  }
}

extension FileStore {
  /// - Returns: `nil` if the update must go row by row; nothing was changed then.
  func applyInBulk(_ update: ObjectUpdate) throws -> AppliedUpdate? {
    guard let bulk = BulkUpdate(update, in: self), let id = update.newTable else { return nil }
    guard !bulk.isEmpty else { return AppliedUpdate() }
    let selection = update.records || update.deletes ? bulk.selection() : nil
    let assignment = update.assignments.isEmpty ? nil : bulk.assignment()
    guard selection != nil || !(update.records || update.deletes),
      assignment != nil || update.assignments.isEmpty,
      // Without either one the condition may still be an error.
      selection != nil || assignment != nil
    else { return nil }
    try defineBulkFunctions()
    var matched = [Int64]()
    try connection.cached("SAVEPOINT bulk").run()
    do {
      if selection != nil, let keys = bulk.allKeys {
        matched = keys
      } else if let selection {
        let statement = try connection.prepare(selection)
        while try statement.step() { matched.append(statement.integer(0)) }
      }
      if let assignment {
        bulkTargets.targets = assignment.targets
        try connection.prepare(assignment.sql).run()
      }
      try connection.cached("RELEASE bulk").run()
    } catch let error as SQLiteError where error.isOfStatement {
      try connection.cached("ROLLBACK TO bulk").run()
      try connection.cached("RELEASE bulk").run()
      return nil
    }
    if update.oldTable != nil {
      for case .success(let property) in update.assignments.map(\.target) {
        changes.wrote(table(id).slots[column(property.name, in: id)], of: id)
      }
    }
    return AppliedUpdate(
      matched: update.records ? matched : [],
      deleted: update.deletes ? try delete(matched, from: id) : [])
  }

  private func defineBulkFunctions() throws {
    guard !connection.defines("migcheck_write") else { return }
    let targets = bulkTargets
    try connection.define(function: "migcheck_write", arguments: 3) { arguments in
      guard case .integer(let index) = arguments[0] else { return .null }
      return try targets.targets[Int(index)].write(arguments[1], over: arguments[2])
    }
    try connection.define(function: "migcheck_read", arguments: 1) { arguments in
      guard let value = FileEncoding.decode(arguments[0], as: .mixed, target: -1) else {
        throw FileEncoding.Unsuitable()
      }
      return ValueConversion.sqlValue(value, of: Property("", .mixed, optional: true))
    }
  }
}

/// What the SQL functions of a connection need to know of the statement that runs.
final class BulkTargets {
  var targets: [BulkTarget] = []
}
