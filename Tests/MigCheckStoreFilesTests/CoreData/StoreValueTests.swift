import Foundation
import MigCheckCoreData
import MigCheckModel
import MigCheckStoreFiles
import Testing

/// Values of which Core Data's form in a store is not plain.
@Suite("Values in stores") struct StoreValueTests {
  private static let photos =
    "<entity name='P'><attribute name='data' optional='YES' attributeType='Binary' "
    + "allowsExternalBinaryDataStorage='YES'/></entity>"

  private func graph(_ values: [Value], of bundle: CoreDataBundle) -> ObjectGraph {
    var graph = ObjectGraph(schema: bundle.versions[0].model.schema)
    graph.tables[0].count = values.count
    graph.tables[0].columns = [values]
    return graph
  }

  private func write(
    _ graph: ObjectGraph, of bundle: CoreDataBundle, in bench: StoreBench, to name: String
  ) throws -> String {
    let template = try StoreTemplate.create(bundle.versions[0], of: bundle, in: bench.path)
    let path = bench.file(name)
    try CoreDataStoreWriter(template).write(
      .numbered(graph, of: bundle.versions[0].model), to: path, uuid: "U")
    return path
  }

  @Test("large values lie in files beside the store, and small ones in it") func external() throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(Self.photos)
    let large = [UInt8](repeating: 7, count: 102_401)
    let graph = graph([.data([1, 2]), .data(large), .null, .data(large + [8])], of: bundle)
    let store = try write(graph, of: bundle, in: bench, to: "Photos.sqlite")
    #expect(
      try StoreBench.rows("SELECT length(ZDATA), hex(substr(ZDATA, 1, 1)) FROM ZP", in: store)
        == [
          ["integer(3)", "text(\"01\")"], ["integer(38)", "text(\"02\")"], ["null", "text(\"\")"],
          ["integer(38)", "text(\"02\")"],
        ])
    let folder = bench.file(".Photos_SUPPORT/_EXTERNAL_DATA")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    #expect(StoreBench.areEqual(try bench.read(store, in: bundle).graph, graph))
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)).count < 102_400)
  }

  @Test("the name of a file that is missing stays one") func missingFile() throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(Self.photos)
    let name = [2] + Array("0A1B2C3D-0000-4000-8000-00000000000F".utf8) + [0]
    let store = try write(graph([.data(name)], of: bundle), of: bundle, in: bench, to: "a.sqlite")
    #expect(
      try StoreBench.rows("SELECT hex(substr(ZDATA, 1, 2)), length(ZDATA) FROM ZP", in: store)
        == [["text(\"0230\")", "integer(38)"]])
  }

  @Test(
    "decimals are kept with 15 digits",
    arguments: [
      ("1.5", "1.5"), ("-0.10", "-0.1"), ("12345678901234.56789", "12345678901234.6"),
      ("1E+30", "1E+30"), ("0E-5", "0"), ("123E+2", "12300"),
      ("9007199254740993", "9007199254740993"),
      ("0.000001", "0.000001"), ("1E-200", "1"),
    ])
  func decimals(text: String, stored: String) throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(
      "<entity name='P'><attribute name='d' optional='YES' attributeType='Decimal'/></entity>")
    let number = try #require(Decimal128(text))
    let storable = try StorableGraph(
      graph([.decimal128(number)], of: bundle), of: bundle.versions[0], in: bundle)
    let store = try write(storable.graph, of: bundle, in: bench, to: "d.sqlite")
    let expected = graph([.decimal128(try #require(Decimal128(stored)))], of: bundle)
    #expect(StoreBench.areEqual(try bench.read(store, in: bundle).graph, expected))
    #expect(StoreBench.areEqual(storable.graph, expected))
    let again = try StorableGraph(storable.graph, of: bundle.versions[0], in: bundle)
    #expect(again.graph.isIdentical(to: storable.graph))
  }

  @Test("fetch indexes are those of real stores") func fetchIndexes() throws {
    let bench = try StoreBench()
    let bundle = try StoreBench.bundle(
      """
      <entity name='Base'><attribute name='at' optional='YES' attributeType='Date'/></entity>
      <entity name='Note' parentEntity='Base'>
      <attribute name='text' optional='YES' attributeType='String'/>
      <attribute name='x' optional='YES' attributeType='Double'/>
      <fetchIndex name='byText'>
        <fetchIndexElement property='text' type='Binary' order='descending'/></fetchIndex>
      <fetchIndex name='byBoth'><fetchIndexElement property='at' type='Binary' order='ascending'/>
        <fetchIndexElement property='text' type='Binary' order='descending'/></fetchIndex>
      <fetchIndex name='place'>
        <fetchIndexElement property='x' type='RTree' order='ascending'/></fetchIndex>
      <fetchIndex name='some' partialIndexPredicate='x > 1'>
        <fetchIndexElement property='x' type='Binary' order='ascending'/></fetchIndex></entity>
      """)
    let store = try write(
      ObjectGraph(schema: bundle.versions[0].model.schema), of: bundle, in: bench, to: "i.sqlite")
    #expect(
      try StoreBench.rows(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND name LIKE 'Z\\_N%' ESCAPE '\\' "
          + "ORDER BY name", in: store
      ).map { String($0[0].dropFirst(6).dropLast(2)) } == [
        "CREATE INDEX Z_Note_byBoth ON ZBASE (ZAT COLLATE BINARY ASC, ZTEXT COLLATE BINARY DESC)",
        "CREATE INDEX Z_Note_byText ON ZBASE (ZTEXT COLLATE BINARY DESC)",
        "CREATE INDEX Z_Note_text ON ZBASE (ZTEXT COLLATE BINARY ASC)",
      ])
  }
}
