import Foundation
import MigCheck
import MigCheckRealm
import Release5

/// The history of the app's store: imported schemas, and the blocks that ship.
///
/// - Parameter shipped: the last version that users have; `nil`: none.
public func trails(shipped: UInt64?) throws -> History {
  var history = try History(contentsOf: schemasFile, migrationBlock: migrationBlock)
    .migrating(into: 5, by: blockOfRelease5)
  history.shipped = shipped
  return history
}

/// The imported schemas.
public let schemasFile = URL(fileURLWithPath: #filePath)
  .appendingPathComponent("../../../trails.history.json").standardized

/// The block of the newest release.
public let shippedBlock: MigrationBlock = migrationBlock
