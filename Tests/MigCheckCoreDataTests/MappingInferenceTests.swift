import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import MigCheckText
import Testing

/// A model of the XML inside `<model>`.
func model(_ content: String) throws -> CoreDataModel {
  try CoreDataModelReader.parse(Array("<model>\(content)</model>".utf8), file: "contents")
}

/// A row of the table of rules: what an entity `E` holds before and after.
struct InferenceRow: Sendable, CustomTestStringConvertible {
  var title: String
  var before: String
  var after: String
  /// What the mapping says about it, one line each.
  var expected: [String]

  init(_ title: String, _ before: String, _ after: String, _ expected: String...) {
    self.title = title
    (self.before, self.after) = (before, after)
    self.expected = expected
  }

  var testDescription: String { title }

  /// The same row with the XML of whole models.
  func inside(_ start: String, _ end: String) -> InferenceRow {
    var row = self
    row.before = start + before + end
    row.after = start + after + end
    return row
  }
}

extension InferredMapping {
  /// What becomes of everything, in few words.
  var summary: [String] {
    entities.flatMap { entity -> [String] in
      guard let source = entity.source else { return ["\(entity.destination) added"] }
      let name = entity.destination
      return [source == name ? "" : "\(name) from \(source)"]
        + entity.attributes.map { attribute in
          "\(name).\(attribute.destination.name) "
            + {
              switch attribute.origin {
              case .added:
                "added " + (attribute.destination.defaultValue?.scalarJSON?.compactText ?? "null")
              case .kept(let old): old.name == attribute.destination.name ? "" : "from \(old.name)"
              case .converted(let old): "converted from \(old.type)"
              case .unknown(let old): "unknown from \(old.type)"
              }
            }()
        }.filter { !$0.hasSuffix(" ") }
        + entity.relationships.map { relationship in
          "\(name).\(relationship.destination.name) "
            + {
              switch relationship.origin {
              case .added: "added"
              case .kept(let old):
                relationship.losesOrder
                  ? "unordered"
                  : old.name == relationship.destination.name ? "" : "from \(old.name)"
              case .unknown: "unknown"
              }
            }()
        }.filter { !$0.hasSuffix(" ") }
        + entity.removed.map { "\(name).\($0) removed" }
    }.filter { !$0.isEmpty } + removedEntities.map { "\($0) removed" }
      + refusals.map { "refused: \($0)" } + warnings.map { "warning: \($0)" }
      + (needsMigration ? [] : ["no migration"])
  }
}

