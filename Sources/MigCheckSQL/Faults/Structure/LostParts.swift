import MigCheckModel
import MigCheckText

/// What hung on a table that was made anew, and is not there any more: its triggers, its unique
/// indexes, or its primary key. One statement is one fault, however many of them it takes along.
struct LostParts {
  enum Kind: String, CaseIterable {
    case trigger = "triggerLost"
    case uniqueIndex = "uniqueIndexLost"
    case primaryKey = "primaryKeyLost"
  }

  let kind: Kind
  /// Of triggers or indexes; of the columns of a primary key, in its order.
  let names: [Name]
  /// The name of the table, for people.
  let table: String

  /// - Returns: `nil`: nothing is lost.
  init?(_ kind: Kind, _ names: [Name], of table: String) {
    guard !names.isEmpty else { return nil }
    self.kind = kind
    self.names = names
    self.table = table
  }

  /// What a fault tells of; `nil`: it is another kind of fault.
  init?(_ fault: HopFault) {
    guard let kind = Kind(rawValue: fault.code), let table = fault.owner else { return nil }
    self.init(kind, fault.parts, of: table)
  }

  func fault(type: Name, place: SourcePlace?) -> HopFault {
    // Which of several are still missing differs from hop to hop: it is one fault all the same.
    var fault = HopFault(
      kind.rawValue, type: type, subject: names.count == 1 ? names[0] : nil, message: message,
      place: place)
    fault.parts = names
    fault.owner = table
    return fault
  }

  private var message: String {
    let texts = names.map(\.text)
    guard kind != .primaryKey else {
      return "The primary key \(texts.joined(separator: "+")) of \(table) is gone: the table was "
        + "rebuilt without one, so that nothing keeps two rows from having the same."
    }
    let one = kind == .trigger ? "trigger" : "unique index"
    let several = kind == .trigger ? "triggers" : "unique indexes"
    return texts.count == 1
      ? "The \(one) \(texts[0]) of \(table) is gone: the table was rebuilt, and the "
        + "\(kind == .trigger ? "trigger" : "index") was not."
      : "The \(several) \(texts.dropLast().joined(separator: ", ")) and \(texts[texts.count - 1]) "
        + "of \(table) are gone: the table was rebuilt, and they were not."
  }

  /// What is left of a fault where some of its parts do not count; `nil`: nothing.
  static func remainder(of fault: HopFault, where counts: (Name) -> Bool) -> HopFault? {
    guard let parts = LostParts(fault) else { return fault }
    let left = parts.names.filter(counts)
    guard left.count < parts.names.count else { return fault }
    guard let rest = LostParts(parts.kind, left, of: parts.table) else { return nil }
    var result = fault
    result.parts = left
    result.message = rest.message
    return result
  }

  /// What is left of a fault after later scripts of the same hop; `nil`: nothing.
  static func remainder(of fault: HopFault, in database: DatabaseSchema) -> HopFault? {
    guard let parts = LostParts(fault) else { return fault }
    if parts.kind == .primaryKey {
      let table = database.table(named: parts.table)
      return table?.primaryKey.isEmpty ?? false ? fault : nil
    }
    return remainder(of: fault) { name in
      let isThere =
        parts.kind == .trigger
        ? database.triggers.contains { $0.name.isSameName(as: name.text) }
        : database.tables.flatMap(\.indexes).contains { $0.name.isSameName(as: name.text) }
      return !isThere
    }
  }
}
