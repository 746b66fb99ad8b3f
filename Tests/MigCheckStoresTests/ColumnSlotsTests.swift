import MigCheckModel
import Testing

@testable import MigCheckStores

@Suite("Slots of columns")
struct ColumnSlotsTests {
  private static func slots() -> ColumnSlots {
    var slots = ColumnSlots()
    slots.addProperty("a", to: 0, target: 1)
    slots.addProperty("b", to: 0, target: 1)
    slots.addProperty("c", to: 2, target: 1)
    return slots
  }

  @Test("a new column takes the lowest slot that is free")
  func lowest() {
    var slots = Self.slots()
    slots.removeProperty("a", from: 0, target: 1)
    #expect(slots.origins(of: 1) == [PropertyPlace(0, "b"), PropertyPlace(2, "c")])
    slots.addProperty("d", to: 2, target: 1)
    #expect(
      slots.origins(of: 1) == [
        PropertyPlace(2, "d"), PropertyPlace(0, "b"), PropertyPlace(2, "c"),
      ])
  }

  @Test("a property that becomes optional moves to another column")
  func renewed() {
    var slots = Self.slots()
    slots.renewProperty("a", of: 0)
    let properties = ["a", "b"].map { Property($0, .int) }
    #expect(slots.ranks(of: properties, in: 0) == [2, 1])
  }

  @Test("a renamed property keeps its column, and names are told apart by their bytes")
  func renamed() {
    var slots = Self.slots()
    slots.renameProperty("a", to: "é", of: 0)
    slots.addProperty("e\u{301}", to: 0, target: 1)
    #expect(
      slots.origins(of: 1).map { Array($0.name.text.utf8) }
        == ["é", "b", "c", "e\u{301}"].map { Array($0.utf8) })
  }

  @Test("a mixed link to another table leaves its column for good")
  func mixed() {
    var slots = ColumnSlots()
    slots.addProperty("m", to: 0, target: nil)
    slots.linkMixed("m", of: 0, to: 0)
    #expect(!slots.isTargetOfOthers(0))
    slots.linkMixed("m", of: 0, to: 1)
    slots.linkMixed("m", of: 0, to: 1)
    #expect(slots.tables[1].count == 1)
    #expect(slots.isTargetOfOthers(1))
    slots.removeProperty("m", from: 0, target: nil)
    #expect(slots.isTargetOfOthers(1))
    slots.removeTable(0)
    #expect(slots.isTargetOfOthers(1))
    #expect(slots.origins(of: 1).isEmpty)
  }

  @Test("of a table that is removed no link column stays")
  func removed() {
    var slots = Self.slots()
    slots.removeTable(0)
    slots.removeTable(2)
    #expect(!slots.isTargetOfOthers(1))
  }

  @Test("come back with the file")
  func file() throws {
    let folder = try TestFolder()
    let store = try FileStore.create(at: folder.file("store"))
    try store.begin()
    _ = try store.addTable(named: "A", embedded: false)
    _ = try store.addTable(named: "B", embedded: false)
    try store.addProperty(Property("m", .mixed, optional: true), to: 0)
    try store.addProperty(Property("l", .object, objectType: "B", optional: true), to: 0)
    try store.addProperty(Property("n", .int), to: 0)
    _ = try store.create(in: 1, values: [])
    _ = try store.create(in: 0, values: [("m", .link(ObjectReference(type: 1, index: 0)))])
    try store.removeProperty("m", from: 0)
    try store.commit(version: 1)
    let slots = store.slots
    #expect(slots.tables[0].contains(nil))
    #expect(slots.tables[1].contains(.formerLinks(table: 0)))
    try store.reopen()
    #expect(store.slots == slots)
    store.discard()
  }
}