@Suite("What Core Data infers") struct MappingInferenceTests {
  static let attributes: [InferenceRow] = [
    InferenceRow(
      "attribute added with a default", "",
      "<attribute name='a' attributeType='Integer 16' defaultValueString='3'/>", "E.a added 3"),
    InferenceRow(
      "optional attribute added with a default", "",
      "<attribute name='a' optional='YES' attributeType='String' defaultValueString=''/>",
      "E.a added \"\""),
    InferenceRow(
      "optional attribute added without a default", "",
      "<attribute name='a' optional='YES' attributeType='Boolean' usesScalarValueType='YES'/>",
      "E.a added null"),
    InferenceRow(
      "required attribute added without a default", "",
      "<attribute name='a' attributeType='Boolean' usesScalarValueType='YES'/>", "E.a added null",
      "refused: E.a: attribute added, required, no default"),
    InferenceRow(
      "required transient attribute added", "",
      "<attribute name='a' transient='YES' attributeType='String'/>", "E.a added null",
      "no migration"),
    InferenceRow(
      "external storage allowed", "<attribute name='a' attributeType='Binary'/>",
      "<attribute name='a' attributeType='Binary' allowsExternalBinaryDataStorage='YES'/>"),
    InferenceRow(
      "transient attribute gets another type",
      "<attribute name='a' transient='YES' attributeType='String'/>",
      "<attribute name='a' transient='YES' attributeType='Date'/>", "no migration"),
    InferenceRow(
      "required derived attribute added", "",
      "<attribute name='a' derived='YES' derivationExpression='now()' attributeType='Date'/>",
      "E.a added null"),
    InferenceRow(
      "attribute removed", "<attribute name='a' attributeType='String'/>", "", "E.a removed"),
    InferenceRow(
      "required → optional", "<attribute name='a' attributeType='String'/>",
      "<attribute name='a' optional='YES' attributeType='String'/>"),
    InferenceRow(
      "optional → required with a default",
      "<attribute name='a' optional='YES' attributeType='String'/>",
      "<attribute name='a' attributeType='String' defaultValueString=''/>"),
    InferenceRow(
      "optional → required without a default",
      "<attribute name='a' optional='YES' attributeType='String'/>",
      "<attribute name='a' attributeType='String'/>",
      "refused: E.a: optional → required without a default"),
    InferenceRow(
      "an empty default of a number is none",
      "<attribute name='a' optional='YES' attributeType='Integer 32'/>",
      "<attribute name='a' attributeType='Integer 32' defaultValueString=''/>",
      "refused: E.a: optional → required without a default"),
    InferenceRow(
      "renamed, the destination has the old name", "<attribute name='a' attributeType='String'/>",
      "<attribute name='b' elementID='a' attributeType='String'/>", "E.b from a"),
    InferenceRow(
      "renamed, the source has the new name",
      "<attribute name='a' elementID='b' attributeType='String'/>",
      "<attribute name='b' attributeType='String'/>", "E.b from a"),
    InferenceRow(
      "renamed without an identifier", "<attribute name='a' attributeType='String'/>",
      "<attribute name='b' optional='YES' attributeType='String'/>", "E.b added null", "E.a removed"
    ),
    InferenceRow(
      "an identifier that is given up",
      "<attribute name='b' elementID='a' attributeType='String'/>",
      "<attribute name='b' attributeType='String' defaultValueString='x'/>", "E.b added \"x\"",
      "E.b removed", "no migration"),
    InferenceRow(
      "renamed in case only", "<attribute name='url' attributeType='String'/>",
      "<attribute name='URL' optional='YES' attributeType='String'/>", "E.URL added null",
      "E.url removed"),
    InferenceRow(
      "Integer 16 → 32", "<attribute name='a' attributeType='Integer 16'/>",
      "<attribute name='a' attributeType='Integer 32'/>", "E.a converted from Integer 16"),
    InferenceRow(
      "Integer 16 → 64", "<attribute name='a' attributeType='Integer 16'/>",
      "<attribute name='a' attributeType='Integer 64'/>", "E.a converted from Integer 16"),
    InferenceRow(
      "Boolean → Integer 64", "<attribute name='a' attributeType='Boolean'/>",
      "<attribute name='a' attributeType='Integer 64'/>", "E.a converted from Boolean"),
    InferenceRow(
      "Integer 32 → Double", "<attribute name='a' attributeType='Integer 32'/>",
      "<attribute name='a' attributeType='Double'/>", "E.a converted from Integer 32"),
    InferenceRow(
      "Boolean → Integer 32 with a rename", "<attribute name='a' attributeType='Boolean'/>",
      "<attribute name='b' elementID='a' attributeType='Integer 32'/>",
      "E.b converted from Boolean",
      "warning: E.b: rename and type change in one hop: a, Boolean → Integer 32"),
    InferenceRow(
      "Integer 64 → Decimal", "<attribute name='a' attributeType='Integer 64'/>",
      "<attribute name='a' attributeType='Decimal'/>", "E.a converted from Integer 64",
      "warning: E.a: undocumented conversion: Integer 64 → Decimal"),
    InferenceRow(
      "Integer 64 → 16", "<attribute name='a' attributeType='Integer 64'/>",
      "<attribute name='a' attributeType='Integer 16'/>", "E.a unknown from Integer 64",
      "warning: E.a: undocumented conversion: Integer 64 → Integer 16"),
    InferenceRow(
      "Double → Integer 64", "<attribute name='a' attributeType='Double'/>",
      "<attribute name='a' attributeType='Integer 64'/>", "E.a unknown from Double",
      "warning: E.a: undocumented conversion: Double → Integer 64"),
    InferenceRow(
      "URI → String", "<attribute name='a' optional='YES' attributeType='URI'/>",
      "<attribute name='a' optional='YES' attributeType='String'/>", "E.a unknown from URI",
      "refused: E.a: type changed between other types: URI → String"),
    InferenceRow(
      "Integer 32 → String", "<attribute name='a' attributeType='Integer 32'/>",
      "<attribute name='a' attributeType='String'/>", "E.a unknown from Integer 32",
      "refused: E.a: type changed between other types: Integer 32 → String"),
    InferenceRow(
      "transient → stored", "<attribute name='a' transient='YES' attributeType='String'/>",
      "<attribute name='a' attributeType='String' defaultValueString='d'/>", "E.a added \"d\"",
      "E.a removed"),
    InferenceRow(
      "attribute → relationship", "<attribute name='a' attributeType='String'/>",
      "<relationship name='a' destinationEntity='E'/>", "E.a added", "E.a removed"),
    InferenceRow(
      "relationship → attribute", "<relationship name='a' destinationEntity='E'/>",
      "<attribute name='a' optional='YES' attributeType='String'/>", "E.a added null",
      "E.a removed"),
    InferenceRow(
      "what is not in the version hash",
      "<attribute name='a' attributeType='Transformable' valueTransformerName='T' indexed='YES'/>"
        + "<relationship name='r' deletionRule='Cascade' destinationEntity='E'/>",
      "<attribute name='a' attributeType='Transformable' customClassName='C' minValueString='1'/>"
        + "<relationship name='r' maxCount='1' destinationEntity='E'/>"
        + "<fetchIndex name='i'><fetchIndexElement property='a'/></fetchIndex>", "no migration"),
    InferenceRow(
      "hash modifier", "<attribute name='a' attributeType='String'/>",
      "<attribute name='a' attributeType='String' versionHashModifier='2'/>"),
    InferenceRow(
      "count limits", "<relationship name='r' toMany='YES' destinationEntity='E'/>",
      "<relationship name='r' toMany='YES' maxCount='2' destinationEntity='E'/>"),
    InferenceRow(
      "the order of declarations",
      "<attribute name='a' attributeType='String'/><attribute name='b' attributeType='Date'/>",
      "<attribute name='b' attributeType='Date'/><attribute name='a' attributeType='String'/>",
      "no migration"),
    InferenceRow(
      "uniqueness constraint", "<attribute name='a' attributeType='String'/>",
      "<attribute name='a' attributeType='String'/><uniquenessConstraints><uniquenessConstraint>"
        + "<constraint value='a'/></uniquenessConstraint></uniquenessConstraints>"),
  ]

