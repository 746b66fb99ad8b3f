import Foundation
import Testing

/// Mapping models of Xcode that stand next to a Core Data model.
@Suite("Mapping models next to a model") struct MappingModelTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try ModelPathsTests.write(ModelPathsTests.versions, to: bench)
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
        <object type="XDDEVMAPPINGMODEL" id="z105">\(paths)</object>
      </database>
      """)
  }

  private func check() throws -> Workbench.Outcome {
    try bench.run(["check", "Notes.xcdatamodeld", "--trials", "5", "--corpus", "found"])
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
        migcheck: warning: Back.xcmappingmodel: left out, as it leads from version 3 back to 1
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
