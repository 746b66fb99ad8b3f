import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A run of one version over rows of all sorts, whose statements are looked at as they run.
struct Rehearsal {
  let migration: Migration
  let before: DatabaseVersions.Entry
  let rows: StartRows

  /// - Parameters:
  ///   - round: which rows; each number has others.
  ///   - preparing: changes the rows before the version runs.
  ///   - watching: is told of each statement just before it runs, and at last of the end; an upgrade
  ///     that fails has no end. Must not change anything.
  /// - Returns: why the version failed; `nil`: it did not. Trials find what fails, and tell it with the
  ///   rows that it takes.
  @discardableResult
  func run(
    round: Int, preparing: (SQLiteConnection) -> Void = { _ in },
    watching: @escaping (SQLStatement?, SQLiteConnection) -> Void
  ) -> MigrationRunner.Failure? {
    let probe = ProbeGraph(migration: migration, schema: before.schema)
    guard let filled = try? rows.filling(before, with: probe.graph(round: round)).graph,
      let database = try? before.template.copy(to: ":memory:")
    else { return nil }
    defer { database.close() }
    guard (try? rows.fill(database, before, filled)) != nil else { return nil }
    let connection = database.connection
    preparing(connection)
    do {
      try database.engine.rehearse(database, by: migration) { watching($0, connection) }
    } catch {
      return error as? MigrationRunner.Failure
    }
    return nil
  }
}

extension SQLStatement {
  /// Whether it is the same statement of the same version.
  func isSame(as other: SQLStatement) -> Bool {
    line == other.line && file.isIdentical(to: other.file) && text.isIdentical(to: other.text)
  }
}
