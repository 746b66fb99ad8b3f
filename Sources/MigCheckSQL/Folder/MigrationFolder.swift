import Foundation
import MigCheckModel
import MigCheckText

/// A folder of SQL scripts that lead from one version of a database to the next.
package struct MigrationFolder: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// The name by which reports, cases and lists of accepted findings know the migrations: the same in
  /// every clone of their repository.
  package let name: String
  /// In the order in which they run; the base, if there is one, comes first.
  package private(set) var migrations: [Migration]
  package internal(set) var settings: FolderSettings
  /// What comments in the scripts say to be intended.
  let allowances: [Allowance]
  /// How the order came about, and what was left out, in lines for people.
  private let orderLines: [String]
  /// Whether foreign keys are taken to be enforced although nobody says so.
  private(set) var presumesForeignKeys: Bool
  /// Where a script fails if foreign keys are enforced, which are then taken not to be.
  private var conflict: String?
  /// Where a script fails unless each runs in a transaction, in which pragmas of scripts before it
  /// have no effect.
  private var pragmaConflict: String?
  /// Where a script fails, which is left out with those behind it.
  private var failure: String?

  /// Reads all scripts.
  ///
  /// - Throws: `InputError` for a folder that is not there or holds no migration, for scripts that
  ///   cannot be read, and for an order that is not clear.
  package init(path: String, settings: FolderSettings) throws {
    self.path = path
    self.settings = settings
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw InputError(
        .notFound, file: path, problem: "there is no such folder", remedy: "check the path")
    }
    guard isFolder.boolValue else {
      throw InputError(file: path, problem: "this is no folder", remedy: "name a folder")
    }
    let dialect = try DialectFolder(path)
    let folder = dialect.path
    let listing = try FolderEntry.Listing(of: folder, named: folder)
    let entries = try FolderOrder.entries(
      of: listing, listed: settings.order, in: folder, settings: settings.file ?? "migcheck.json")
    guard !entries.isEmpty else {
      throw InputError(
        .notFound, file: path, problem: "there are no migrations (*.sql, *.sqm) in this folder",
        remedy: "name the folder that holds them")
    }
    let numbers = Self.numbers(of: entries, hasBase: settings.base != nil)
    var migrations = [Migration]()
    if let base = settings.base {
      migrations.append(try Self.base(base, number: numbers.base, settings: settings))
    }
    let runner = FolderRunner(of: folder)
    for (entry, number) in zip(entries, numbers.entries) {
      migrations.append(
        try Self.migration(
          of: entry, number: number, in: folder, runner: runner, settings: settings))
    }
    self.migrations = migrations
    allowances = migrations.flatMap(\.allowances)
    name = FolderName.text(of: path, settings)
    var lines = Self.explanation(
      entries, listing: listing, settings: settings, areNumbered: numbers.areOfNames)
    if let choice = dialect.explanation { lines.insert(choice, at: 0) }
    orderLines = lines
    presumesForeignKeys =
      settings.foreignKeys == nil
      && migrations.flatMap(\.statements).contains(where: \.speaksOfForeignKeys)
  }

  /// How the order came about, what was left out and what is presumed, in lines for people.
  package var explanation: [String] {
    var lines = orderLines
    if presumesForeignKeys {
      lines.append(
        "foreign keys are taken to be enforced, as scripts speak of them; --foreign-keys off: the app "
          + "does not")
    }
    if let conflict {
      lines.append(
        "foreign keys are taken not to be enforced, as \(conflict) fails if they are; "
          + "--foreign-keys on: the app enforces them")
    }
    if let pragmaConflict {
      lines.append(
        "each script is taken to run in a transaction, in which PRAGMA foreign_keys has no effect, as "
          + "\(pragmaConflict) fails else; \"transactions\": false in migcheck.json: the app runs them "
          + "without")
    }
    if !settings.functions.isEmpty {
      let list = settings.functions.map(\.signature).joined(separator: ", ")
      lines.append(
        "\(list): as --define-function or migcheck.json says, and not the app's own code")
    }
    let needed = RequiredSQLite(
      migrations.flatMap(\.statements), besides: settings.functions.map(\.name))
    if let needed { lines.append(needed.explanation) }
    if let failure, let last = migrations.last {
      lines.append("what comes behind \(last.name) is left out, as \(failure) fails")
    }
    return lines
  }

  /// The folder without the scripts behind a version; `nil`: there are none, or there is no such
  /// version.
  ///
  /// - Parameter place: where one of them fails.
  package func upTo(_ version: UInt64, since place: String) -> MigrationFolder? {
    guard let last = migrations.firstIndex(where: { $0.number == version }),
      last < migrations.count - 1
    else { return nil }
    var result = self
    result.migrations = Array(migrations[...last])
    result.failure = place
    return result
  }

  /// The folder of an app that does not enforce foreign keys, as its scripts show.
  ///
  /// - Parameter place: where a script fails if they are enforced.
  func withoutForeignKeys(since place: String) -> MigrationFolder {
    var result = self
    result.settings.foreignKeys = false
    result.presumesForeignKeys = false
    result.conflict = place
    return result
  }

  /// The folder of an app that runs each script in a transaction, as the scripts show; `nil`: that is
  /// said already, or makes no difference.
  ///
  /// - Parameter place: where a script fails if they run without.
  func withTransactions(since place: String) -> MigrationFolder? {
    guard settings.transactions == nil,
      migrations.contains(where: { $0.transaction == .presumablyOwn })
    else { return nil }
    var result = self
    result.migrations = migrations.map(\.wrapped)
    result.pragmaConflict = place
    return result
  }

  /// The folder with another script in the place of that of the same number.
  func replacing(_ migration: Migration) -> MigrationFolder {
    var result = self
    for place in migrations.indices where migrations[place].number == migration.number {
      result.migrations[place] = migration
    }
    return result
  }

  // MARK: Numbers

  private static func numbers(
    of entries: [FolderEntry], hasBase: Bool
  ) -> (base: UInt64, entries: [UInt64], areOfNames: Bool) {
    let own = entries.map { $0.number.count == 1 ? $0.number[0] : nil }
    let known = own.compactMap(\.self)
    let isIncreasing = zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
    if known.count == entries.count, isIncreasing, !(hasBase && known[0] == 0) {
      return (0, known, true)
    }
    return (0, entries.indices.map { UInt64($0) + 1 }, false)
  }

  // MARK: Scripts

  private static func migration(
    of entry: FolderEntry, number: UInt64, in folder: String, runner: FolderRunner,
    settings: FolderSettings
  ) throws -> Migration {
    var statements = [SQLStatement]()
    var allowances = [Allowance]()
    var refusesTransaction = try refusesTransaction(entry, in: folder)
    var wrappingRunner = runner.wraps ? runner.name : nil
    for file in entry.files {
      let script = try SQLScript(
        path: "\(folder)/\(file)", name: file, inside: folder,
        definitions: settings.definitions)
      refusesTransaction = refusesTransaction || script.refusesTransaction
      wrappingRunner = wrappingRunner ?? script.wrappingRunner
      let placed = SQLStatement.placed(in: script.text, file: file)
      allowances += try AllowComment.allowances(
        in: script.text, file: file, version: number, statements: placed)
      statements += placed.map(\.statement)
    }
    // Where nothing states that foreign keys are enforced, a pragma without effect is no loss yet; most
    // drivers of Drizzle enforce them by default.
    let isStated = settings.foreignKeys != nil || wrappingRunner == FolderRunner.drizzle
    let isWrapped = settings.transactions ?? (wrappingRunner != nil && isStated ? true : nil)
    var migration = Migration(
      number: number, name: entry.name, statements: statements,
      refusesTransaction: refusesTransaction, isWrapped: isWrapped, wrappingRunner: wrappingRunner)
    migration.hasBareRunner = runner.isBare
    migration.allowances = allowances
    return migration
  }

  /// Whether a folder of Diesel says `run_in_transaction = false` in its `metadata.toml`.
  private static func refusesTransaction(
    _ entry: FolderEntry, in folder: String
  ) throws -> Bool {
    let path = "\(folder)/\(entry.name)/metadata.toml"
    guard InputFile.isPresent(path) else { return false }
    let text = try FileReader.text(path: path, inside: folder)
    return text.split(whereSeparator: \.isNewline).contains {
      $0.filter { !$0.isWhitespace }.hasPrefix("run_in_transaction=false")
    }
  }

  private static func base(
    _ path: String, number: UInt64, settings: FolderSettings
  ) throws -> Migration {
    Migration(
      number: number, name: fileName(path),
      statements: try statements(ofFile: path, definitions: settings.definitions))
  }

  /// The statements of a single script beside the folder.
  ///
  /// - Throws: `InputError`.
  static func statements(
    ofFile path: String, definitions: [String: String]
  ) throws -> [SQLStatement] {
    try InputFile.requireRegular(path: path)
    let script = try SQLScript(
      path: path, name: fileName(path), inside: nil, definitions: definitions)
    return SQLStatement.all(in: script.text, file: fileName(path)).withoutTablesOfSQLite
  }

  private static func fileName(_ path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  // MARK: Words

  private static func explanation(
    _ entries: [FolderEntry], listing: FolderEntry.Listing, settings: FolderSettings,
    areNumbered: Bool
  ) -> [String] {
    let (first, last) = (entries[0].name, entries[entries.count - 1].name)
    let reason =
      settings.order != nil
      ? "as \(settings.file ?? "migcheck.json") lists them" : "by the numbers in their names"
    var lines = [
      entries.count == 1
        ? "1 migration, \(first)"
        : "\(entries.count) migrations \(reason): \(first) … \(last)"
    ]
    if !areNumbered, entries.count > 1 {
      lines[0] += "; versions are counted from 1, the place in this order"
    }
    let missing = entries.map(\.number).gaps
    if !missing.isEmpty { lines.append("no file for \(missing)") }
    if let base = settings.base { lines.append("version 0 is \(fileName(base))") }
    if !listing.skipped.isEmpty {
      lines.append("left out: \(Self.list(listing.skipped)), which do not lead up")
    }
    if !listing.code.isEmpty {
      lines.append("left out: \(Self.list(listing.code)), which is code and not run")
    }
    if !listing.foreign.isEmpty {
      lines.append("left out: \(Self.list(listing.foreign)), for other databases than SQLite")
    }
    if !listing.shortcuts.isEmpty {
      lines.append(
        "left out: \(Self.list(listing.shortcuts)), which leads to the last version at once; --fresh "
          + "compares upgraded stores with what it makes")
    }
    if settings.order == nil, !listing.entries.isEmpty, !listing.unnumbered.isEmpty {
      let known = [settings.base, settings.fresh].compactMap { $0.map(fileName) }
      let names = listing.unnumbered.map(\.name).filter { !known.contains($0) }
      if !names.isEmpty {
        let isSchema = ["schema.sql", "structure.sql"].contains(names[0].lowercased())
        lines.append(
          "left out: \(Self.list(names)), which \(names.count == 1 ? "has" : "have") no number"
            + (names.count == 1 && isSchema && settings.fresh == nil
              ? "; --fresh compares upgraded stores with what it makes" : ""))
      }
    }
    return lines
  }

  private static func list(_ names: [String]) -> String {
    names.count <= 3
      ? names.joined(separator: ", ")
      : names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
  }
}

extension [[UInt64]] {
  /// Numbers that are left out between small consecutive ones: `7, 9–12`; empty for timestamps.
  fileprivate var gaps: String {
    let numbers = compactMap { $0.count == 1 ? $0[0] : nil }
    // A listed order may have a large number anywhere.
    guard numbers.count == count, numbers.allSatisfy({ $0 < 100_000 }) else { return "" }
    var texts = [String]()
    for (number, next) in zip(numbers, numbers.dropFirst()) where next > number + 1 {
      texts.append(next == number + 2 ? "\(number + 1)" : "\(number + 1)–\(next - 1)")
    }
    return texts.joined(separator: ", ")
  }
}
