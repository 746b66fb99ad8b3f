import MigCheckModel
import MigCheckStoreFiles
import Testing

/// One whole file, byte by byte, which the real engine opens and finds nothing wrong with.
@Suite struct RealmExampleFileTests {
  static let content = RealmContent(
    schemaVersion: 3,
    tables: [
      RealmTable(
        name: "class_Dog", primaryKey: 0,
        columns: [
          RealmColumn("id", .int), RealmColumn("name", .string, optional: true),
          RealmColumn("pal", .object, optional: true, target: 0),
        ], keys: [0, 1],
        values: [
          [.int(5), .int(-2)], [.string("Rex"), .null],
          [.link(ObjectReference(type: 0, index: 1)), .null],
        ])
    ])

  static let file: [String] = [
    // Header.
    "c002000000000000 0000000000000000 542d4442 18180000",
    // The table of the schema version.
    "41414141 00000001", "41414141 0c000001 76657273696f6e00", "41414141 00000001",
    "41414141 00000001", "41414141 44000006 1820300000380000", "41414141 02000001 0300000000000000",
    "41414141 44000002 0350000000000000", "41414141 40000001",
    "41414141 06000001 ffffff7f00000000", "41414141 07000001 ffffffffffffff7f",
    "41414141 4500000e 4000000060000100 7000010001007800 8800030000000000 0100000000000000",
    // The class: index, columns, objects, table.
    "41414141 06000002 fffffffe00000005", "41414141 65000003 c000030001000000",
    "41414141 03000004 20ec000000000000",
    "41414141 0c000003 6964000000000005 6e616d6500000003 70616c0000000004",
    "41414141 04000004 0010100000000000",
    "41414141 06000004 00000040 01000244 02000c44 03000e40",
    "41414141 45000006 e000f00010010000 0000200100000000",
    "41414141 04000002 05fe000000000000", "41414141 0b000002 5265780000000004",
    "41414141 02000002 0200000000000000", "41414141 41000002 0200000000000000",
    "41414141 45000005 0500500160017001 8001000000000000", "41414141 45000004 d000000000000000",
    "41414141 06000004 ffffff7f ffffff7f 01000000 01000000",
    "41414141 07000004 ffffffffffffff7f ffffffffffffff7f 03000e4000000000 02000c4400000000",
    "41414141 4700000e 3801000000000000 0000000000000000 9001000000000000 0300000000000000",
    "a801000000000000 0100000000000000 0100000000000000 b801000000000000 d001000000000000",
    "0500000000000000 0000000000000000 0100008000000000 0100000000000000 0000000000000000",
    // Tables, names, free space, top.
    "41414141 45000002 9800f80100000000",
    "41414141 0d000002 6d65746164617461 0000000000000007 636c6173735f446f 6700000000000006",
    "41414141 00000000", "41414141 00000000", "41414141 00000000",
    "41414141 4600000a 8002000070020000 e1050000a8020000 b0020000b8020000 0500000005000000",
    "0000000003000000",
  ]

  @Test("a file is written byte by byte as the engine reads it")
  func aFileIsWrittenByteByByte() throws {
    let bytes = try RealmFile.bytes(Self.content)
    let expected = Self.file.joined().filter { $0 != " " }
    #expect(bytes.count == 752)
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == expected)
  }

  @Test("the file holds what was written") func theFileHoldsWhatWasWritten() throws {
    let content = try RealmFile.read(RealmFile.bytes(Self.content))
    #expect(content.schemaVersion == 3)
    #expect(content.tables[0].columns.map(\.name) == ["id", "name", "pal"])
    #expect(content.tables[0].primaryKey == 0)
    #expect(content.tables[0].values == Self.content.tables[0].values)
    #expect(content.notes.isEmpty)
  }
}