  @Test("Attributes", arguments: attributes) func attribute(row: InferenceRow) throws {
    let mapping = MappingInference.mapping(
      from: try model("<entity name='E'>\(row.before)</entity>"),
      to: try model("<entity name='E'>\(row.after)</entity>"))
    #expect(mapping.summary == row.expected)
  }

  static let relationships: [InferenceRow] = [
    InferenceRow("added", "", "<relationship name='r' destinationEntity='F'/>", "E.r added"),
    InferenceRow("removed", "<relationship name='r' destinationEntity='F'/>", "", "E.r removed"),
    InferenceRow(
      "renamed", "<relationship name='r' destinationEntity='F'/>",
      "<relationship name='s' elementID='r' destinationEntity='F'/>", "E.s from r"),
    InferenceRow(
      "to-one → to-many", "<relationship name='r' destinationEntity='F'/>",
      "<relationship name='r' toMany='YES' destinationEntity='F'/>"),
    InferenceRow(
      "unordered → ordered", "<relationship name='r' toMany='YES' destinationEntity='F'/>",
      "<relationship name='r' toMany='YES' ordered='YES' destinationEntity='F'/>", "E.r unordered"),
    InferenceRow(
      "ordered → unordered",
      "<relationship name='r' toMany='YES' ordered='YES' destinationEntity='F'/>",
      "<relationship name='r' toMany='YES' destinationEntity='F'/>"),
    InferenceRow(
      "to-many → to-one", "<relationship name='r' toMany='YES' destinationEntity='F'/>",
      "<relationship name='r' destinationEntity='F'/>", "E.r unknown",
      "warning: E.r: undocumented: to-many → to-one"),
    InferenceRow(
      "another destination", "<relationship name='r' destinationEntity='F'/>",
      "<relationship name='r' destinationEntity='E'/>", "E.r unknown",
      "warning: E.r: undocumented: destination entity changed: F → E"),
  ]

