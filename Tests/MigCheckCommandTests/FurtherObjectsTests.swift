import Foundation
import Testing

/// Mapping models that take the objects of an entity twice: `Note` stays, and `Attachment` gets an object of
/// some notes.
@Suite("Further objects of mapping models") struct FurtherObjectsTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try writeModels()
  }

  private func writeModels(
    image: String = "optional='YES'", note: String = "optional='YES'"
  ) throws {
    let title = "<attribute name='title' optional='YES' attributeType='String'/>"
    let versions = [
      """
      <entity name='Note'>\(title)<attribute name='image' optional='YES' attributeType='Binary'/>
      <attribute name='width' attributeType='Integer 16' defaultValueString='0'/></entity>
      """,
      """
      <entity name='Note'>\(title)<relationship name='attachments' optional='YES' toMany='YES' \
      destinationEntity='Attachment' inverseName='note' inverseEntity='Attachment'/></entity>
      <entity name='Attachment'><attribute name='image' \(image) attributeType='Binary'/>
      <relationship name='note' \(note) maxCount='1' destinationEntity='Note' \
      inverseName='attachments' inverseEntity='Note'/></entity>
      """,
    ]
    for (index, text) in versions.enumerated() {
      try bench.write(
        "Notes.xcdatamodeld/Notes\(index == 0 ? "" : " 2").xcdatamodel/contents",
        "<model>\(text)</model>")
    }
  }

  private struct Mapping {
    var destination = "Attachment"
    var filter = ""
    var attributes = ["image"]
    /// What fills `note`.
    var link = ("$source", "NoteToNote")
  }

  private func write(
    _ further: Mapping..., wholeFilter: String = "", wholeRelationships: String = ""
  ) throws {
    func filter(_ text: String) -> String {
      text.isEmpty
        ? "" : "<attribute name='sourcefilterpredicatestring'>\(text)</attribute>"
    }
    var objects = """
      <object type='XDDEVATTRIBUTEMAPPING' id='title'><attribute name='name'>title</attribute></object>
      <object type='XDDEVRELATIONSHIPMAPPING' id='attachments'>
      <attribute name='name'>attachments</attribute><attribute name='sourcekeypath'>$source</attribute>
      </object>
      <object type='XDDEVENTITYMAPPING' id='whole'>
      <attribute name='sourcename'>Note</attribute><attribute name='destinationname'>Note</attribute>
      <attribute name='autogenerateexpression'>1</attribute>\(filter(wholeFilter))
      <relationship name='attributemappings' idrefs='title'/>
      <relationship name='relationshipmappings' idrefs='\(wholeRelationships)'/></object>
      """
    for (index, mapping) in further.enumerated() {
      for attribute in mapping.attributes {
        objects += """
          <object type='XDDEVATTRIBUTEMAPPING' id='\(index)\(attribute)'>
          <attribute name='name'>\(attribute)</attribute></object>
          """
      }
      let attributes = mapping.attributes.map { "\(index)\($0)" }.joined(separator: " ")
      objects += """
        <object type='XDDEVRELATIONSHIPMAPPING' id='\(index)-note'><attribute name='name'>note</attribute>
        <attribute name='sourcekeypath'>\(mapping.link.0)</attribute>
        <attribute name='sourcemappingname'>\(mapping.link.1)</attribute>
        <attribute name='autogenerateexpression'>1</attribute></object>
        <object type='XDDEVENTITYMAPPING' id='e\(index)'><attribute name='sourcename'>Note</attribute>
        <attribute name='destinationname'>\(mapping.destination)</attribute>
        <attribute name='autogenerateexpression'>1</attribute>\(filter(mapping.filter))
        <relationship name='attributemappings' idrefs='\(attributes)'/>
        <relationship name='relationshipmappings' idrefs='\(index)-note'/></object>
        """
    }
    let entities = further.indices.map { "e\($0)" } + ["whole"]
    try bench.write(
      "A.xcmappingmodel/xcmapping.xml",
      """
      <database>\(objects)<object type='XDDEVMAPPINGMODEL' id='model'>
      <attribute name='sourcemodelpath'>Notes.xcdatamodeld/Notes.xcdatamodel</attribute>
      <attribute name='destinationmodelpath'>Notes.xcdatamodeld/Notes 2.xcdatamodel</attribute>
      <relationship name='entitymappings' idrefs='\(entities.joined(separator: " "))'/>
      </object></database>
      """)
  }

  private func check(_ path: String = "Notes.xcdatamodeld") throws -> Workbench.Outcome {
    try bench.run(["check", path, "--trials", "40", "--corpus", "found"])
  }

  private static let runs =
    "migcheck: A.xcmappingmodel: the upgrade 1 → 2 runs as the mapping model says\n"

  @Test("an object that a filter takes gives a further one, and its value is not lost")
  func filtered() throws {
    try write(Mapping(filter: "image != nil"))
    let outcome = try check()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
    #expect(!outcome.output.contains("Note.image"), "\(outcome.output)")
    #expect(outcome.output.contains("Note.width"), "\(outcome.output)")
    #expect(!outcome.output.contains("not run"), "\(outcome.output)")
  }

  @Test("the store holds the further objects, with their links both ways")
  func upgraded() throws {
    try write(Mapping(filter: "image != nil AND NOT (title == 'a')"))
    #expect(
      try bench.run("import", "coredata", "Notes.xcdatamodeld", "-o", "n.history.json").status == 0)
    let text = try bench.text("n.history.json").filter { !$0.isWhitespace }
    #expect(text.contains("\"where\":\"(image!=nilANDtitle!='a')\""), "\(text)")
    #expect(text.contains("\"further\":true"), "\(text)")
    try bench.write(
      "g.json",
      """
      {"version": 1, "objects": {"Note": [
        {"title": "a", "image": "AQ==", "width": 1}, {"title": "b", "image": "Ag==", "width": 2},
        {"title": null, "image": null, "width": 3}, {"title": null, "image": "BA==", "width": 4}]}}
      """)
    let upgraded = try bench.run(
      "upgrade", "n.history.json", "--store", "g.json", "--out", "u.json")
    #expect(upgraded.status == 0, "\(upgraded.output)\(upgraded.errors)")
    let graph = try bench.text("u.json")
    for line in [
      #"{ "$id": "Note0", "title": "a", "attachments": [] }"#,
      #"{ "$id": "Note1", "title": "b", "attachments": [ "Attachment0" ] }"#,
      #"{ "$id": "Note2", "title": null, "attachments": [] }"#,
      #"{ "$id": "Note3", "title": null, "attachments": [ "Attachment1" ] }"#,
      #"{ "$id": "Attachment0", "image": "Ag==", "note": "Note1" }"#,
      #"{ "$id": "Attachment1", "image": "BA==", "note": "Note3" }"#,
    ] { #expect(graph.contains(line), "\(graph)") }
    #expect(try check("n.history.json").status == 0)
  }

  @Test("an attribute whose values only some further objects take over is removed")
  func narrow() throws {
    for filter in ["image != nil AND width > 3", "width = 3", "title = 'a' || title = 'b'"] {
      try write(Mapping(filter: filter))
      let outcome = try check()
      #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
      #expect(outcome.output.contains("Note.image"), "\(filter): \(outcome.output)")
    }
    try write(Mapping())
    let all = try check()
    #expect(!all.output.contains("Note.image"), "\(all.output)")
  }

  @Test("a filter that leaves out objects without a value fills a required attribute")
  func required() throws {
    try writeModels(image: "", note: "")
    try write(Mapping(filter: "image != nil"))
    let outcome = try check()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
  }

  @Test("objects that the only mapping does not take go, which is not reported")
  func someStay() throws {
    try write(wholeFilter: "image != nil AND width &gt; 5")
    let outcome = try check()
    #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.output.contains("not exercised"), "\(outcome.output)")
    try expectUpgrade([
      #"{ "$id": "Note0", "title": "b", "attachments": [] }"#,
      #"{ "$id": "Note1", "title": "d", "attachments": [] }"#,
    ])
    let paths = try bench.run("paths", "Notes.xcdatamodeld")
    #expect(paths.output.contains("custom: 1 → 2, run as the mapping model says\n"))
    #expect(!paths.output.contains("not judged"), "\(paths.output)")
    let text = try bench.text("n.history.json").filter { !$0.isWhitespace }
    #expect(text.contains("\"where\":\"(image!=nilANDwidth>5)\""), "\(text)")
    #expect(try check("n.history.json").status == 0)
  }

  /// A note may have a book, and a book has notes as it is written in its model.
  private func writeBooks(_ notes: String) throws {
    let note = """
      <attribute name='title' optional='YES' attributeType='String'/><relationship name='book' \
      optional='YES' maxCount='1' destinationEntity='Book' inverseName='notes' inverseEntity='Note'/>
      """
    let book = """
      <entity name='Book'><attribute name='name' optional='YES' attributeType='String'/>\
      <relationship name='notes' \(notes) destinationEntity='Note' inverseName='book' \
      inverseEntity='Book'/></entity>
      """
    for (index, width) in ["<attribute name='width' attributeType='Integer 16'/>", ""].enumerated()
    {
      try bench.write(
        "Notes.xcdatamodeld/Notes\(index == 0 ? "" : " 2").xcdatamodel/contents",
        "<model><entity name='Note'>\(note)\(width)</entity>\(book)</model>")
    }
    let properties =
      [("ATTRIBUTE", "title"), ("ATTRIBUTE", "name")] + [
        ("RELATIONSHIP", "book"), ("RELATIONSHIP", "notes"),
      ]
    let objects = properties.map { kind, name in
      let mapping = name == "book" ? "BookToBook" : "NoteToNote"
      let path =
        kind == "ATTRIBUTE"
        ? ""
        : "<attribute name='sourcekeypath'>\(name)</attribute><attribute name='sourcemappingname'>"
          + "\(mapping)</attribute>"
      return
        "<object type='XDDEV\(kind)MAPPING' id='\(name)'><attribute name='name'>\(name)</attribute>"
        + "\(path)<attribute name='autogenerateexpression'>1</attribute></object>"
    }
    let entities = [("Note", "title", "book"), ("Book", "name", "notes")].map { entity in
      let filter =
        entity.0 == "Book"
        ? "" : "<attribute name='sourcefilterpredicatestring'>width &gt; 5</attribute>"
      return """
        <object type='XDDEVENTITYMAPPING' id='\(entity.0)'>
        <attribute name='sourcename'>\(entity.0)</attribute>
        <attribute name='destinationname'>\(entity.0)</attribute>
        <attribute name='autogenerateexpression'>1</attribute>\(filter)
        <relationship name='attributemappings' idrefs='\(entity.1)'/>
        <relationship name='relationshipmappings' idrefs='\(entity.2)'/></object>
        """
    }
    try bench.write(
      "A.xcmappingmodel/xcmapping.xml",
      """
      <database>\((objects + entities).joined())<object type='XDDEVMAPPINGMODEL' id='model'>
      <attribute name='sourcemodelpath'>Notes.xcdatamodeld/Notes.xcdatamodel</attribute>
      <attribute name='destinationmodelpath'>Notes.xcdatamodeld/Notes 2.xcdatamodel</attribute>
      <relationship name='entitymappings' idrefs='Note Book'/></object></database>
      """)
  }

  @Test(
    "objects go from the relationships that led to them, unless one must lead there",
    arguments: [
      "optional='YES' toMany='YES'", "optional='YES' toMany='YES' ordered='YES'",
      "optional='YES' maxCount='1'", "toMany='YES'",
    ])
  func linked(notes: String) throws {
    try writeBooks(notes)
    let outcome = try check()
    guard notes.contains("optional") else {
      #expect(
        outcome.errors.contains(
          "takes only some objects of Note, by width > 5, to which Book.notes must lead, and is not "
            + "judged"), "\(outcome.errors)")
      return
    }
    #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test("two mappings divide the objects of an entity by their filters")
  func divided() throws {
    try write(
      Mapping(filter: "width &lt;= 5", link: ("", "")), wholeFilter: "width &gt; 5")
    let outcome = try check()
    #expect(outcome.errors.hasPrefix(Self.runs), "\(outcome.errors)")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    try expectUpgrade([
      #"{ "$id": "Note0", "title": "b", "attachments": [] }"#,
      #"{ "$id": "Note1", "title": null, "attachments": [] }"#,
      #"{ "$id": "Note2", "title": "d", "attachments": [] }"#,
      #"{ "$id": "Attachment0", "image": "AQ==", "note": null }"#,
    ])
    #expect(try check("n.history.json").status == 0)
  }

  /// Upgrades four notes, of which three are wider than 5, and three have an image.
  private func expectUpgrade(_ objects: [String]) throws {
    #expect(
      try bench.run("import", "coredata", "Notes.xcdatamodeld", "-o", "n.history.json").status == 0)
    try bench.write(
      "g.json",
      """
      {"version": 1, "objects": {"Note": [
        {"title": "a", "image": "AQ==", "width": 1}, {"title": "b", "image": "Ag==", "width": 9},
        {"title": null, "image": null, "width": 8}, {"title": "d", "image": "BA==", "width": 7}]}}
      """)
    let upgraded = try bench.run(
      "upgrade", "n.history.json", "--store", "g.json", "--out", "u.json")
    #expect(upgraded.status == 0, "\(upgraded.output)\(upgraded.errors)")
    let graph = try bench.text("u.json")
    for object in objects { #expect(graph.contains(object), "\(graph)") }
    #expect(graph.components(separatedBy: "$id").count - 1 == objects.count, "\(graph)")
  }

  @Test("what is made of the same objects in another way is named, and does not run")
  func others() throws {
    func expect(_ reason: String, line: Int = #line) throws {
      let outcome = try check()
      #expect(
        outcome.errors.hasPrefix(
          "migcheck: A.xcmappingmodel: the upgrade 1 → 2 has a mapping model, which \(reason), and is "
            + "not judged\n"), "\(line): \(outcome.errors)")
    }
    for filter in [
      "title.length > 3", "ANY tags == nil", "title BEGINSWITH 'a'", "width IN {1, 2}", "width >",
      "title < 'a'", "width == 1.5", "$source.width == 1", "title ==[c] 'a'",
    ] {
      let escaped = filter.replacing("<", with: "&lt;")
      try write(Mapping(filter: escaped))
      try expect("takes only some objects of Note, by \(filter)")
    }
    try write(Mapping(filter: "other == nil"))
    try expect("asks for Note.other, which its source does not have")
    try write(Mapping(filter: "title == 3"))
    try expect("takes only some objects of Note, by title == 3, and Note.title has another type")
    try write(Mapping(filter: "image != nil"), wholeFilter: "image == nil")
    try expect("links Attachment to what another mapping makes of some objects of Note only")
    try write(Mapping(filter: "image != nil", link: ("", "")), wholeFilter: "other == 1")
    try expect("asks for Note.other, which its source does not have")
    try write(Mapping(), Mapping())
    try expect("fills the entity Attachment twice")
    try write(Mapping(link: ("$source", "Other")))
    try expect(
      "takes the objects of Note twice, and fills Attachment.note with others than what the mapping "
        + "\"NoteToNote\" makes of the same object")
    try write(Mapping(), wholeRelationships: "attachments")
    try expect("links Note.attachments to what another mapping makes of the same object")
    try writeModels(image: "")
    try write(Mapping(filter: "width > 3"))
    try expect("may leave Attachment.image without a value, which it must have")
    try write(Mapping(attributes: []))
    try expect("leaves Attachment.image without a value, which it must have")
  }
}
