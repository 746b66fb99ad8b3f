import Foundation

#if MIGCHECK
  import MigCheckRealm
#else
  import RealmSwift
#endif

// How apps put their blocks together: each brings a store of version 1 or 2 to version 3. In version 2
// 'isPinned' got the name 'isFixed'; version 3 has a 'summary'.

class Memo: Object {
  @Persisted var title = ""
  @Persisted var isFixed = false
  @Persisted var summary = ""
}

private func rename(_ migration: Migration) {
  migration.renameProperty(onType: Memo.className(), from: "isPinned", to: "isFixed")
}

private func summarize(_ migration: Migration) {
  migration.enumerateObjects(ofType: Memo.className()) { oldObject, newObject in
    guard let new = newObject else { return }
    guard let old = oldObject else { return }
    new["summary"] = "title: \(old["title"]!)"
  }
}

/// As a trailing closure, with empty branches.
public let trailingBlock = Realm.Configuration(schemaVersion: 3) { migration, oldSchemaVersion in
  if oldSchemaVersion < 1 {
    // Nothing to do: Realm adds columns by itself.
  }
  if oldSchemaVersion < 2 {
    migration.renameProperty(onType: Memo.className(), from: "isPinned", to: "isFixed")
  }
  if oldSchemaVersion < 3 { summarize(migration) }
}.migrationBlock!

/// A method of an object that knows the newest version.
public final class MemoStore: @unchecked Sendable {
  public static let shared = MemoStore()
  private let schemaVersion: UInt64 = 3
  private(set) public lazy var configuration = Realm.Configuration(
    schemaVersion: schemaVersion,
    migrationBlock: { [weak self] migration, oldSchemaVersion in
      guard let self = self else { return }
      guard oldSchemaVersion < self.schemaVersion else { return }
      self.migrate(migration, from: oldSchemaVersion)
    })

  private func migrate(_ migration: Migration, from version: UInt64) {
    if version < 2 { rename(migration) }
    if version < 3 { summarize(migration) }
  }
}

/// A function in a function.
public func makeNestedBlock() -> MigrationBlock {
  @Sendable func migrationSchema(_ migration: Migration, _ oldSchemaVersion: UInt64) {
    if oldSchemaVersion < 2 { rename(migration) }
    if oldSchemaVersion < 3 { summarize(migration) }
  }
  return migrationSchema
}

private protocol SchemaStep {
  static var version: UInt64 { get }
  static func run(_ migration: Migration)
}

private enum FixedStep: SchemaStep {
  static let version: UInt64 = 2
  static func run(_ migration: Migration) { rename(migration) }
}

private struct SummaryStep: SchemaStep {
  static let version: UInt64 = 3
  static func run(_ migration: Migration) { summarize(migration) }
}

/// Types that conform to a protocol.
public let protocolBlock: MigrationBlock = { migration, oldSchemaVersion in
  let steps: [any SchemaStep.Type] = [FixedStep.self, SummaryStep.self]
  for step in steps where oldSchemaVersion < step.version { step.run(migration) }
}

/// A loop from version to version.
public let loopBlock: MigrationBlock = { migration, oldSchemaVersion in
  var version = oldSchemaVersion
  while version < 3 {
    switch version {
    case 1: rename(migration)
    case 2: summarize(migration)
    default: break
    }
    version += 1
  }
}

public let fallthroughBlock: MigrationBlock = { migration, oldSchemaVersion in
  switch oldSchemaVersion {
  case 0...1:
    rename(migration)
    fallthrough
  case 2:
    summarize(migration)
  default:
    break
  }
}

/// Wrong: stores of version 1 never get to the second part.
public let elseIfBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 {
    rename(migration)
  } else if oldSchemaVersion < 3 {
    summarize(migration)
  }
}

/// Wrong: the same, by a switch.
public let caseBlock: MigrationBlock = { migration, oldSchemaVersion in
  switch oldSchemaVersion {
  case 1: rename(migration)
  case 2: summarize(migration)
  default: break
  }
}

/// Wrong: the first store remembers for all others that it was migrated.
public let rememberingBlock: MigrationBlock = { migration, oldSchemaVersion in
  if oldSchemaVersion < 2 { rename(migration) }
  guard !UserDefaults.standard.bool(forKey: "memosHaveSummaries") else { return }
  summarize(migration)
  UserDefaults.standard.set(true, forKey: "memosHaveSummaries")
}

/// Wrong: a store cannot be opened while it is migrated.
public let openingBlock: MigrationBlock = { migration, oldSchemaVersion in
  guard oldSchemaVersion == 1 else { return }
  rename(migration)
  let realm = try! Realm()
  _ = realm
}
