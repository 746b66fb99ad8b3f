import Foundation
import Testing

/// Mapping models of Xcode that stand next to a Core Data model, or elsewhere in its project.
@Suite("Mapping models of a model") struct MappingModelTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try ModelPathsTests.write(ModelPathsTests.versions, to: bench)
  }

  /// Without code: the source, the destination, and what fills its properties.
  private func writeCopies(
    _ path: String, _ properties: [(name: String, attributes: String)], filter: String = ""
  ) throws {
    let objects = properties.enumerated().map { index, property in
      """
      <object type="XDDEVATTRIBUTEMAPPING" id="z1\(index)">
        <attribute name="name" type="string">\(property.name)</attribute>\(property.attributes)
      </object>
      """
    }
    let ids = properties.indices.map { "z1\($0)" }.joined(separator: " ")
    try bench.write(
      path + "/xcmapping.xml",
      """
      <database>
      \(objects.joined(separator: "\n"))
        <object type="XDDEVENTITYMAPPING" id="z9">
          <attribute name="migrationpolicyclassname" type="string">Former</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z2">
          <attribute name="sourcename" type="string">Note</attribute>
          <attribute name="destinationname" type="string">Note</attribute>
          <attribute name="autogenerateexpression" type="bool">1</attribute>\(filter)
          <relationship name="attributemappings" idrefs="\(ids)"></relationship>
        </object>
        <object type="XDDEVMAPPINGMODEL" id="z3">
          <attribute name="sourcemodelpath">Notes.xcdatamodeld/Notes.xcdatamodel</attribute>
          <attribute name="destinationmodelpath">Notes.xcdatamodeld/Notes 2.xcdatamodel</attribute>
          <relationship name="entitymappings" idrefs="z2"></relationship>
        </object>
      </database>
      """)
  }

  /// `$source.text`, as Xcode archives it.
  private static let text = """
    <attribute name="valueexpressiondata" type="binary">YnBsaXN0MDDUAQIDBAUGNzpZJGFyY2hpdmVyWCRv\
    YmplY3RzVCR0b3BYJHZlcnNpb25fEA9OU0tleWVkQXJjaGl2ZXKsBwgTFBkaISYrLC8zVSRudWxs1QkKCwwNDg8QERJW\
    JGNsYXNzW05TQXJndW1lbnRzXxAQTlNFeHByZXNzaW9uVHlwZVlOU09wZXJhbmReTlNTZWxlY3Rvck5hbWWAC4AGEASA\
    A4ACXxAQdmFsdWVGb3JLZXlQYXRoOtMJCxUWFxhaTlNWYXJpYWJsZYAFEAKABFZzb3VyY2XSGxwdHlgkY2xhc3Nlc1ok\
    Y2xhc3NuYW1lox4fIF8QFE5TVmFyaWFibGVFeHByZXNzaW9uXE5TRXhwcmVzc2lvblhOU09iamVjdNIJIiMkWk5TLm9i\
    amVjdHOACqElgAfTCQsnKCkqWU5TS2V5UGF0aIAJEAqACFR0ZXh00hscLS6jLh8gXxAcTlNLZXlQYXRoU3BlY2lmaWVy\
    RXhwcmVzc2lvbtIbHDAxozEyIF5OU011dGFibGVBcnJheVdOU0FycmF50hscNDWkNTYfIF8QE05TS2V5UGF0aEV4cHJl\
    c3Npb25fEBROU0Z1bmN0aW9uRXhwcmVzc2lvbtE4OVRyb290gAESAAGGoAAIABEAGwAkACkAMgBEAFEAVwBiAGkAdQCI\
    AJIAoQCjAKUApwCpAKsAvgDFANAA0gDUANYA3QDiAOsA9gD6AREBHgEnASwBNwE5ATsBPQFEAU4BUAFSAVQBWQFeAWIB\
    gQGGAYoBmQGhAaYBqwHBAdgB2wHgAeIAAAAAAAACAQAAAAAAAAA7AAAAAAAAAAAAAAAAAAAB5w==</attribute>
    """

  /// A title that stays, and a text that gets another name without an identifier.
  private func writeRenamed() throws -> Workbench {
    let title = "<attribute name='title' attributeType='String' optional='YES'/>"
    try ModelPathsTests.write(
      [
        title + "<attribute name='text' attributeType='String' optional='YES'/>",
        title + "<attribute name='body' attributeType='String' optional='YES'/>",
      ], to: bench)
    try FileManager.default.removeItem(
      atPath: bench.path + "/Notes.xcdatamodeld/Notes 3.xcdatamodel")
    return bench
  }

  @Test("one without code runs: what it renames is kept, and what it leaves out is lost")
  func copies() throws {
    _ = try writeRenamed()
    try writeCopies("A.xcmappingmodel", [("title", ""), ("body", Self.text)])
    let kept = try check()
    #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
    #expect(
      kept.errors.hasPrefix(
        "migcheck: A.xcmappingmodel: the upgrade 1 → 2 runs as the mapping model says\n"))
    #expect(!kept.output.contains("not run"), "\(kept.output)")
    #expect(!kept.output.contains("Note.text"), "\(kept.output)")
    // An attribute that was added to the model after the mapping model.
    try writeCopies("A.xcmappingmodel", [("body", Self.text)])
    let lost = try check("--explain", "coredata-possible-rename")
    let words = lost.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(
      words.contains(
        "Note.title keeps its name and loses its values: the mapping model fills it from nothing."),
      "\(lost.output)")
    // The history keeps what the mapping model does.
    try writeCopies("A.xcmappingmodel", [("title", ""), ("body", Self.text)])
    #expect(
      try bench.run("import", "coredata", "Notes.xcdatamodeld", "-o", "n.history.json").status == 0)
    let history = try bench.run(["check", "n.history.json", "--trials", "5", "--corpus", "found"])
    #expect(history.status == 0, "\(history.output)\(history.errors)")
    #expect(!history.output.contains("Note.text"), "\(history.output)")
  }

  @Test("one that does more than to copy is named with what it does, and does not run")
  func computed() throws {
    _ = try writeRenamed()
    let number = "<attribute name='valueexpressiondata' type='binary'>AAAA</attribute>"
    for (properties, filter, reason) in [
      (
        [("body", number)], "", "computes Note.body by an expression of its own"
      ),
      (
        [("body", Self.text)],
        "<attribute name='sourcefilterpredicatestring'>title LIKE 'a'</attribute>",
        "takes only some objects of Note, by title LIKE 'a'"
      ),
      (
        [("title", Self.text), ("body", Self.text)], "", "takes the values of Note.text twice"
      ),
      (
        [("other", Self.text)], "", "fills Note.other, which its destination does not have"
      ),
    ] {
      try writeCopies("A.xcmappingmodel", properties, filter: filter)
      let outcome = try check()
      #expect(
        outcome.errors.hasPrefix(
          "migcheck: A.xcmappingmodel: the upgrade 1 → 2 has a mapping model, which \(reason), and is "
            + "not judged\n"), "\(outcome.errors)")
      #expect(outcome.status == 2, "\(outcome.output)")
    }
    try writeCopies("A.xcmappingmodel", [("title", "")])
    try writeCopies("B.xcmappingmodel", [("title", "")])
    #expect(try check().errors.contains("1 → 2 has another mapping model as well"))
  }

  // MARK: Relationships, constants and paths

  /// The fields of one property, or of an entity, as Xcode writes them.
  private static func fields(_ fields: KeyValuePairs<String, String>) -> String {
    fields.map { "<attribute name=\"\($0)\">\($1)</attribute>" }.joined()
  }

  /// A mapping from `Note` to `Note` and from `Author` to `Author`, from version 1 to 2.
  private func writeNotes(
    _ attributes: [(name: String, fields: String)],
    _ relationships: [(name: String, fields: String)],
    authors: [(name: String, fields: String)] = [("notes", "")]
  ) throws {
    var objects = ""
    func identifiers(
      _ kind: String, _ properties: [(name: String, fields: String)]
    ) -> String {
      properties.map { property in
        let id = "\(kind)\(property.name)"
        objects += """
          <object type="XDDEVPROPERTYMAPPING" id="\(id)"><attribute name="name">\(property.name)\
          </attribute>\(property.fields)</object>

          """
        return id
      }.joined(separator: " ")
    }
    func entity(_ name: String, _ attributes: String, _ relationships: String) -> String {
      """
      <object type="XDDEVENTITYMAPPING" id="\(name)">
        <attribute name="sourcename">\(name)</attribute>
        <attribute name="destinationname">\(name)</attribute>
        <attribute name="autogenerateexpression">1</attribute>
        <relationship name="attributemappings" idrefs="\(attributes)"/>
        <relationship name="relationshipmappings" idrefs="\(relationships)"/>
      </object>

      """
    }
    let entities =
      entity("Note", identifiers("a", attributes), identifiers("r", relationships))
      + entity("Author", identifiers("b", [("name", "")]), identifiers("s", authors))
    try bench.write(
      "A.xcmappingmodel/xcmapping.xml",
      """
      <database>
      \(objects)\(entities)<object type="XDDEVMAPPINGMODEL" id="model">
        <attribute name="sourcemodelpath">Notes.xcdatamodeld/Notes.xcdatamodel</attribute>
        <attribute name="destinationmodelpath">Notes.xcdatamodeld/Notes 2.xcdatamodel</attribute>
        <relationship name="entitymappings" idrefs="Note Author"/>
      </object>
      </database>
      """)
  }

  /// Notes with an author, who is called writer from version 2 on.
  private func writeAuthors(_ second: String = "", third: String? = nil) throws {
    func model(_ relationship: String, _ note: String, author: String = "") -> String {
      """
      <model><entity name="Note">
      <attribute name="title" attributeType="String" optional="YES"/>\(note)
      <relationship name="\(relationship)" optional="YES" destinationEntity="Author" \
      inverseName="notes" inverseEntity="Author"/>
      </entity><entity name="Author">
      <attribute name="name" attributeType="String" optional="YES"/>\(author)
      <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note" \
      inverseName="\(relationship)" inverseEntity="Note"/>
      </entity></model>
      """
    }
    try FileManager.default.removeItem(atPath: bench.path + "/Notes.xcdatamodeld")
    let texts =
      [model("author", ""), model("writer", second)] + (third.map { [model("writer", $0)] } ?? [])
    for (index, text) in texts.enumerated() {
      let number = index == 0 ? "" : " \(index + 1)"
      try bench.write("Notes.xcdatamodeld/Notes\(number).xcdatamodel/contents", text)
    }
  }

  private static let runs = "A.xcmappingmodel: the upgrade 1 → 2 runs as the mapping model says\n"

  @Test(
    "a relationship gets what the mapping of its objects makes of those of the source",
    arguments: [
      fields([
        "autogenerateexpression": "1", "sourcekeypath": "$source.author",
        "sourcemappingname": "AuthorToAuthor",
      ]),
      fields(["autogenerateexpression": "1", "sourcekeypath": "author"]),
      fields(["valueexpressiondata": MappingArchives.authors]),
    ])
  func relationship(writer: String) throws {
    try writeAuthors()
    try writeNotes([("title", "")], [("writer", writer)])
    let kept = try check("--explain", "coredata-possible-rename")
    #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
    #expect(kept.errors.contains(Self.runs), "\(kept.errors)")
    #expect(!kept.output.contains("Note.author"), "\(kept.output)")
  }

  @Test("a relationship that is filled in another way is named, and the upgrade does not run")
  func otherRelationships() throws {
    try writeAuthors()
    for (writer, reason) in [
      (
        ["sourcekeypath": "$source.author", "sourcemappingname": "AuthorToPerson"],
        "fills Note.writer by the mapping \"AuthorToPerson\", which it does not have"
      ),
      (
        ["sourcekeypath": "$source.author", "sourcemappingname": "NoteToNote"],
        "fills Note.writer by the mapping \"NoteToNote\", which leaves out objects of Author"
      ),
      (
        ["sourcekeypath": "$source", "sourcemappingname": "AuthorToAuthor"],
        "links Note.writer to what another mapping makes of the same object"
      ),
      (
        ["sourcekeypath": "$source.author.notes", "sourcemappingname": "NoteToNote"],
        "follows several relationships for Note.writer: author.notes"
      ),
      (
        ["valueexpressiondata": MappingArchives.lowercase],
        "computes Note.writer by an expression of its own"
      ),
      (
        ["sourcekeypath": "$source.owner"],
        "takes Note.writer from Note.owner, which its source does not have"
      ),
    ] as [(KeyValuePairs<String, String>, String)] {
      try writeNotes([("title", "")], [("writer", Self.fields(writer))])
      let outcome = try check()
      #expect(
        outcome.errors.hasPrefix(
          "migcheck: A.xcmappingmodel: the upgrade 1 → 2 has a mapping model, which \(reason), and is "
            + "not judged\n"), "\(outcome.errors)")
    }
  }

  @Test("constants and paths to other objects are assigned, and the history keeps them")
  func assignments() throws {
    let second =
      "<attribute name='isOld' attributeType='Boolean'/>"
      + "<attribute name='by' attributeType='String' optional='YES'/>"
    let filled = [
      ("title", ""), ("isOld", Self.fields(["valueexpressiondata": MappingArchives.yes])),
      ("by", Self.fields(["valueexpressiondata": MappingArchives.authorName])),
    ]
    let writer = [("writer", Self.fields(["sourcekeypath": "$source.author"]))]
    try writeAuthors(second)
    try writeNotes(filled, writer)
    let kept = try check()
    #expect(kept.status == 0, "\(kept.output)\(kept.errors)")
    #expect(kept.errors.contains(Self.runs), "\(kept.errors)")
    #expect(
      try bench.run("import", "coredata", "Notes.xcdatamodeld", "-o", "n.history.json").status == 0)
    let text = try bench.text("n.history.json").filter { !$0.isWhitespace }
    #expect(text.contains("\"isOld\":{\"constant\":true}"), "\(text)")
    #expect(text.contains("\"by\":{\"path\":[\"author\",\"name\"]}"), "\(text)")
    let history = try bench.run(["check", "n.history.json", "--trials", "5", "--corpus", "found"])
    #expect(history.status == 0, "\(history.output)\(history.errors)")
    // Straight to version 3 each object gets the default instead.
    try writeAuthors(
      second,
      third: "<attribute name='isOld' attributeType='Boolean' defaultValueString='NO'/>"
        + "<attribute name='by' attributeType='String' optional='YES'/>"
        + "<attribute name='more' attributeType='String' optional='YES'/>")
    let skipped = try check()
    #expect(skipped.status == 1, "\(skipped.output)\(skipped.errors)")
    #expect(skipped.output.contains("✘ paths-agree"), "\(skipped.output)")
    #expect(skipped.output.contains("Note.isOld"), "\(skipped.output)")
  }

  @Test("a value that an attribute may lack, or cannot hold, is named")
  func otherAssignments() throws {
    for (attribute, archive, reason) in [
      (
        "<attribute name='by' attributeType='String'/>", MappingArchives.authorName,
        "may leave Note.by without a value, which it must have"
      ),
      (
        "<attribute name='by' attributeType='Date' optional='YES'/>", MappingArchives.authorName,
        "takes Note.by from Author.name, which has another type: String"
      ),
      (
        "<attribute name='by' attributeType='String' optional='YES'/>", MappingArchives.yes,
        "fills Note.by with true, which is not a value of type String"
      ),
      (
        "<attribute name='by' attributeType='String' optional='YES'/>",
        MappingArchives.lowercase, "computes Note.by by an expression of its own"
      ),
    ] {
      try writeAuthors(attribute)
      try writeNotes(
        [("title", ""), ("by", Self.fields(["valueexpressiondata": archive]))],
        [("writer", Self.fields(["sourcekeypath": "$source.author"]))])
      let outcome = try check()
      #expect(
        outcome.errors.hasPrefix(
          "migcheck: A.xcmappingmodel: the upgrade 1 → 2 has a mapping model, which \(reason), and is "
            + "not judged\n"), "\(outcome.errors)")
    }
  }

  /// As Xcode writes it, without the archives of the models.
  private func write(_ path: String, from source: String?, to destination: String) throws {
    let paths =
      source.map {
        """
        <attribute name="sourcemodelpath" type="string">\($0)</attribute>
        <attribute name="sourcemodeldata" type="binary">YnBsaXN0MDDUAQID</attribute>
        <attribute name="destinationmodelpath" type="string">\(destination)</attribute>
        """
      } ?? ""
    try bench.write(
      path + "/xcmapping.xml",
      """
      <?xml version="1.0" standalone="yes"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">
      <database>
        <object type="XDDEVENTITYMAPPING" id="z103">
          <attribute name="migrationpolicyclassname" type="string">NotePolicy</attribute>
          <attribute name="destinationname" type="string">Note</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z104">
          <attribute name="migrationpolicyclassname" type="string">NotePolicy</attribute>
        </object>
        <object type="XDDEVMAPPINGMODEL" id="z105">\(paths)
          <relationship name="entitymappings" idrefs="z103 z104"></relationship>
        </object>
      </database>
      """)
  }

  private func check(_ more: String...) throws -> Workbench.Outcome {
    try bench.run(["check", "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found"] + more)
  }

  @Test("the upgrade that one leads through is not judged, as if it were named by --custom")
  func custom() throws {
    #expect(try check().status == 1)
    try write(
      "Mappings/One.xcmappingmodel", from: "App/Notes.xcdatamodeld/Notes.xcdatamodel",
      to: "App/Notes.xcdatamodeld/Notes 3.xcdatamodel")
    let outcome = try check()
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "migcheck: Mappings/One.xcmappingmodel: the upgrade 1 → 3 has a mapping model, with the "
          + "policies \"NotePolicy\", and is not judged\n"), "\(outcome.errors)")
    #expect(outcome.output.contains("not run: 1 → 3 is custom"), "\(outcome.output)")
    let paths = try bench.run("paths", "Notes.xcdatamodeld")
    #expect(!paths.output.contains("✘ not inferable"), "\(paths.output)")
  }

  @Test("many mapping models have one line for all that run, and one for those with policies")
  func many() throws {
    let attribute = "<attribute name='title' attributeType='String' optional='YES'/>"
    for number in 1...5 {
      let more = (1..<number).map {
        "<attribute name='a\($0)' attributeType='Date' optional='YES'/>"
      }
      try bench.write(
        "Many.xcdatamodeld/V\(number).xcdatamodel/contents",
        "<model><entity name='Note'>\(attribute)\(more.joined())</entity></model>")
      guard number > 1 else { continue }
      try write(
        "M\(number).xcmappingmodel", from: "Many.xcdatamodeld/V\(number - 1).xcdatamodel",
        to: "Many.xcdatamodeld/V\(number).xcdatamodel")
    }
    let outcome = try bench.run("check", "Many.xcdatamodeld", "--trials", "5", "--corpus", "found")
    #expect(
      outcome.errors
        == "migcheck: 4 upgrades have mapping models with policies of the app, and are not judged: "
        + "1 → 2, 2 → 3, 3 → 4, 4 → 5\n", "\(outcome.errors)")
  }

  @Test("one elsewhere in the project is found, by the nearest bundle of its name")
  func elsewhere() throws {
    for app in ["One", "Two"] {
      for (index, attribute) in ["text", "body"].enumerated() {
        try bench.write(
          "\(app)/Data/Model/Notes.xcdatamodeld/Notes\(index == 0 ? "" : " 2").xcdatamodel/contents",
          """
          <model><entity name="Note">
          <attribute name="title" attributeType="String" optional="YES"/>
          <attribute name="\(attribute)" attributeType="String" optional="YES"/>
          </entity></model>
          """)
      }
    }
    let mapping = "One/Data/Migration/Mappings/A.xcmappingmodel"
    try writeCopies(mapping, [("title", ""), ("body", Self.text)])
    let model = "Data/Model/Notes.xcdatamodeld"
    func check(_ bundle: String, in folder: String? = nil) throws -> Workbench.Outcome {
      try bench.run(
        ["check", bundle, "--trials", "5", "--corpus", bench.path + "/found"],
        in: folder.map { bench.path + "/" + $0 })
    }
    let runs = ": the upgrade 1 → 2 runs as the mapping model says\n"
    // Without a project nothing tells where to stop.
    #expect(try !check("One/" + model).errors.contains("mapping model"))
    try bench.write("Apps.xcodeproj/project.pbxproj", "")
    #expect(try check("One/" + model).errors.contains("migcheck: \(mapping)" + runs))
    #expect(try !check("Two/" + model).errors.contains("mapping model"))
    #expect(
      try check("Notes.xcdatamodeld", in: "One/Data/Model").errors.contains(
        "migcheck: ../../../\(mapping)" + runs))
    // As near to one as to the other.
    try bench.write(
      "Mappings/B.xcmappingmodel/xcmapping.xml", bench.text(mapping + "/xcmapping.xml"))
    for app in ["One/", "Two/"] {
      #expect(try !check(app + model).errors.contains("B.xcmappingmodel"))
    }
    // Whose it is cannot be known.
    try bench.write("One/Other/C.xcmappingmodel/xcmapping.xml", "<database>")
    let run = try check("One/" + model)
    #expect(run.status == 0, "\(run.output)")
    #expect(
      run.errors.contains("warning: One/Other/C.xcmappingmodel/xcmapping.xml"), "\(run.errors)")
    #expect(run.errors.contains("; left out, as it is not next to One/"), "\(run.errors)")
    // Other people's code is not searched.
    try writeCopies("Two/Pods/Notes/B.xcmappingmodel", [("title", "")])
    #expect(try !check("Two/" + model).errors.contains("mapping model"))
  }

  @Test("one of another model is passed over, and one of a version that is not there is named")
  func others() throws {
    try write(
      "Other.xcmappingmodel", from: "App/Other.xcdatamodeld/Notes.xcdatamodel",
      to: "App/Other.xcdatamodeld/Notes 3.xcdatamodel")
    try write(
      "Gone.xcmappingmodel", from: "App/Notes.xcdatamodeld/Notes.xcdatamodel",
      to: "App/Notes.xcdatamodeld/Notes 9.xcdatamodel")
    try write(
      "Back.xcmappingmodel", from: "App/Notes.xcdatamodeld/Notes 3.xcdatamodel",
      to: "App/Notes.xcdatamodeld/Notes.xcdatamodel")
    let outcome = try check()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        """
        migcheck: warning: Back.xcmappingmodel: left out, as it leads from version 3 (Notes 3) back to 1 \
        (Notes); if Notes 3 is the older one, give the order of all versions with --order
        migcheck: warning: Gone.xcmappingmodel: left out, as Notes has no version "Notes 9"

        """), "\(outcome.errors)")
  }

  @Test("one that is not XML, and one that names no versions, are refused with their file")
  func broken() throws {
    try bench.write("A.xcmappingmodel/xcmapping.xml", "<database>\n<object></database>\n")
    let malformed = try check()
    #expect(malformed.status == 65)
    #expect(
      malformed.errors
        == "migcheck: A.xcmappingmodel/xcmapping.xml: line 2: this is not well-formed XML; save the "
        + "mapping model in Xcode again\n")
    try write("A.xcmappingmodel", from: nil, to: "")
    #expect(
      try check().errors
        == "migcheck: A.xcmappingmodel/xcmapping.xml: it does not name the two versions that it leads "
        + "between; save the mapping model in Xcode again\n")
  }
}
