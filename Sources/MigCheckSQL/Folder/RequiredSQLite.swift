import MigCheckText

/// The oldest SQLite that can run the scripts of a folder, and the first systems that bring one.
struct RequiredSQLite {
  let feature: SQLiteFeature
  /// The first statement that uses it.
  let statement: SQLStatement
  /// Whether some statement calls a function for JSON.
  private let readsJSON: Bool

  /// - Parameter defined: names of functions that the app brings itself.
  /// - Returns: `nil`: the statements use nothing of which it is known that a version lacks it.
  init?(_ statements: [SQLStatement], besides defined: [String]) {
    var newest: (feature: SQLiteFeature, statement: SQLStatement)?
    for statement in statements {
      for feature in SQLiteFeature.all(in: statement, besides: defined)
      where feature.minor > newest?.feature.minor ?? 0 {
        newest = (feature, statement)
      }
    }
    guard let newest else { return nil }
    (feature, statement) = newest
    readsJSON = statements.contains(where: SQLiteFeature.readsJSON)
  }

  /// A line for people.
  var explanation: String {
    let options =
      readsJSON && feature.minor < 38
      ? ", and before 3.38 one that was built with JSON functions" : ""
    return "the scripts need SQLite 3.\(feature.minor) or later\(options), for \(feature.name) at "
      + "\(statement.place); \(systems)"
  }

  private var systems: String {
    let first = [Self.iOS, Self.android].map { system in
      system.versions.first { $0.minor >= feature.minor }.map { "\(system.name) \($0.name)" }
        ?? "an \(system.name) after \(system.versions.last?.name ?? "")"
    }
    return "the first systems to bring it are \(first.joined(separator: " and "))"
  }

  /// The SQLite of a system: what it is called, and the second number of the version.
  private struct System {
    var name: String
    var versions: [(name: String, minor: Int)]
  }

  /// Sources: <https://github.com/yapstudios/YapDatabase/wiki/SQLite-version-(bundled-with-OS)> up to 16,
  /// and <https://github.com/groue/GRDB.swift/issues/1874>.
  private static let iOS = System(
    name: "iOS",
    versions: [
      ("11", 19), ("12", 24), ("13", 28), ("14", 32), ("15", 36), ("15.4", 37), ("16", 39),
      ("18", 43), ("26", 51),
    ])

  /// Source: <https://developer.android.com/reference/android/database/sqlite/package-summary>.
  private static let android = System(
    name: "Android",
    versions: [
      ("8.0 (API 26)", 18), ("8.1 (API 27)", 19), ("9 (API 28)", 22), ("11 (API 30)", 28),
      ("12 (API 31)", 32), ("14 (API 34)", 39),
    ])
}
