import MigCheckModel
import MigCheckSQLite

extension FileStore {
  /// The value that is stored when one that may lose its sign is given to an object.
  func stored(_ value: Value, at index: Int, of table: Int, key: Int64) throws -> Value {
    let present = self.table(table)
    guard case .column(let column, _) = present.slots[index] else { return value }
    guard present.isPhysical else { return .decimal128(.zero) }
    // A NULL stands for zero here.
    let statement = try connection.cached(
      "SELECT 1 FROM \(present.name) WHERE k BETWEEN ?1 AND ?2 AND c\(column) NOT NULL "
        + "AND c\(column) <> '0' LIMIT 1")
    defer { statement.reset() }
    let group = StoreCluster.keys(around: key)
    try statement.bind(group.lowerBound, at: 1)
    try statement.bind(group.upperBound, at: 2)
    return try statement.step() ? value : .decimal128(.zero)
  }
}
