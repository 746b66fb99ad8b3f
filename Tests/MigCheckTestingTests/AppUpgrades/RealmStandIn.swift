import Foundation
import MigCheck
import MigCheckModel
import MigCheckStoreFiles

/// Opens Realm files as RealmSwift does: a file of an older version is migrated, by migcheck's rules, and
/// written again in its place.
struct RealmStandIn: Sendable {
  /// The migrations that the app ships.
  let history: History
  var mistake: AppMistake?

  func open(_ file: URL) throws {
    if mistake == .throwsError { throw AppMistake.Failed() }
    if mistake == .doesNothing { return }
    let format = try RealmFileFormat(history.versions)
    let content = try format.read(file).snapshot
    let last = history.stages.map(\.number).max() ?? 0
    guard content.version < last else { return }
    let store = try history.makeStore(
      .memory, at: content.version, holding: content.graph, in: NSTemporaryDirectory())
    defer { store.discard() }
    _ = try store.upgrade(to: last)
    var snapshot = try store.snapshot()
    mistake?.apply(to: &snapshot, kept: "Person.email", written: "Person.fullName")
    try FileManager.default.removeItem(at: file)
    try format.write(snapshot, to: file)
  }
}

enum Contacts {
  /// Names are joined on the way to 2; on the way to 3 addresses come and nameless pets are deleted.
  static let history = History("Contacts") {
    Version(1) {
      ObjectType(
        "Person",
        ["first": .string, "last": .string, "email": .string, "pets": .list(of: "Pet")])
      ObjectType("Pet", ["name": .string, "tags": .list(of: .int)])
    }
    Version(2) {
      ObjectType(
        "Person",
        ["fullName": .string, "email": .string, "pets": .list(of: "Pet")])
      ObjectType("Pet", ["name": .string, "tags": .list(of: .int)])
    } migration: { migration in
      migration.enumerateObjects(ofType: "Person") { old, new in
        new?["fullName"] = "\(old?["first"] as? String ?? "") \(old?["last"] as? String ?? "")"
      }
    }
    Version(3, drops: ["Pet"]) {
      ObjectType(
        "Person",
        [
          "fullName": .string, "email": .string, "pets": .list(of: "Pet"),
          "home": .link(to: "Address"),
        ])
      ObjectType("Pet", ["name": .string, "tags": .list(of: .int)])
      ObjectType("Address", embedded: true, ["street": .string.optional])
    } migration: { migration in
      migration.enumerateObjects(ofType: "Pet") { old, new in
        if let new, old?["name"] as? String == "" { migration.delete(new) }
      }
    }
  }
}