  @Test("Relationships", arguments: relationships) func relationship(row: InferenceRow) throws {
    let mapping = MappingInference.mapping(
      from: try model("<entity name='E'>\(row.before)</entity><entity name='F'/>"),
      to: try model("<entity name='E'>\(row.after)</entity><entity name='F'/>"))
    #expect(mapping.summary == row.expected)
  }

  static let entities: [InferenceRow] = [
    InferenceRow("added", "<entity name='A'/>", "<entity name='A'/><entity name='B'/>", "B added"),
    InferenceRow(
      "removed", "<entity name='A'/><entity name='B'/>", "<entity name='A'/>",
      "B removed"),
    InferenceRow("renamed", "<entity name='A'/>", "<entity name='B' elementID='A'/>", "B from A"),
    InferenceRow(
      "renamed, and the destination of a relationship",
      "<entity name='A'><relationship name='r' destinationEntity='A'/></entity>",
      "<entity name='B' elementID='A'><relationship name='r' destinationEntity='B'/></entity>",
      "B from A"),
    InferenceRow(
      "an ordered inverse of a to-one that becomes to-many",
      """
      <entity name='A'><relationship name='bs' toMany='YES' ordered='YES' destinationEntity='B'
      inverseName='a'/></entity><entity name='B'><relationship name='a' destinationEntity='A'
      inverseName='bs'/></entity>
      """,
      """
      <entity name='A'><relationship name='bs' toMany='YES' ordered='YES' destinationEntity='B'
      inverseName='a2'/></entity><entity name='B'><relationship name='a2' elementID='a'
      toMany='YES' destinationEntity='A' inverseName='bs'/></entity>
      """, "A.bs unordered", "B.a2 from a"),
    InferenceRow(
      "an inverse that is renamed without an identifier",
      """
      <entity name='A'><relationship name='bs' toMany='YES' destinationEntity='B'
      inverseName='a'/></entity><entity name='B'><relationship name='a' destinationEntity='A'
      inverseName='bs'/></entity>
      """,
      """
      <entity name='A'><relationship name='bs' toMany='YES' destinationEntity='B'
      inverseName='c'/></entity><entity name='B'><relationship name='c' destinationEntity='A'
      inverseName='bs'/></entity>
      """, "A.bs unknown", "B.c added", "B.a removed",
      "warning: A.bs: undocumented: kept, although its inverse c is another one"),
    InferenceRow(
      "a new parent, and a property that moves up",
      "<entity name='A'><attribute name='x' attributeType='Date'/></entity>",
      """
      <entity name='P' isAbstract='YES'><attribute name='x' attributeType='Date'/></entity>
      <entity name='A' parentEntity='P'/>
      """, "P added"),
    InferenceRow(
      "a property that moves up, and its siblings",
      """
      <entity name='P' isAbstract='YES'/><entity name='B' parentEntity='P'/>
      <entity name='A' parentEntity='P'><attribute name='x' attributeType='Date'/></entity>
      """,
      """
      <entity name='P' isAbstract='YES'><attribute name='x' attributeType='Date'/></entity>
      <entity name='B' parentEntity='P'/><entity name='A' parentEntity='P'/>
      """, "P.x added null", "B.x added null",
      "refused: B.x: attribute added, required, no default"),
    InferenceRow(
      "a property that moves down",
      """
      <entity name='P'><attribute name='x' attributeType='Date'/></entity>
      <entity name='A' parentEntity='P'/>
      """,
      """
      <entity name='P'/>
      <entity name='A' parentEntity='P'><attribute name='x' attributeType='Date'/></entity>
      """, "P.x removed"),
    InferenceRow(
      "a required attribute of a parent is told once",
      "<entity name='P'/><entity name='A' parentEntity='P'/>",
      """
      <entity name='P'><attribute name='x' attributeType='Date'/></entity>
      <entity name='A' parentEntity='P'/>
      """, "P.x added null", "A.x added null",
      "refused: P.x: attribute added, required, no default"),
    InferenceRow(
      "an entity moves into a hierarchy", "<entity name='P'/><entity name='A'/>",
      "<entity name='P'/><entity name='A' parentEntity='P'/>"),
    InferenceRow(
      "an entity moves out of a hierarchy", "<entity name='P'/><entity name='A' parentEntity='P'/>",
      "<entity name='P'/><entity name='A'/>"),
    InferenceRow(
      "two entities without a common parent get one", "<entity name='A'/><entity name='B'/>",
      """
      <entity name='P'/><entity name='A' parentEntity='P'/><entity name='B' parentEntity='P'/>
      """, "P added",
      "refused: B: two entities without a common parent get one: P, with A"),
    InferenceRow(
      "an entity moves beside one that was in the hierarchy",
      "<entity name='P'/><entity name='A' parentEntity='P'/><entity name='B'/>",
      """
      <entity name='P'/><entity name='A' parentEntity='P'/><entity name='B' parentEntity='P'/>
      """, "warning: B: undocumented: entity moved into the hierarchy of P, beside A"),
    InferenceRow(
      "a new common parent within one hierarchy",
      "<entity name='R'/><entity name='A' parentEntity='R'/><entity name='B' parentEntity='R'/>",
      """
      <entity name='R'/><entity name='P' parentEntity='R'/><entity name='A' parentEntity='P'/>
      <entity name='B' parentEntity='P'/>
      """, "P added"),
    InferenceRow(
      "an entity becomes abstract", "<entity name='A'/>", "<entity name='A' isAbstract='YES'/>",
      "warning: A: undocumented: entity became abstract"),
    InferenceRow(
      "an identifier of two", "<entity name='A'/><entity name='B' elementID='A'/>",
      "<entity name='A'/>", "B removed",
      "warning: A: undocumented: the renaming identifier A stands for several in the source"),
  ]

