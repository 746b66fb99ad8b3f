import MigCheckModel
import MigCheckSQLite
import MigCheckText

/// A database of an app whose rows upgrades begin with.
///
/// Stores that hold all of its rows are copies of it, page by page, so that whatever the rows do not
/// tell is there as well: row ids, virtual tables, the order of columns. Stores with fewer rows, as
/// shrinking makes them, are filled like any other.
package struct SeedDatabase: Sendable {
  /// The version that it is at.
  package let version: UInt64
  /// The name of that version.
  package let versionName: String
  /// All rows of the app's tables.
  package let graph: ObjectGraph
  /// Tables that no version has, such as those in which an app records what it has run.
  package let otherTables: [String]
  /// Whether reports may show its values.
  let showsValues: Bool
  let template: DatabaseTemplate

  /// Whether a start graph is that of the database.
  func holds(_ graph: ObjectGraph, at version: UInt64) -> Bool {
    self.version == version
      && zip(graph.tables, self.graph.tables).allSatisfy {
        $0.count == $1.count && $0.columns == $1.columns
      }
  }

  /// The graph with other values, the same for the same: so references still lead where they led.
  /// NULL, 0, 1 and what is empty stay as they are.
  static func disguised(_ graph: ObjectGraph) -> ObjectGraph {
    var result = graph
    var known = [[UInt8]: Value]()
    for (index, type) in graph.schema.types.enumerated() {
      for column in type.storedProperties.indices {
        result.tables[index].columns[column] = graph.tables[index].columns[column].map { value in
          let key = value.keyBytes
          if let other = known[key] { return other }
          let other = other(value, number: known.count)
          known[key] = other
          return other
        }
      }
    }
    return result
  }

  private static func other(_ value: Value, number: Int) -> Value {
    switch value {
    case .int(0), .int(1), .string(""), .data([]): value
    case .int: .int(Int64(number + 100))
    case .double: .double(Double(number + 100) + 0.5)
    case .string: .string("text \(number)")
    case .data: .data(Array("bytes \(number)".utf8))
    default: value
    }
  }
}

extension SQLFolderSubject {
  /// The subject with a database of its app, which is only read.
  ///
  /// - Parameters:
  ///   - path: the file; a write-ahead log beside it counts.
  ///   - version: the version that it is at; `nil`: as its tables and its header say.
  ///   - showsValues: whether reports may show its values.
  ///   - scratch: an existing folder.
  /// - Throws: `InputError` for a file that is no database, or none of these migrations.
  package func seeded(
    by path: String, at version: UInt64?, showsValues: Bool, scratch: String
  ) throws -> SQLFolderSubject {
    let reading = try SeedReading(of: path, for: upgrades, at: version, scratch: scratch)
    var result = try SQLFolderSubject(
      folder, ownTables: RunnerTables.names.union(reading.ignoredTables), mixed: reading.mixed,
      isSeeded: true)
    result.upgrades.seed = try reading.seed(for: result.upgrades, showsValues: showsValues)
    return result
  }
}
