import AppMigrations
import MigCheck
import MigCheckModel
import MigCheckRealm

// How code gets at names.

extension ShippedBlockTests {
  static let names: [Case] = [
    Case(
      name: "names with the module in front",
      versions: [
        Version(1) {
          ObjectType("Day", ["notices": .list(of: "Notice")])
          ObjectType("Notice", ["_id": .int, "title": .string, "amount": .double.optional])
        },
        Version(2, drops: ["Day.notices", "Notice"]) {
          ObjectType("Day", ["current": .list(of: "CurrentNotice")])
          ObjectType("CurrentNotice", ["rootId": .int, "title": .string, "amount": .double])
        },
      ], block: qualifiedBlock),
    Case(
      name: "a name that was given just before",
      versions: [
        Version(1) {
          ObjectType("Todo", ["dueTime": .date.optional])
          ObjectType("PostponedEvent", ["reason": .string])
        },
        Version(2, drops: ["PostponedEvent"]) {
          ObjectType(
            "Todo",
            [
              "notifyAt": .date.optional, "startsAt": .date.optional, "endsAt": .date.optional,
              "isAllDay": .bool,
            ])
        },
      ], block: renamedBlock),
    Case(
      name: "the default configuration",
      versions: [
        Version(1) { ObjectType("Message", ["text": .string]) },
        Version(2) { ObjectType("Message", ["text": .string, "payload": .data.optional]) },
      ], block: blockOfDefaultConfiguration),
  ]

  private static let blockOfDefaultConfiguration: MigrationBlock = {
    // What other tests set there stays.
    let before = Realm.Configuration.defaultConfiguration
    AppStart.configureRealm()
    defer { Realm.Configuration.defaultConfiguration = before }
    return Realm.Configuration.defaultConfiguration.migrationBlock!
  }()
}
