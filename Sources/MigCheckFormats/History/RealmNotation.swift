import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

/// What a history file says of an app that uses Realm.
enum RealmNotation: EngineNotation {
  static let engine = EngineID.realm
  static let keys = ["openers", "migrationBlock", "deleteIfMigrationNeeded", "realmSwift"]

  static func read(_ record: JSONRecord, into history: inout History) throws(InputError) {
    var options = RealmOptions()
    if let node = record["migrationBlock"] { options.awaitsBlock = try hasBlock(node, history) }
    options.deleteIfMigrationNeeded = try record["deleteIfMigrationNeeded"]?.bool() ?? false
    if let node = record["realmSwift"] {
      guard let version = RealmSwiftVersion(try node.string()) else {
        throw node.wrongKind(needed: "the version of Realm Swift, such as \"10.54.2\"")
      }
      options.realmSwift = version
    }
    for node in try record.list("openers") {
      options.openers.append(try HistoryFile.opener(node, in: history))
    }
    history.options = options
  }

  /// Reads `"migrationBlock": "swift"`: the migrations are code of the app, and no steps.
  private static func hasBlock(_ node: JSONNode, _ history: History) throws(InputError) -> Bool {
    guard try node.string().isIdentical(to: "swift") else {
      throw node.wrongKind(needed: "\"swift\": the app's migration block is Swift code")
    }
    guard let stage = history.stages.first(where: { !$0.steps.isEmpty }) else { return true }
    throw node.error(
      "the migrations are Swift code, and version \(stage.number) has a \"migration\" beside it",
      "keep one of the two")
  }

  static func members(of history: History) -> [JSON.Member] {
    var members = [JSON.Member]()
    if history.awaitsBlock { members.append(JSON.Member("migrationBlock", .string("swift"))) }
    if history.deleteIfMigrationNeeded {
      members.append(JSON.Member("deleteIfMigrationNeeded", .bool(true)))
    }
    if let version = history.realmSwift {
      members.append(JSON.Member("realmSwift", .string(version.description)))
    }
    if !history.openers.isEmpty {
      members.append(JSON.Member("openers", .array(history.openers.map(HistoryFile.json))))
    }
    return members
  }
}