  @Test("Entities", arguments: entities) func entity(row: InferenceRow) throws {
    let mapping = MappingInference.mapping(from: try model(row.before), to: try model(row.after))
    #expect(mapping.summary == row.expected)
  }

  @Test("All pairs, and the ways round those that cannot be inferred") func matrix() throws {
    func version(_ number: UInt64, _ type: String) throws -> CoreDataVersion {
      CoreDataVersion(
        number: number, name: "\(number)",
        model: try model("<entity name='E'>\(type)</entity>"))
    }
    let text = "<attribute name='a' attributeType='String' defaultValueString=''/>"
    let data = "<attribute name='a' attributeType='Binary' optional='YES'/>"
    let versions = [
      try version(1, text), try version(2, ""), try version(3, data), try version(4, data),
    ]
    let matrix = InferenceMatrix(versions)
    #expect(matrix.pairs.map { "\($0.from)\($0.to)" } == ["12", "13", "14", "23", "24", "34"])
    for pair in matrix.pairs {
      #expect(matrix.pair(from: pair.from, to: pair.to)?.from == pair.from)
      #expect(matrix.pair(from: pair.from, to: pair.to)?.to == pair.to)
    }
    #expect(
      matrix.pairs.map(\.verdict) == [
        .inferred, .notInferable, .notInferable, .inferred, .inferred, .noMigration,
      ])
    #expect(matrix.route(from: 1, to: 4) == [1, 2, 4])
    #expect(matrix.pair(from: 2, to: 2) == nil)
    let custom = InferenceMatrix(versions, custom: [InferenceMatrix.Hop(from: 1, to: 3)])
    #expect(custom.pair(from: 1, to: 3)?.verdict == .custom)
    #expect(custom.route(from: 1, to: 4) == [1, 2, 4])
  }
}
