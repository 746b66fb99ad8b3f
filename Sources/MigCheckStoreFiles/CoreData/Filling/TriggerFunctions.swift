import Foundation
import MigCheckSQLite

/// The functions that triggers of a store call and that only Core Data registers.
///
/// Those that tell a context of changed objects give null, as no context exists; `NSCoreDataNow()` gives
/// a date. Other functions are unknown, and an insertion that would call one fails.
enum TriggerFunctions {
  private static let prefix = "NSCoreData"

  /// The moment that `NSCoreDataNow()` gives, in seconds since 2001: always the same, so that a store
  /// depends on its content alone.
  private static let now = 700_000_000.0

  static func define(in database: SQLiteConnection) throws {
    for name in try names(in: database) where !database.defines(name) {
      let result: SQLiteValue = name == "NSCoreDataNow" ? .real(now) : .null
      try database.define(function: name, arguments: -1) { _ in result }
    }
  }

  /// The names of Core Data's functions in the triggers of a database, in order.
  private static func names(in database: SQLiteConnection) throws -> [String] {
    let triggers = try database.prepare("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    var names = Set<String>()
    while try triggers.step() {
      var rest = Substring(triggers.text(0))
      while let start = rest.range(of: prefix) {
        let name = rest[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[name.endIndex...]
        if rest.drop(while: \.isWhitespace).first == "(" { names.insert(String(name)) }
      }
    }
    return names.sorted()
  }
}
