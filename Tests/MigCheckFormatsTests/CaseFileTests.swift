import MigCheckCoreData
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@Suite("Case files")
struct CaseFileTests {
  static let history = #"""
    {"migcheck": 1, "name": "H", "rules": "realm", "versions": [
      {"version": 1, "schema": [{"name": "A", "properties": {"x": "int"}}]},
      {"version": 2, "schema": [{"name": "A", "properties": {"x": "int", "y": "int?"}}]}]}
    """#
  static let start = #"{"version": 1, "objects": {"A": [{"$id": "a", "x": 1}]}}"#

  private func text(
    history: String = Self.history, start: String = Self.start, path: String = "[1, 2]",
    _ more: String
  ) -> String {
    #"{"name": "C", "history": \#(history), "start": \#(start), "path": \#(path)\#(more)}"#
  }

  @Test("A case that expects a graph")
  func graph() throws {
    let found = try CaseFile.parse(
      json(text(#", "expect": {"graph": {"version": 2, "objects": {"A": [{"y": 5}]}}}"#)),
      file: "c.json", line: 7)
    #expect(found.name == "C")
    #expect(found.subject.historyPath == nil)
    #expect(found.startVersion == 1)
    #expect(found.startGraph.tables[0].columns == [[.int(1)]])
    #expect(found.path == [1, 2])
    #expect(found.origin == CaseFile.Origin(file: "c.json", line: 7))
    guard case .graph(version: 2, let graph)? = found.expectation else {
      Issue.record("the case expects something else")
      return
    }
    #expect(graph.tables[0].columns == [[.int(0)], [.int(5)]])
    #expect(found.finding == nil && found.thenOpen == nil)
  }

  @Test("A case that expects an error, after one more opening")
  func error() throws {
    let more = #"""
      , "thenOpen": {"version": 2, "schema": [{"name": "A", "properties": {"x": "string"}}]},
        "expect": {"error": {"code": "schemaMismatch", "at": 2, "message": "changed"}}
      """#
    let found = try CaseFile.parse(json(text(more)), file: "")
    #expect(found.thenOpen?.version == 2)
    #expect(found.thenOpen?.schema == Schema([ObjectType("A", [Property("x", .string)])]))
    guard case .error(.schemaMismatch, at: 2, message: "changed")? = found.expectation else {
      Issue.record("the case expects something else")
      return
    }
  }

  @Test("The graph after one more opening is read with that opening's schema")
  func graphAfterReopening() throws {
    let more = #"""
      , "thenOpen": {"version": 2, "schema": [{"name": "B", "properties": {}}]},
        "expect": {"graph": {"version": 2, "objects": {"B": []}}}
      """#
    let found = try CaseFile.parse(json(text(more)), file: "")
    guard case .graph(version: 2, let graph)? = found.expectation else {
      Issue.record("the case expects something else")
      return
    }
    #expect(graph.schema.types.map(\.name) == ["B"])
  }

  @Test("A finding is kept with all that a replay needs")
  func finding() throws {
    let more = #"""
      , "finding": {"check": "paths-agree", "kind": "pathsDiffer", "code": "valueDiffers",
                    "type": "A", "property": "x", "subject": "s", "otherPath": [1, 2]}
      """#
    let found = try CaseFile.parse(json(text(path: "[1]", more)), file: "")
    #expect(
      found.finding
        == CaseFile.Finding(
          check: "paths-agree", kind: "pathsDiffer", code: "valueDiffers", type: "A",
          property: "x", subject: "s", otherPath: [1, 2]))
    #expect(found.expectation == nil)
  }

  @Test(
    "What is written is read as the same case",
    arguments: [
      #", "expect": {"graph": {"version": 2, "objects": {"A": [{"y": 5}, {"x": 2}]}}}"#,
      #", "expect": {"error": {"code": "noSuchType", "at": 1}}"#,
      #", "expect": {"error": {"code": "noSuchType", "at": 1, "message": "m"}}, "#
        + #""thenOpen": {"version": 9, "schema": [{"name": "A", "properties": {"x": "A[]"}}]}"#,
      #", "finding": {"check": "data-preserved"}"#,
      #", "finding": {"check": "paths-agree", "kind": "pathsDiffer", "code": "linkDiffers", "#
        + #""type": "A", "property": "x", "subject": "s", "otherPath": [1, 2]}"#,
    ])
  func roundTrip(_ more: String) throws {
    let written = try CaseFile.parse(json(text(more)), file: "").json()
    let again = try CaseFile.parse(json(written.prettyText), file: "").json()
    #expect(again.compactText == written.compactText)
    for key in ["expect", "thenOpen", "finding"] {
      #expect((written[key] != nil) == more.contains("\"\(key)\""))
    }
  }

  @Test("A history is found relative to the case, and its name is written again")
  func historyByPath() throws {
    let folder = try TemporaryFolder()
    try folder.write("h.history.json", Self.history)
    let more = #", "finding": {"check": "upgrade-succeeds"}"#
    let path = try folder.write("a/b/c.case.json", text(history: #""../../h.history.json""#, more))
    let found = try CaseFile.read(path: path)
    #expect(found.subject.history?.name == "H")
    #expect(found.subject.historyPath == "../../h.history.json")
    #expect(try found.json()["history"]?.compactText == "\"../../h.history.json\"")
    let wrong = try folder.write("a/d.case.json", text(history: #""gone.json""#, more))
    let text = message { () throws(InputError) in _ = try CaseFile.read(path: wrong) }
    #expect(
      text == "\(folder.path)/a/d.case.json: history: there is no such file "
        + "\"\(folder.path)/a/gone.json\"; the path is relative to the case")
  }

  @Test("A folder in the place of a history is an error of the case that names it")
  func historyIsFolder() throws {
    let folder = try TemporaryFolder()
    let more = #", "finding": {"check": "upgrade-succeeds"}"#
    let path = try folder.write("a/c.case.json", text(history: #""..""#, more))
    let text = message { () throws(InputError) in _ = try CaseFile.read(path: path) }
    #expect(
      text == "\(path): history: \"\(folder.path)/a/..\": this is a folder; name a file in it")
    // An error in a file of the folder names that file.
    _ = try folder.write("M.xcdatamodeld/M.xcdatamodel/elements", "x")
    let model = message { () throws(InputError) in _ = try CaseFile.read(path: path) }
    #expect(model.contains("/M.xcdatamodeld/M.xcdatamodel: the model is a binary file"))
  }

  @Test("An invalid schema at the start is no error of the file")
  func invalidSchema() throws {
    let history = #"""
      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "A", "properties": {"x": "Nope?"}}]}]}
      """#
    let more = #", "expect": {"error": {"code": "schemaInvalid", "at": 1}}"#
    let start = #"{"version": 1, "objects": {"A": [{}]}}"#
    let found = try CaseFile.parse(
      json(text(history: history, start: start, path: "[1]", more)), file: "")
    #expect(found.startGraph.objectCount == 1)
  }

  @Test("Every prefix and every changed byte of a case is read or refused, never a crash")
  func mutations() throws {
    let text = #"""
      {"name":"C","history":{"migcheck":1,"name":"H","rules":"realm","versions":[{"version":1,\#
      "schema":[{"name":"A","primaryKey":"k","properties":{"k":"int","m":"mixed","l":"A[]","e":"E{}",\#
      "t":"date?"}},{"name":"E","embedded":true,"properties":{"d":"decimal128<>","b":"data"}}]}]},\#
      "start":{"version":1,"objects":{"A":[{"$id":"a","k":-1,"m":{"link":"a"},"l":["a","b"],\#
      "e":{"x":{"d":["1E-5","NaN"],"b":"/w=="}},"t":"2001-01-01T00:00:00.5Z"},\#
      {"$id":"b","m":{"float":-1.5e-3}}]}},"path":[1],\#
      "expect":{"error":{"code":"noSuchType","at":1}}}
      """#
    let bytes = Array(text.utf8)
    func read(_ bytes: [UInt8]) -> Bool {
      guard let document = bytes.withUnsafeBufferPointer({ try? JSON.parse($0) }) else {
        return false
      }
      do throws(InputError) {
        _ = try CaseFile.parse(document, file: "c.json")
        return true
      } catch {
        #expect(error.kind != .io && error.description.hasPrefix("c.json: "))
        return false
      }
    }
    #expect(read(bytes))
    for count in 0..<bytes.count { #expect(!read(Array(bytes.prefix(count)))) }
    for index in Sweep.part(bytes.indices, oneOf: 4) {
      for byte in [0, 34, 44, 45, 46, 48, 57, 58, 69, 91, 93, 123, 125, 255] as [UInt8] {
        var changed = bytes
        changed[index] = byte
        _ = read(changed)
      }
      var changed = bytes
      changed.remove(at: index)
      _ = read(changed)
    }
  }

  @Test(
    "What is wrong is said with its place",
    arguments: Golden.pairs(
      #"""
      {"path": [1, 2]}
      c.json: the case expects nothing; add "expect", the graph or the error at the end

      {"path": [], "expect": {}}
      c.json: path: the path is empty; begin with 1

      {"path": [2], "expect": {}}
      c.json: path[0]: the path begins at version 2, but the start is at version 1; begin with 1

      {"path": [1, 3], "expect": {}}
      c.json: path[1]: the history has no version 3; name one that it has

      {"path": [1], "expect": {}}
      c.json: expect: "expect" needs one of "graph" and "error"; write the one that must come

      {"path": [1, 2], "expect": {"graph": {"version": 1, "objects": {}}}}
      c.json: expect.graph.version: the graph is of version 1, but the store ends at version 2; write 2

      {"path": [1, 2], "expect": {"graph": {"version": 2, "objects": {"B": []}}}}
      c.json: expect.graph.objects.B: this version has no type "B"; its types are "A"

      {"path": [1], "expect": {"error": {"code": "duplicateKey", "at": 1}}}
      c.json: expect.error.code: unknown error code "duplicateKey"; the codes are "schemaInvalid", "schemaMismatch", "versionTooLow", "duplicatePrimaryKey", "embeddedWithoutParent", "embeddedWithSeveralParents", "embeddedLinkedFromMixed", "typeStillReferenced", "invalidRename", "noSuchType", "noSuchProperty", "typeMismatch", "nullForRequired", "expressionError", "mappingNotInferable", "storeCorrupt", "constraintFailed", "statementFailed" and "notUpgraded"

      {"path": [1], "expect": {"error": {"code": "noSuchTypes", "at": 1}}}
      c.json: expect.error.code: unknown error code "noSuchTypes"; did you mean "noSuchType"?

      {"path": [1], "expect": {"error": {"code": "noSuchType", "at": 2}}}
      c.json: expect.error.at: the store is never opened at version 2; name a version of the path

      {"path": [1], "expcet": {}}
      c.json: expcet: unknown key "expcet"; did you mean "expect"?

      {"path": [1], "finding": {"check": "x", "seed": 1}}
      c.json: finding.seed: unknown key "seed"; the keys of "finding" are "check", "kind", "code", "type", "property", "subject" and "otherPath"

      {"path": [1], "finding": {"check": "x", "otherPath": [2]}}
      c.json: finding.otherPath[0]: the path begins at version 2, but the start is at version 1; begin with 1
      """#))
  func errors(_ parts: String, _ expected: String) throws {
    guard case .object(let members) = try json(parts) else { return }
    let document = JSON.object(
      [
        JSON.Member("name", .string("C")), JSON.Member("history", try json(Self.history)),
        JSON.Member("start", try json(Self.start)),
      ] + members)
    let found = message { () throws(InputError) in
      _ = try CaseFile.parse(document, file: "c.json")
    }
    #expect(found == expected)
  }
}
