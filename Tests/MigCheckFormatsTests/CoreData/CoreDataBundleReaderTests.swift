import Foundation
import MigCheckCoreData
import MigCheckFormats
import MigCheckModel
import TestMaterial
import Testing

/// A bundle in a temporary folder.
struct BundleFixture {
  let folder: TemporaryFolder
  let path: String

  /// - Parameters:
  ///   - versions: names of versions with the XML inside `<model>`.
  ///   - current: the folder that `.xccurrentversion` names; `nil`: there is none.
  init(_ versions: [String: String], current: String? = nil, name: String = "Model") throws {
    folder = try TemporaryFolder()
    path = "\(folder.path)/\(name).xcdatamodeld"
    for (version, content) in versions {
      try folder.write(
        "\(name).xcdatamodeld/\(version).xcdatamodel/contents",
        "<?xml version=\"1.0\"?>\n<model>\n\(content)\n</model>")
    }
    if let current {
      try folder.write(
        "\(name).xcdatamodeld/.xccurrentversion",
        """
        <plist version="1.0"><dict><key>_XCCurrentVersionName</key><string>\(current)</string>
        </dict></plist>
        """)
    }
  }

  func read(order: [String]? = nil) throws(InputError) -> CoreDataBundle {
    try CoreDataBundleReader.read(path: path, order: order)[0]
  }

  /// The error of reading, without the path of the folder.
  func message(order: [String]? = nil) -> String {
    MigCheckFormatsTests.message { () throws(InputError) in _ = try read(order: order) }
      .replacing(folder.path + "/", with: "")
  }

  static func message(_ content: String) throws -> String {
    try BundleFixture(["Model": content]).message()
      .replacing("Model.xcdatamodeld/Model.xcdatamodel/contents: ", with: "")
  }
}

