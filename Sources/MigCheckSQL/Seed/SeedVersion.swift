import MigCheckModel
import MigCheckText

/// Finds the version that a database file is at, by its tables and by what its header says.
struct SeedVersion {
  let path: String
  let found: DatabaseSchema
  /// `PRAGMA user_version`.
  let userVersion: Int64
  let entries: [DatabaseVersions.Entry]

  /// - Parameter wanted: the version that the user says it is at.
  /// - Throws: `InputError` if it is at none, or if nothing says at which of several.
  func entry(wanted: UInt64?) throws -> DatabaseVersions.Entry {
    if let wanted, let entry = entries.first(where: { $0.migration.number == wanted }) {
      let differences = differences(from: entry)
      guard !differences.isEmpty else { return entry }
      throw misfit(entry, differences)
    }
    let fitting = entries.filter { differences(from: $0).isEmpty }
    if let entry = fitting.first(where: { userVersion != 0 && $0.userVersion == userVersion }) {
      return entry
    }
    if fitting.count == 1 { return fitting[0] }
    guard !fitting.isEmpty else { throw nothingFits() }
    let alike = fitting.filter { objectNames($0.database) == objectNames(found) }
    if alike.count == 1 { return alike[0] }
    throw InputError(
      file: path,
      problem: "the database fits \(list(alike.isEmpty ? fitting : alike)), and its "
        + "user_version, \(userVersion), is none of them",
      remedy: "name the version that it is at with --from")
  }

  /// What a version has that the database has not, and the other way round; tables that no version
  /// has are none of the app's own, and left alone.
  private func differences(from entry: DatabaseVersions.Entry) -> [String] {
    var texts = [String]()
    for table in entry.database.tables {
      guard let own = found.table(named: table.name) else {
        texts.append("there is no table \(table.name)")
        continue
      }
      for column in table.columns where own.column(named: column.name) == nil {
        texts.append("\(table.name) has no column \(column.name)")
      }
      for column in own.columns where table.column(named: column.name) == nil {
        texts.append("\(table.name) has a column \(column.name)")
      }
    }
    texts += uniqueDifferences(from: entry)
    for table in found.tables
    where entry.database.table(named: table.name) == nil && isKnown(table.name) {
      texts.append("there is a table \(table.name)")
    }
    for table in entry.database.virtualTables
    where !found.virtualTables.contains(where: { $0.name.isSameName(as: table.name) }) {
      texts.append("there is no virtual table \(table.name)")
    }
    return texts
  }

  /// What keeps values unique at one and not at the other, as far as some version has it.
  private func uniqueDifferences(from entry: DatabaseVersions.Entry) -> [String] {
    let (own, wanted) = (found.uniqueKeys, entry.database.uniqueKeys)
    let known = entries.flatMap(\.database.uniqueKeys)
    return wanted.filter { !own.contains($0) && found.table(named: $0.table) != nil }
      .map { "nothing keeps \($0.text) unique" }
      + own.filter {
        !wanted.contains($0) && known.contains($0) && entry.database.table(named: $0.table) != nil
      }.map { "\($0.text) is unique" }
  }

  private func isKnown(_ table: String) -> Bool {
    entries.contains { $0.database.table(named: table) != nil }
  }

  /// Indexes, triggers and views, as far as statements made them.
  private func objectNames(_ schema: DatabaseSchema) -> [Name] {
    let indexes = schema.tables.filter { isKnown($0.name) }.flatMap(\.indexes)
      .filter { $0.origin == .statement }.map(\.name)
    return (indexes + schema.triggers.map(\.name) + schema.views.map(\.name))
      .map { Name($0.lowercasedASCII) }.sorted()
  }

  // MARK: Errors

  private func misfit(_ entry: DatabaseVersions.Entry, _ differences: [String]) -> InputError {
    let others = entries.filter { self.differences(from: $0).isEmpty }
    return InputError(
      file: path,
      problem: "the database is not at version \(entry.migration.number) "
        + "(\(entry.migration.name)): \(shown(differences))",
      remedy: others.isEmpty
        ? "it fits no other version either; name the folder that the app of this database has"
        : "it fits \(list(others))")
  }

  private func nothingFits() -> InputError {
    if found.tables.isEmpty {
      return InputError(
        file: path, problem: "the database holds no tables",
        remedy: "copy it together with its -wal")
    }
    let nearest = entries.min {
      differences(from: $0).count < differences(from: $1).count
    }
    let best = nearest.map {
      "the nearest is version \($0.migration.number) (\($0.migration.name)): "
        + shown(differences(from: $0))
    }
    return InputError(
      file: path, problem: "the database fits no version; \(best ?? "there is none")",
      remedy: "name a database that was made by these migrations")
  }

  private func shown(_ differences: [String]) -> String {
    let rest = differences.count > 3 ? " and \(differences.count - 3) more" : ""
    return differences.prefix(3).joined(separator: ", ") + rest
  }

  /// `version 2 (2_x.sql)`, `versions 2 (2_x.sql) and 3 (3_x.sql)`.
  private func list(_ entries: [DatabaseVersions.Entry]) -> String {
    let names = entries.map { "\($0.migration.number) (\($0.migration.name))" }
    guard names.count > 1 else { return "version \(names[0])" }
    if names.count > 4 {
      return "versions \(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
    }
    return "versions \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}

extension DatabaseSchema {
  /// Columns of which no two rows may have the same values.
  fileprivate struct UniqueKey: Equatable {
    /// Both in lower case.
    var table: String
    var columns: [String]

    var text: String { columns.map { "\(table).\($0)" }.joined(separator: ", ") }
  }

  /// Those of constraints and of indexes over columns that take in all rows.
  fileprivate var uniqueKeys: [UniqueKey] {
    tables.flatMap { table in
      table.indexes.filter { $0.isUnique && !$0.isPartial && !$0.columns.contains(nil) }.map {
        UniqueKey(
          table: table.name.lowercasedASCII,
          columns: $0.columns.compactMap { $0?.lowercasedASCII })
      }
    }
  }
}
