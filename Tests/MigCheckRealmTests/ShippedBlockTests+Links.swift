import AppMigrations
import MigCheck
import MigCheckModel
import MigCheckRealm

// What apps do with links.

extension ShippedBlockTests {
  static let links: [Case] = [
    Case(name: "pets", versions: pets, block: petBlock),
    Case(
      name: "pets, whose type goes too early", versions: pets, block: hastyPetBlock,
      finding: "upgrade-succeeds 1 → 2 Dog"),
    Case(
      name: "parents",
      versions: [
        Version(1) {
          ObjectType("Folder", primaryKey: "id", ["id": .string, "snippets": .list(of: "Snippet")])
          ObjectType("Snippet", primaryKey: "id", ["id": .string])
        },
        Version(2, drops: ["Folder.snippets"]) {
          ObjectType("Folder", primaryKey: "id", ["id": .string, "parentId": .string])
          ObjectType("Snippet", primaryKey: "id", ["id": .string, "parentId": .string])
        },
      ], block: parentBlock),
    Case(
      name: "through links",
      versions: [
        Version(1) {
          ObjectType("Exam", ["subject": .link(to: "Subject"), "details": .link(to: "Details")])
          ObjectType("Subject", ["name": .string])
          ObjectType("Details", ["room": .string, "seats": .int])
        },
        Version(2, drops: ["Exam.details", "Details"]) {
          ObjectType(
            "Exam",
            ["subject": .link(to: "Subject"), "isHard": .bool, "room": .string, "seats": .int])
          ObjectType("Subject", ["name": .string])
        },
      ], block: throughLinkBlock),
    Case(
      name: "captions",
      versions: [
        Version(1) {
          for name in ["Movie", "Series"] {
            ObjectType(name, ["texts": .list(of: .string), "changes": .int])
          }
        },
        Version(2) {
          for name in ["Movie", "Series"] {
            ObjectType(name, ["captions": .list(of: "Caption"), "edits": .list(of: "Caption")])
          }
          ObjectType("Caption", embedded: true, ["language": .string, "text": .string])
        },
      ], block: captionBlock),
    Case(name: "shelves", versions: shelves, block: shelfBlock),
    Case(
      name: "shelves with objects of the old state", versions: shelves, block: oldShelfBlock,
      finding: "upgrade-succeeds 1 → 2 Shelf.firsts"),
    Case(
      name: "an older model",
      versions: [
        Version(1) {
          ObjectType("Booking", ["film": .string, "seats": .int.optional, "holder": .string])
        },
        Version(
          2,
          invariants: [
            HistoryInvariant(
              "ticket", type: "Booking", since: 1,
              holds: """
                new.ticket.title = old.film AND new.ticket.seats IS old.seats
                """)
          ]
        ) {
          ObjectType("Booking", ["ticket": .link(to: "Ticket")])
          ObjectType(
            "Ticket",
            [
              "title": .string, "price": .double, "seats": .int.optional,
              "holders": .list(of: .string),
            ])
        },
      ], block: ticketBlock),
    Case(name: "copies go", versions: categories(drops: ["Category"]), block: uniqueBlock),
    Case(
      name: "fields are embedded",
      versions: [
        Version(1) {
          ObjectType("Item", primaryKey: "key", ["key": .string])
          ObjectType("Field", ["value": .string, "item": .link(to: "Item")])
        },
        Version(2, drops: ["Field"]) {
          ObjectType("Item", primaryKey: "key", ["key": .string, "fields": .list(of: "Field")])
          ObjectType("Field", embedded: true, ["value": .string])
        },
      ], block: embeddingBlock),
    Case(
      name: "unknown types go",
      versions: [
        Version(1) {
          ObjectType("Kept", ["name": .string])
          ObjectType("Gone", ["name": .string])
        },
        Version(2, drops: ["Gone"]) { ObjectType("Kept", ["name": .string]) },
      ], block: unknownTypesBlock),
    Case(
      name: "an old object is deleted", versions: categories(drops: []), block: deletingOldBlock,
      finding: "upgrade-succeeds 1 → 2 Category"),
    Case(
      name: "an object of a migration as one of a class",
      versions: [
        Version(1) {
          ObjectType("Owner", ["pet": .link(to: "Pet")])
          ObjectType("Pet", ["name": .string])
        },
        Version(
          2, drops: ["Owner.pet"],
          invariants: [
            HistoryInvariant("name", type: "Owner", since: 1) { old, new in
              old.value(of: "pet") == .null || new["petName"] as? String != ""
            }
          ]
        ) {
          ObjectType("Owner", ["petName": .string])
          ObjectType("Pet", ["name": .string])
        },
      ], block: typedBlock, finding: "invariant 1 → 2 Owner"),
  ]

  private static let pets: [Version] = [
    Version(1) {
      ObjectType("Owner", ["dogs": .list(of: "Dog")])
      ObjectType("Dog", ["name": .string])
    },
    Version(2, drops: ["Dog", "Owner.dogs"]) {
      ObjectType("Owner", ["pets": .list(of: "Pet")])
      ObjectType("Pet", ["name": .string, "kind": .int])
    },
  ]

  private static let shelves: [Version] = [
    Version(1) {
      ObjectType("Shelf", ["name": .string, "books": .list(of: "Book")])
      ObjectType("Book", ["title": .string])
    },
    Version(2) {
      ObjectType(
        "Shelf",
        [
          "name": .string, "books": .list(of: "Book"), "firsts": .list(of: "Book"),
          "favourite": .link(to: "Book"),
        ])
      ObjectType("Book", ["title": .string])
    },
  ]

  private static func categories(drops: [PropertyPath]) -> [Version] {
    [
      Version(1) { ObjectType("Category", ["identifier": .string]) },
      Version(2, drops: drops) {
        ObjectType(
          "Category", primaryKey: drops.isEmpty ? nil : "identifier", ["identifier": .string])
      },
    ]
  }
}
