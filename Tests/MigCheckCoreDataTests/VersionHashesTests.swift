import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText
import Testing

@Suite("Version hashes") struct VersionHashesTests {
  private static let library = """
    <entity name="Item" isAbstract="YES"><attribute name="title" attributeType="String"/>
    <attribute name="cache" transient="YES" attributeType="String"/>
    <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Person"
      inverseName="items"/></entity>
    <entity name="Photo" parentEntity="Item">
    <attribute name="data" optional="YES" attributeType="Binary"
      allowsExternalBinaryDataStorage="YES"/>
    <attribute name="Zoom" attributeType="Double" defaultValueString="1" versionHashModifier="v2"/>
    <uniquenessConstraints><uniquenessConstraint><constraint value="title"/></uniquenessConstraint>
    </uniquenessConstraints></entity>
    <entity name="Person"><attribute name="age" attributeType="Integer 16"/>
    <attribute name="b" attributeType="Boolean"/><attribute name="d" attributeType="Date"/>
    <attribute name="f" attributeType="Float"/><attribute name="i" attributeType="Integer 32"/>
    <attribute name="l" attributeType="Integer 64"/>
    <attribute name="t" attributeType="Transformable" optional="YES"/>
    <relationship name="items" toMany="YES" ordered="YES" minCount="1" maxCount="9" optional="YES"
      destinationEntity="Item" inverseName="owner"/>
    <relationship name="éa" toMany="YES" destinationEntity="Person"/></entity>
    """

  /// Expected values come from a second implementation of the rules, in another language.
  @Test("a model with a hierarchy, all confirmed types and all parts of a relationship")
  func library() throws {
    let hashes = try model(Self.library).versionHashes
    #expect(
      hashes.entities.map { "\($0.name) \(Hexadecimal.text($0.hash))" } == [
        "Item 94643068c14f59547dc6d684362b05845693b02ee830c409ff40401b4214435a",
        "Person 548d058ffa73298f3b1a579eaa4c33e3f047844491b33eb6292d063f54c49e60",
        "Photo 8c2b8cb45c404f999ff486e92b5c08b313a7508f956837f22e0e860635d9ee68",
      ])
    #expect(hashes.checksum == "ckr/qWphQD25stgB9OLh8HgCgvPWGVFFYfjWvC870RE=")
    #expect(
      hashes.digest
        == "mNIXOyhbOGwXjPDxj4UYquVBSFftixsrj7Y0ekGGCJ7K7N8ji7+xGBuLSx2FPiVUQTF8m7Fzk7026nN5NOypiQ=="
    )
    #expect(hashes.unconfirmed.isEmpty)
  }

  @Test(
    "what is no part of a hash",
    arguments: [
      ("<attribute name='n' attributeType='Integer 16'", " defaultValueString='3'"),
      ("<attribute name='n' attributeType='Integer 16'", " minValueString='1' maxValueString='3'"),
      ("<attribute name='n' attributeType='Integer 16'", " usesScalarValueType='YES'"),
      ("<attribute name='n' attributeType='Integer 16'", " elementID='m'"),
      ("<attribute name='n' attributeType='Transformable'", " customClassName='NSArray'"),
      ("<attribute name='n' attributeType='Transformable'", " valueTransformerName='T'"),
      ("<relationship name='n' destinationEntity='E'", " deletionRule='Cascade'"),
    ])
  func irrelevant(property: String, difference: String) throws {
    let plain = try model("<entity name='E'>\(property)/></entity>").versionHashes
    let other = try model("<entity name='E'>\(property)\(difference)/></entity>").versionHashes
    #expect(plain.checksum == other.checksum)
    let renamed = try model("<entity name='F'><attribute name='n'/></entity>").versionHashes
    #expect(plain.checksum != renamed.checksum)
  }

  @Test(
    "what is a part of a hash",
    arguments: [
      ("<attribute name='n' attributeType='Binary'", " allowsExternalBinaryDataStorage='YES'"),
      ("<attribute name='n' attributeType='Binary'", " optional='YES'"),
      ("<attribute name='n' attributeType='Binary'", " versionHashModifier='2'"),
      ("<attribute name='n' attributeType='Binary'", " transient='YES'"),
      ("<relationship name='n' destinationEntity='E'", " toMany='YES'"),
      ("<relationship name='n' destinationEntity='E' toMany='YES'", " ordered='YES'"),
      ("<relationship name='n' destinationEntity='E' toMany='YES'", " minCount='1'"),
      ("<relationship name='n' destinationEntity='E' toMany='YES'", " maxCount='1'"),
      ("<relationship name='n' destinationEntity='E' toMany='YES'", " inverseName='n'"),
    ])
  func relevant(property: String, difference: String) throws {
    let plain = try model("<entity name='E'>\(property)/></entity>").versionHashes
    let other = try model("<entity name='E'>\(property)\(difference)/></entity>").versionHashes
    #expect(plain.checksum != other.checksum)
  }

  @Test("transient properties are left out, of whatever type and also of subentities")
  func transient() throws {
    let plain = try model("<entity name='E'/><entity name='F' parentEntity='E'/>").versionHashes
    let other = try model(
      "<entity name='E'><attribute name='a' transient='YES'/></entity><entity name='F' "
        + "parentEntity='E'><relationship name='r' transient='YES' destinationEntity='E'/></entity>"
    ).versionHashes
    #expect(plain.checksum == other.checksum)
  }

  @Test("what was never compared with a real store is listed") func unconfirmed() throws {
    let hashes = try model(
      """
      <entity name='E' versionHashModifier='2'><attribute name='a' attributeType='Decimal'/>
      <attribute name='b' attributeType='UUID'/><attribute name='c' attributeType='URI'/>
      <attribute name='d' attributeType='Integer 64' derived='YES' derivationExpression='now()'/>
      <attribute name='x' attributeType='UUID' transient='YES'/>
      <fetchedProperty name='p'/><uniquenessConstraints>
      <uniquenessConstraint><constraint value='a'/><constraint value='b'/></uniquenessConstraint>
      </uniquenessConstraints></entity>
      """
    ).versionHashes
    #expect(
      hashes.unconfirmed.map(\.description) == [
        "E.a: the type Decimal", "E.b: the type UUID", "E.c: the type URI",
        "E.d: a derived attribute", "E.p: a fetched property", "E: a hash modifier of an entity",
        "E: a uniqueness constraint that is not one attribute alone",
      ])
  }
}