@Suite("Core Data bundles") struct CoreDataBundleReaderTests {
  @Test("Every kind of entity, attribute and relationship is read") func everything() throws {
    let fixture = try BundleFixture([
      "Model": """
      <!-- <!ENTITY x "y"> in a comment -->
      <entity name="Base" representedClassName="Base" isAbstract="YES" syncable="YES"/>
      <entity name="Person" parentEntity="Base" elementID="Human" versionHashModifier="2">
        <attribute name="age" attributeType="Integer 32" defaultValueString="NO"/>
        <attribute name="big" optional="YES" attributeType="Integer 64" defaultValueString="9007199254740993"/>
        <attribute name="name" optional="YES" attributeType="String" defaultValueString=""/>
        <attribute name="on" attributeType="Boolean" defaultValueString="1"/>
        <attribute name="born" attributeType="Date" defaultDateTimeInterval="-1.5"/>
        <attribute name="price" attributeType="Decimal" defaultValueString="1.50"/>
        <attribute name="cache" optional="YES" transient="YES"/>
        <attribute name="sum" attributeType="Double" derived="YES" derivationExpression="@sum"/>
        <attribute name="blob" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="friends" optional="YES" toMany="YES" ordered="YES" minCount="1" maxCount="3" deletionRule="Cascade" destinationEntity="Person" inverseName="friendOf" inverseEntity="Person"/>
        <relationship name="friendOf" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
        <relationship name="alone" destinationEntity="Person"/>
        <fetchedProperty name="old"><fetchRequest/></fetchedProperty>
        <fetchIndex name="x"><fetchIndexElement property="age" type="Binary"/></fetchIndex>
        <compoundIndexes><compoundIndex><index value="age"/></compoundIndex></compoundIndexes>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/><constraint value="age"/></uniquenessConstraint></uniquenessConstraints>
        <userInfo><entry key="k" value="v"/></userInfo>
      </entity>
      <configuration name="c"><memberEntity name="Person"/></configuration>
      <elements><element name="Person" positionX="1"/></elements>
      """
    ])
    let bundle = try fixture.read()
    #expect(bundle.name == "Model")
    #expect(bundle.current == 1)
    let model = bundle.versions[0].model
    let person = try #require(model.entity("Person"))
    #expect(model.entities.map(\.name) == ["Base", "Person"])
    #expect(model.entity("Base")?.isAbstract == true)
    #expect(person.parent == "Base")
    #expect(person.matchingIdentifier == "Human")
    #expect(
      person.attributes.map(\.name.text).joined(separator: " ")
        == "age big name on born price cache sum blob")
    #expect(
      person.attributes.map(\.defaultValue) == [
        .int(0), .int(9_007_199_254_740_993), .string(""), .bool(true),
        .date(Timestamp(seconds: 978_307_198, nanoseconds: 500_000_000)),
        .decimal128(try #require(Decimal128("1.50"))), nil, nil, nil,
      ])
    #expect(person.attributes.map(\.isStored).filter { !$0 }.count == 1)
    #expect(person.attributes[6].type == .undefined)
    #expect(person.attributes[7].isDerived)
    #expect(person.attributes[8].allowsExternalStorage)
    let friends = person.relationships[0]
    #expect(friends.isToMany && friends.isOrdered && friends.isOptional)
    #expect((friends.minimumCount, friends.maximumCount) == (1, 3))
    #expect(friends.deleteRule == .cascade)
    #expect(friends.inverse == "friendOf")
    #expect(person.relationships[1].deleteRule == .noAction)
    #expect(person.relationships[2].inverse == nil)
    #expect(!person.relationships[2].isOptional)
    #expect(person.fetchedProperties == ["old"])
    #expect(person.uniquenessConstraints == [["name", "age"]])
    #expect(person.userInfo == ["k": "v"])
  }

  @Test("A composite attribute is read as its elements") func composites() throws {
    let fixture = try BundleFixture([
      "Model": """
      <entity name="E">
        <attribute name="home" optional="YES" attributeType="Composite" compositeName="Address"/>
        <composite name="size" elementID="extent">
          <attribute name="width" elementID="w" attributeType="Integer 16" defaultValueString="3"/>
        </composite>
        <attribute name="opaque" attributeType="Composite"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="home"/></uniquenessConstraint></uniquenessConstraints>
      </entity>
      <composite name="Address"><attribute name="city" attributeType="String"/>
        <composite name="zip" compositeName="Zip"/></composite>
      <compositeAttribute name="Zip"><attribute name="code" attributeType="Integer 32"/></compositeAttribute>
      <configuration name="c"><memberEntity name="E"/></configuration>
      """
    ])
    let model = try fixture.read().versions[0].model
    let entity = try #require(model.entity("E"))
    #expect(
      entity.attributes.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" } == [
        "home.city: String?", "home.zip.code: Integer 32?", "size.width: Integer 16",
        "opaque: Composite",
      ])
    #expect(entity.attributes.map(\.compositePath.count) == [2, 3, 2, 0])
    #expect(entity.attributes[2].matchingIdentifier == "extent.w")
    #expect(entity.attributes[2].defaultValue == .int(3))
    #expect(entity.uniquenessConstraints == [["home.city", "home.zip.code"]])
    #expect(model.configurations.map(\.entities) == [["E"]])
  }

  @Test("Versions come in the natural order of their names, or in the given one") func order()
    throws
  {
    let names = ["2.100.0", "2.99.0", "2", "M 10", "M 9", "M", "M 9b", "M 9.1"]
    let fixture = try BundleFixture(
      Dictionary(uniqueKeysWithValues: names.map { ($0, "") }), current: "M 9.xcdatamodel")
    let bundle = try fixture.read()
    #expect(
      bundle.versions.map(\.name)
        == ["2", "2.99.0", "2.100.0", "M", "M 9", "M 9.1", "M 9b", "M 10"])
    #expect(bundle.current == 5)
    let given = names.reversed() as [String]
    #expect(try fixture.read(order: given).versions.map(\.name) == given)
    #expect(
      fixture.message(order: ["M"])
        == "Model.xcdatamodeld: the order leaves the version \"2\" out; name each version once")
    #expect(
      fixture.message(order: given + ["M"])
        == "Model.xcdatamodeld: the order names the version \"M\" twice; name each version once")
    #expect(
      fixture.message(order: ["M 9c"])
        == "Model.xcdatamodeld: there is no version \"M 9c\"; did you mean \"M 9\"?")
  }

  @Test("A single version and a folder of bundles are read") func otherPaths() throws {
    let fixture = try BundleFixture(["A": "<entity name='A'/>", "B": ""])
    let single = try CoreDataBundleReader.read(path: fixture.path + "/A.xcdatamodel/")
    #expect(single.map(\.name) == ["A"])
    #expect(single[0].versions[0].model.entities.count == 1)
    try fixture.folder.write("deep/down/Other.xcdatamodel/contents", "<model/>")
    let all = try CoreDataBundleReader.read(path: fixture.folder.path)
    #expect(all.map(\.name) == ["Model", "Other"])
    #expect(all[0].current == nil)
    let empty = try TemporaryFolder()
    #expect(CoreDataBundleReader.kind(of: empty.path) == nil)
  }

  @Test("A bundle that is broken gives its error") func brokenBundles() throws {
    #expect(
      try BundleFixture(["A": ""], current: "B.xcdatamodel").message()
        == "Model.xcdatamodeld/.xccurrentversion: the current version \"B\" is not in the bundle; "
        + "its versions are \"A\"")
    #expect(
      try BundleFixture(["A": "", "a": ""]).message()
        == "Model.xcdatamodeld: two versions have the same name, \"A\" and \"a\"; "
        + "rename one of them")
    let old = try BundleFixture(["A": "", "B": "", "C": ""])
    try FileManager.default.moveItem(
      atPath: old.path + "/A.xcdatamodel/contents", toPath: old.path + "/A.xcdatamodel/elements")
    // What cannot be read is left out, and nothing else.
    for order in [nil, ["B", "C"]] {
      let bundle = try old.read(order: order)
      #expect(bundle.versions.map(\.name) == ["B", "C"])
      #expect(bundle.versions.map(\.number) == [1, 2])
      #expect(bundle.skipped == (order == nil ? ["A"] : []))
    }
    let message =
      "Model.xcdatamodeld/A.xcdatamodel: the model is a binary file \"elements\", as Xcode before "
      + "4.3 saved it; open it in a newer Xcode, which saves it as XML"
    #expect(old.message(order: ["A", "B", "C"]) == message)
    let single = try BundleFixture(["A": ""])
    try FileManager.default.moveItem(
      atPath: single.path + "/A.xcdatamodel/contents",
      toPath: single.path + "/A.xcdatamodel/elements")
    #expect(single.message() == message)
    #expect(
      old.message(order: ["C"])
        == "Model.xcdatamodeld: the order leaves the version \"B\" out; name each version once")
    for name in ["A", "B", "C"] {
      try FileManager.default.removeItem(atPath: old.path + "/\(name).xcdatamodel")
    }
    #expect(
      old.message()
        == "Model.xcdatamodeld: there is no *.xcdatamodel in this bundle; name a bundle with at "
        + "least one version")
    try FileManager.default.removeItem(atPath: old.path)
    #expect(old.message() == "Model.xcdatamodeld: there is no such folder; check the path")
    let plist = try BundleFixture(["A": ""])
    try plist.folder.write("Model.xcdatamodeld/.xccurrentversion", "nonsense")
    #expect(plist.message().hasPrefix("Model.xcdatamodeld/.xccurrentversion: "))
    try plist.folder.write(
      "Model.xcdatamodeld/.xccurrentversion",
      "<plist version=\"1.0\"><dict><key>Other</key><true/></dict></plist>")
    #expect(
      plist.message()
        == "Model.xcdatamodeld/.xccurrentversion: there is no text \"_XCCurrentVersionName\" in it; "
        + "choose the version in Xcode again")
  }

  @Test("A current version need not be named, as Xcode leaves the file of a bundle of one version")
  func noCurrentVersion() throws {
    let fixture = try BundleFixture(["A": ""])
    try fixture.folder.write(
      "Model.xcdatamodeld/.xccurrentversion",
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<dict/>\n</plist>")
    #expect(try fixture.read().current == 1)
    try fixture.folder.write("Model.xcdatamodeld/B.xcdatamodel/contents", "<model/>")
    #expect(try fixture.read().current == nil)
  }

  @Test(
    "A model that is broken gives its file, line and entity",
    arguments: [
      (
        "<entity name='A' parentEntity='B'/>",
        "line 3: A: its parent \"B\" is no entity of the model; its entities are \"A\""
      ),
      (
        "<entity name='A' parentEntity='B'/>\n<entity name='B' parentEntity='A'/>",
        "line 3: A: the entity is an ancestor of itself, or of its parent; "
          + "take one of the parents out"
      ),
      (
        "<entity name='A' parentEntity='A'/>",
        "line 3: A: the entity is an ancestor of itself, or of its parent; "
          + "take one of the parents out"
      ),
      (
        "<entity name='Person'>\n<relationship name='r' destinationEntity='Persn'/></entity>",
        "line 4: Person.r: its destination \"Persn\" is no entity of the model; "
          + "did you mean \"Person\"?"
      ),
      (
        "<entity name='A'><relationship name='r'/></entity>",
        "line 3: A.r: the relationship has no destination; name an entity of the model"
      ),
      (
        "<entity name='A'/><entity name='A'/>",
        "line 3: A: two entities have this name; rename one of them"
      ),
      (
        "<entity name='A'><attribute name='x' attributeType='String'/>\n"
          + "<relationship name='x' destinationEntity='A'/></entity>",
        "line 4: A.x: two properties of the entity have this name; rename one of them"
      ),
      ("<entity/>", "line 3: an entity has no name; give it one"),
      (
        "<entity name='A'><composite name='x' compositeName='C'/></entity>\n"
          + "<composite name='C'><composite name='y' compositeName='C'/></composite>",
        "line 4: A.x.y: the composite attribute is a part of itself; take one of the elements out"
      ),
      (
        "<entity name='A'><attribute name='x' attributeType='Sting'/></entity>",
        "line 3: A.x: there is no attribute type \"Sting\"; did you mean \"String\"?"
      ),
      (
        "<entity name='A'><attribute name='x' attributeType='UUID' defaultValueString='1'/></entity>",
        "line 3: A.x: the default \"1\" is no UUID; write one, or no default"
      ),
      (
        "<entity name='A'><attribute name='x' attributeType='String' optional='2'/></entity>",
        "line 3: A.x: optional is \"2\"; it must be YES or NO"
      ),
      (
        "<entity name='A'><relationship name='x' destinationEntity='A' deletionRule='All'/></entity>",
        "line 3: A.x: there is no delete rule \"All\"; write Nullify, Cascade, Deny or No Action"
      ),
      (
        "<entity name='A'><uniquenessConstraints><uniquenessConstraint><constraint value='z'/>"
          + "</uniquenessConstraint></uniquenessConstraints></entity>",
        "line 3: A: a uniqueness constraint names \"z\", which is no property of it; take it out"
      ),
      (
        "<entity name='A'>",
        "line 4, column 9: this is not well-formed XML: an end tag does not belong to the element "
          + "that is open; save the model in Xcode again"
      ),
    ])
  func brokenModels(content: String, expected: String) throws {
    #expect(try BundleFixture.message(content) == expected)
  }

  @Test("A document that declares XML entities is refused before they are expanded")
  func entities() throws {
    var laughs = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY lol0 \"lol\">\n"
    for level in 1..<30 {
      let inner = String(repeating: "&lol\(level - 1);", count: 10)
      laughs += "<!ENTITY lol\(level) \"\(inner)\">\n"
    }
    let refusal =
      "line 2: the document declares a type or XML entities of its own, as no model does; take the "
      + "declarations out"
    let external =
      "<!-- x -->\n<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><model>&x;</model>"
    for text in [laughs + "]>\n<model a='&lol29;'/>", external] {
      let fixture = try BundleFixture(["A": ""])
      try fixture.folder.write("Model.xcdatamodeld/A.xcdatamodel/contents", text)
      #expect(
        fixture.message() == "Model.xcdatamodeld/A.xcdatamodel/contents: " + refusal)
    }
    let fixture = try BundleFixture(["A": ""])
    try fixture.folder.write(
      "Model.xcdatamodeld/A.xcdatamodel/contents",
      "<!DOCTYPE model SYSTEM \"file:///etc/passwd\">\n<model><entity name='A'/></model>")
    #expect(try fixture.read().versions[0].model.entities.count == 1)
    for text in ["", "   ", "bplist00", "{}", "<entity/>"] {
      try fixture.folder.write("Model.xcdatamodeld/A.xcdatamodel/contents", text)
      #expect(fixture.message().hasPrefix("Model.xcdatamodeld/A.xcdatamodel/contents: "), "\(text)")
    }
  }
}

@Suite("Core Data bundles of real apps") struct SharedBundlesTests {
  @Test(
    "Every bundle is read",
    .enabled(if: Material.has("coredata"), "the models of real apps are not at hand"))
  func all() throws {
    let bundles = try CoreDataBundleReader.read(path: Material.sharedPath("coredata"))
    #expect(bundles.count == 16)
    #expect(bundles.map(\.versions.count).reduce(0, +) == 118)
    let attributes = bundles.flatMap(\.versions).flatMap(\.model.entities).flatMap(\.attributes)
    #expect(attributes.count == 8937)
    let substrate = try #require(bundles.first { $0.name == "SubstrateDataModel" })
    #expect(substrate.versions.count == 39)
    #expect(substrate.current == 39)
    #expect(substrate.versions[9].name == "SubstrateDataModel10")
    // Three bundles of several versions name no current one.
    #expect(bundles.filter { $0.current == nil }.map(\.versions.count) == [3, 3, 3])
  }
}
