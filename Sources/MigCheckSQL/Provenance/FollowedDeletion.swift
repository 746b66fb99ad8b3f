import MigCheckModel
import MigCheckSQLite

/// A statement that takes rows of a table away which the same hop rebuilds: a `DELETE` with a condition,
/// or a copy that leaves rows out. Which rows it takes as is meant is looked at as it runs, so that
/// others that are gone are not taken for its own.
struct FollowedDeletion: Sendable, Equatable {
  /// The name of the type before the hop.
  var type: Name
  /// The number of the version whose script it is in.
  var version: UInt64
  /// The place of the statement in the script.
  var statement: Int
  /// The table as it is called there, with the columns of its key and no others.
  var table: DatabaseSchema.Table
  /// Of a copy: the condition for rows of the table that are left out as is meant, once it has run.
  var condition: String?
  /// Whether all rows that are gone are excused where it cannot be told which it took.
  var excusesAll = true
  /// Whether the copy leaves out only rows that are the same as another one.
  var leavesOutTwins = false
}

/// Notes which rows followed statements delete, or leave out, during one upgrade.
final class DeletionRecorder {
  private let followed: [FollowedDeletion]
  /// Parallel to `followed`: what the deleted rows were known by; `nil`: it cannot be told, or the
  /// statement has not run.
  private var names: [[Value]?]

  init(_ followed: [FollowedDeletion]) {
    self.followed = followed
    names = followed.map { _ in nil }
  }

  /// Whether it notes what all of some statements delete.
  func follows(_ deletions: [FollowedDeletion]) -> Bool { deletions.allSatisfy(followed.contains) }

  /// Runs a statement of a script.
  func run(
    _ migration: Migration, _ place: Int, in connection: SQLiteConnection, _ run: () throws -> Void
  ) throws {
    let own = followed.indices.filter {
      followed[$0].version == migration.number && followed[$0].statement == place
    }
    guard !own.isEmpty else { return try run() }
    let before = own.map { place in
      followed[place].condition == nil
        ? rowNames(of: followed[place].table, in: connection) : nil
    }
    try run()
    for (position, old) in zip(own, before) {
      if let condition = followed[position].condition {
        names[position] =
          rowNames(of: followed[position].table, where: condition, in: connection)
          ?? (followed[position].excusesAll ? nil : [])
        continue
      }
      guard let old, let new = rowNames(of: followed[position].table, in: connection) else {
        continue
      }
      let left = Set(new.map(\.keyBytes))
      names[position] = old.filter { !left.contains($0.keyBytes) }
    }
  }

  /// - Returns: `nil`: the table is not as it was thought to be.
  private func rowNames(
    of table: DatabaseSchema.Table, where condition: String? = nil,
    in connection: SQLiteConnection
  ) -> [Value]? {
    try? DatabaseReader(connection: connection, tables: [table]).names(of: table, where: condition)
  }

  /// What was deleted on the way from one version to another; a type is missing where it is not known
  /// of all of its statements.
  func deletedObjects(
    _ expected: [FollowedDeletion]
  ) -> [DeletedObjects] {
    var result = [DeletedObjects]()
    for type in Set(expected.map(\.type)).sorted() {
      let own = followed.indices.filter { place in
        followed[place].type == type && expected.contains(followed[place])
      }
      let found = own.compactMap { names[$0] }
      guard found.count == expected.count(where: { $0.type == type }) else { continue }
      result.append(DeletedObjects(type: type, names: found.flatMap(\.self)))
    }
    return result
  }
}
