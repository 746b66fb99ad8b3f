import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import MigCheckText
import Testing

/// One upgrade: models and graphs before and after.
struct UpgradeRow: Sendable, CustomTestStringConvertible {
  var title: String
  var before: String
  var after: String
  /// The objects as a graph file has them, without its version.
  var objects: String
  /// The objects afterwards, or the message of the error.
  var expected: String

  init(_ title: String, _ before: String, _ after: String, _ objects: String, _ expected: String) {
    self.title = title
    (self.before, self.after) = (before, after)
    (self.objects, self.expected) = (objects, expected)
  }

  var testDescription: String { title }

  /// Rows about one attribute `a` of an entity `E` with the values of several objects.
  static func attribute(
    _ title: String, _ before: String, _ after: String, _ values: [String], _ expected: [String]
  ) -> UpgradeRow {
    func objects(_ values: [String]) -> String {
      "{\"E\": ["
        + values.enumerated().map { "{\"$id\": \"\($0)\", \"a\": \($1)}" }.joined(separator: ", ")
        + "]}"
    }
    return UpgradeRow(
      title, "<entity name='E'><attribute name='a' \(before)/></entity>",
      "<entity name='E'><attribute name='a' \(after)/></entity>", objects(values),
      objects(expected))
  }

  func models() throws -> [CoreDataVersion] {
    try [before, after].enumerated().map { index, content in
      CoreDataVersion(
        number: UInt64(index + 1), name: "\(index + 1)", model: try model(content))
    }
  }

  /// - Parameter version: 1 or 2.
  static func graph(_ objects: String, of version: CoreDataVersion) throws -> ObjectGraph {
    try GraphFile.parse(
      try JSON.parse("{\"version\": 1, \"objects\": \(objects)}"), file: "graph",
      schemaOf: { _ in version.model.schema }
    ).graph
  }

  private static let oneToMany = """
    <entity name='A'><relationship name='bs' toMany='YES' ordered='YES' destinationEntity='B'
    inverseName='a'/></entity><entity name='B'><attribute name='n' attributeType='Integer 64'/>
    <relationship name='a' destinationEntity='A' inverseName='bs'/></entity>
    """
  private static let manyToMany = """
    <entity name='A'><relationship name='bs' toMany='YES' destinationEntity='B'
    inverseName='as'/></entity><entity name='B'><attribute name='n' attributeType='Integer 64'/>
    <relationship name='as' elementID='a' toMany='YES' destinationEntity='A'
    inverseName='bs'/></entity>
    """

  static let all: [UpgradeRow] = changes + moreChanges

