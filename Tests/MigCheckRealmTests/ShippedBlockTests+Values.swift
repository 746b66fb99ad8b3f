import AppMigrations
import MigCheck
import MigCheckModel
import MigCheckRealm

// What apps do with values.

extension ShippedBlockTests {
  static let values: [Case] = [
    Case(
      name: "copies and counters",
      versions: [
        Version(1) { ObjectType("Bookmark", ["date": .date]) },
        Version(2) { ObjectType("Bookmark", ["date": .date, "latestUpdate": .date, "id": .int]) },
      ], block: copyBlock),
    Case(
      name: "numbers of other widths",
      versions: [
        Version(1) {
          ObjectType(
            "Sample",
            [
              "rssi": .int, "rank": .int, "celsius": .float, "updatedAt": .date.optional,
              "label": .string, "weight": .double.optional,
            ])
        },
        Version(2, drops: ["Sample.celsius", "Sample.rank"]) {
          ObjectType(
            "Sample",
            [
              "rssi": .int, "rssiText": .string, "order": .int, "celsius": .double,
              "updatedAt": .date.optional, "seconds": .double, "label": .string,
              "labelLength": .int, "weight": .double.optional, "weightText": .string,
            ])
        },
      ], block: numberBlock),
    Case(
      name: "another type of key", versions: accounts, block: keyBlock),
    Case(
      name: "guards by schemas",
      versions: [
        Version(1) { ObjectType("Offer", ["currency": .string, "note": .string]) },
        Version(2) {
          ObjectType("Offer", ["money": .string, "remark": .string, "taxes": .double])
        },
      ], block: guardedBlock),
    Case(
      name: "decoding",
      versions: [
        Version(1) { ObjectType("Page", ["entries": .string, "dayText": .string]) },
        Version(2) {
          ObjectType("Page", ["names": .list(of: .string), "day": .date, "slug": .string])
        },
      ], block: decodingBlock),
    Case(
      name: "dictionaries",
      versions: [
        Version(1) { ObjectType("Guest", ["name": .string, "visits": .int]) },
        Version(2) {
          ObjectType("Guest", ["fullName": .string, "visits": .int])
          ObjectType("Visit", ["of": .string, "count": .int])
        },
      ], block: dictionaryBlock),
    Case(
      name: "a number that does not fit", versions: accounts, block: forcedBlock,
      finding: "upgrade-succeeds 1 → 2"),
  ]

  private static let accounts: [Version] = [
    Version(1) {
      ObjectType("Account", primaryKey: "id", ["id": .int, "nickname": .string.optional])
    },
    Version(2, drops: ["Account.nickname"]) {
      ObjectType(
        "Account", primaryKey: "id",
        ["id": .string, "nickname": .string.optional, "unlocked": .list(of: .bool)])
    },
  ]
}