  private static let changes: [UpgradeRow] = [
    .attribute(
      "a renaming identifier alone: no migration", "optional='YES' attributeType='String'",
      "elementID='b' optional='YES' attributeType='String'", ["null", "\"x\""],
      ["null", "\"x\""]),
    UpgradeRow(
      "an identifier of an entity alone: no migration",
      "<entity name='E'><attribute name='a' attributeType='String'/></entity><entity name='F'/>",
      "<entity name='F'/><entity name='E' elementID='G'><attribute name='a' "
        + "attributeType='String'/></entity>",
      #"{"E": [{"$id": "1", "a": "x"}]}"#, #"{"E": [{"$id": "1", "a": "x"}]}"#),
    UpgradeRow(
      "a name that changes only in case is another name",
      "<entity name='E'><attribute name='a' optional='YES' attributeType='String'/></entity>",
      "<entity name='E'><attribute name='A' optional='YES' attributeType='String'/></entity>",
      #"{"E": [{"$id": "1", "a": "x"}]}"#, #"{"E": [{"$id": "1", "A": null}]}"#),
    UpgradeRow(
      "two entities swap their names",
      "<entity name='E'><attribute name='a' attributeType='String'/></entity>"
        + "<entity name='F'><attribute name='a' attributeType='String'/></entity>",
      "<entity name='E' elementID='F'><attribute name='a' attributeType='String'/></entity>"
        + "<entity name='F' elementID='E'><attribute name='a' attributeType='String'/>"
        + "<attribute name='b' optional='YES' attributeType='String'/></entity>",
      #"{"E": [{"$id": "1", "a": "x"}], "F": [{"$id": "2", "a": "y"}]}"#,
      #"{"E": [{"$id": "2", "a": "y"}], "F": [{"$id": "1", "a": "x", "b": null}]}"#),
    .attribute(
      "optional → required with a default", "optional='YES' attributeType='String'",
      "attributeType='String' defaultValueString='d'", ["null", "\"x\"", "\"\""],
      ["\"d\"", "\"x\"", "\"\""]),
    .attribute(
      "required → optional", "attributeType='Boolean'", "optional='YES' attributeType='Boolean'",
      ["true", "false"], ["true", "false"]),
    .attribute(
      "optional with a new default keeps its nulls: no migration",
      "optional='YES' attributeType='String'",
      "optional='YES' attributeType='String' defaultValueString='d'", ["null"], ["null"]),
    .attribute(
      "Integer 16 → 64", "attributeType='Integer 16'", "attributeType='Integer 64'",
      ["-32768", "32767"], ["-32768", "32767"]),
    .attribute(
      "Boolean → Integer 32", "optional='YES' attributeType='Boolean'",
      "optional='YES' attributeType='Integer 32'", ["true", "false", "null"], ["1", "0", "null"]),
    .attribute(
      "Integer 64 → Double", "attributeType='Integer 64'", "attributeType='Double'",
      ["9007199254740993", "-1"], ["9007199254740992", "-1"]),
    .attribute(
      "Integer 64 → Decimal", "attributeType='Integer 64'", "attributeType='Decimal'",
      ["9007199254740993"], ["\"9007199254740993\""]),
    .attribute(
      "Integer 16 → 32, optional → required with a default",
      "optional='YES' attributeType='Integer 16'",
      "attributeType='Integer 32' defaultValueString='7'", ["null", "1"], ["7", "1"]),
    UpgradeRow(
      "attributes added", "<entity name='E'/>",
      """
      <entity name='E'><attribute name='d' attributeType='Date' defaultDateTimeInterval='0'/>
      <attribute name='n' optional='YES' attributeType='Boolean' usesScalarValueType='YES'/>
      <attribute name='o' optional='YES' attributeType='Integer 16' defaultValueString='3'/>
      <attribute name='u' optional='YES' attributeType='UUID'
      defaultValueString='00000000-0000-0000-0000-000000000001'/></entity>
      """, "{\"E\": [{}]}",
      """
      {"E": [{"d": "2001-01-01T00:00:00Z", "n": null, "o": 3,
        "u": "00000000-0000-0000-0000-000000000001"}]}
      """),
    UpgradeRow(
      "a rename in a chain with a type kept",
      "<entity name='E'><attribute name='a' attributeType='String'/></entity>",
      "<entity name='F' elementID='E'><attribute name='b' elementID='a' attributeType='String'/></entity>",
      "{\"E\": [{\"a\": \"x\"}]}", "{\"F\": [{\"b\": \"x\"}]}"),
    UpgradeRow(
      "an entity removed, and links to its objects",
      """
      <entity name='A'><relationship name='b' destinationEntity='B'/>
      <relationship name='all' toMany='YES' destinationEntity='B'/></entity>
      <entity name='B'/><entity name='C' parentEntity='B'/>
      """,
      """
      <entity name='A'><relationship name='b' destinationEntity='B'/>
      <relationship name='all' toMany='YES' destinationEntity='B'/></entity><entity name='B'/>
      """,
      """
      {"A": [{"b": "c", "all": ["b", "c"]}], "B": [{"$id": "b"}], "C": [{"$id": "c"}]}
      """, "{\"A\": [{\"b\": null, \"all\": [\"b\"]}], \"B\": [{\"$id\": \"b\"}]}"),
    UpgradeRow(
      "to-one → to-many", "\(oneToMany)", "\(manyToMany)",
      """
      {"A": [{"$id": "a", "bs": ["2", "1"]}], "B": [{"$id": "1", "n": 1, "a": "a"},
        {"$id": "2", "n": 2, "a": "a"}]}
      """,
      """
      {"A": [{"$id": "a", "bs": ["1", "2"]}], "B": [{"$id": "1", "n": 1, "as": ["a"]},
        {"$id": "2", "n": 2, "as": ["a"]}]}
      """),
    UpgradeRow(
      "an inverse is added to a relationship",
      """
      <entity name='A'/><entity name='B'><relationship name='a' destinationEntity='A'/></entity>
      """,
      """
      <entity name='A'><relationship name='bs' toMany='YES' destinationEntity='B'
      inverseName='a'/></entity><entity name='B'><relationship name='a' destinationEntity='A'
      inverseName='bs'/></entity>
      """, "{\"A\": [{\"$id\": \"a\"}], \"B\": [{\"$id\": \"b\", \"a\": \"a\"}]}",
      "{\"A\": [{\"$id\": \"a\", \"bs\": [\"b\"]}], \"B\": [{\"$id\": \"b\", \"a\": \"a\"}]}"),
    UpgradeRow(
      "a property moves up, and its siblings get the default",
      """
      <entity name='P' isAbstract='YES'/><entity name='A' parentEntity='P'>
      <attribute name='x' attributeType='String'/></entity><entity name='B' parentEntity='P'/>
      """,
      """
      <entity name='P' isAbstract='YES'>
      <attribute name='x' attributeType='String' defaultValueString='d'/></entity>
      <entity name='A' parentEntity='P'/><entity name='B' parentEntity='P'/>
      """, "{\"A\": [{\"x\": \"kept\"}], \"B\": [{}]}",
      "{\"A\": [{\"x\": \"kept\"}], \"B\": [{\"x\": \"d\"}]}"),
    UpgradeRow(
      "a property moves down",
      """
      <entity name='P'><attribute name='x' attributeType='String'/></entity>
      <entity name='A' parentEntity='P'/>
      """,
      """
      <entity name='P'/><entity name='A' parentEntity='P'>
      <attribute name='x' attributeType='String'/></entity>
      """, "{\"P\": [{\"x\": \"lost\"}], \"A\": [{\"x\": \"kept\"}]}",
      "{\"P\": [{}], \"A\": [{\"x\": \"kept\"}]}"),
    UpgradeRow(
      "a uniqueness constraint over values that repeat",
      "<entity name='E'><attribute name='a' optional='YES' attributeType='String'/></entity>",
      """
      <entity name='E'><attribute name='a' optional='YES' attributeType='String'/>
      <uniquenessConstraints><uniquenessConstraint><constraint value='a'/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      """, "{\"E\": [{\"a\": \"x\"}, {\"a\": \"x\"}]}",
      "constraintFailed: The values of E.a repeat, and a uniqueness constraint is added."),
    UpgradeRow(
      "a uniqueness constraint over nulls",
      "<entity name='E'><attribute name='a' optional='YES' attributeType='String'/></entity>",
      """
      <entity name='E'><attribute name='a' optional='YES' attributeType='String'/>
      <uniquenessConstraints><uniquenessConstraint><constraint value='a'/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      """, "{\"E\": [{\"a\": null}, {\"a\": null}]}", "{\"E\": [{\"a\": null}, {\"a\": null}]}"),
  ]
}

@Suite("Upgrades by inferred mappings") struct MappedUpgradeTests {
  @Test("Data", arguments: UpgradeRow.all) func data(row: UpgradeRow) throws {
    let versions = try row.models()
    let graph = try UpgradeRow.graph(row.objects, of: versions[0])
    let start = StoreGraph(
      graph: graph, keys: graph.tables.map { (0..<Int64($0.count)).map { $0 + 1 } })
    do {
      let result = try MappedUpgrade(from: versions[0], to: versions[1]).upgrade(start)
      let expected = try UpgradeRow.graph(row.expected, of: versions[1])
      #expect(result.graph.validate() == [])
      #expect(GraphComparison.compare(result.graph, expected) == .equal)
      #expect(result.keys.map(\.count) == result.graph.tables.map(\.count))
    } catch let error as UpgradeError {
      #expect(error.description == row.expected)
    }
  }

  @Test("Nulls that a store has in spite of its model stay") func strayNulls() throws {
    let versions = try ["Integer 16", "Integer 32"].enumerated().map { index, type in
      CoreDataVersion(
        number: UInt64(index + 1), name: "\(index + 1)",
        model: try model(
          """
          <entity name='E'><attribute name='a' attributeType='\(type)' defaultValueString='7'/>
          <attribute name='b' attributeType='String' defaultValueString='d'/></entity>
          """))
    }
    var graph = ObjectGraph(schema: versions[0].model.schema)
    graph.append([.null, .null], type: 0)
    let result = try MappedUpgrade(from: versions[0], to: versions[1]).upgrade(
      StoreGraph(graph: graph, keys: [[1]]))
    #expect(result.graph.tables[0].columns == [[.null], [.null]])
  }

  @Test("A mapping that cannot be inferred is refused with all its reasons") func refusal() throws {
    let versions = [
      CoreDataVersion(
        number: 1, name: "One",
        model: try model("<entity name='E'><attribute name='a' attributeType='URI'/></entity>")),
      CoreDataVersion(
        number: 2, name: "Two",
        model: try model(
          """
          <entity name='E'><attribute name='a' attributeType='String'/>
          <attribute name='b' attributeType='Date'/></entity>
          """)),
    ]
    let start = StoreGraph(graph: ObjectGraph(schema: versions[0].model.schema), keys: [[]])
    let error = #expect(throws: UpgradeError.self) {
      try MappedUpgrade(from: versions[0], to: versions[1]).upgrade(start)
    }
    #expect(
      error?.description
        == "mappingNotInferable: The mapping from version 1 (One) to 2 (Two) cannot be inferred: "
        + "E.a: type changed between other types: URI → String; "
        + "E.b: attribute added, required, no default.")
  }
}
