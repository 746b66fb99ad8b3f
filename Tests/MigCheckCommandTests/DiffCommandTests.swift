import Foundation
import Testing

@Suite struct DiffCommandTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "h.history.json",
      #"""
      {"migcheck": 1, "name": "H", "rules": "realm", "versions": [
        {"version": 1, "schema": [
          {"name": "Dog", "properties": {"name": "string"}},
          {"name": "Person", "properties": {"email": "string?", "dog": "Dog?"}}]},
        {"version": 2, "schema": [{"name": "Dog", "properties": {"name": "string"}}]}]}
      """#)
  }

  private func diff(_ first: String, _ second: String, version: Int = 1) throws -> Workbench.Outcome
  {
    try bench.write("a.json", #"{"version": 1, "objects": \#(first)}"#)
    try bench.write("b.json", #"{"version": \#(version), "objects": \#(second)}"#)
    return try bench.run("diff", "h.history.json", "a.json", "b.json")
  }

  @Test func `graphs are equal whatever their objects are called`() throws {
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"$id": "y", "name": "B"}], "Person": [{"dog": "x"}]}"#,
      #"{"Dog": [{"$id": "p", "name": "B"}, {"$id": "q", "name": "A"}], "Person": [{"dog": "q"}]}"#)
    #expect(outcome.output == "equal: 3 objects, 1 link\n")
    #expect(outcome.status == 0)
  }

  @Test func `single differences and patterns`() throws {
    func people(_ email: String) -> String {
      (0..<5).map { #"{"email": \#($0 < 4 ? email : "\"x\"")}"# }.joined(separator: ", ")
    }
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"name": "B"}], "Person": [{"email": "z", "dog": "x"}, \#(people("\"\""))]}"#,
      #"{"Dog": [{"$id": "x", "name": "A"}, {"name": "C"}], "Person": [{"email": "z"}, \#(people("null"))]}"#
    )
    #expect(
      outcome.output == """
        FAIL
        """)
    #expect(outcome.errors == "")
    #expect(outcome.status == 1)
  }

  @Test func `objects that only one has, and versions`() throws {
    let outcome = try diff(
      #"{"Dog": [{"name": "A\n"}, {"name": "B"}]}"#, #"{"Dog": [{"name": "B"}]}"#)
    #expect(
      outcome.output == """
        FAIL
        """)
    #expect(outcome.status == 1)
    let versions = try diff(#"{"Dog": []}"#, #"{"Dog": []}"#, version: 2)
    #expect(
      versions.output == """
        FAIL
        """)
    #expect(versions.status == 1)
  }

  @Test func `links that lead elsewhere`() throws {
    let outcome = try diff(
      #"{"Dog": [{"$id": "x", "name": "A"}, {"$id": "y", "name": "B"}], "Person": [{"email": "e", "dog": "x"}]}"#,
      #"{"Dog": [{"$id": "y", "name": "B"}, {"$id": "x", "name": "A"}], "Person": [{"email": "e", "dog": "y"}]}"#
    )
    #expect(
      outcome.output == """
        FAIL
        """)
  }

  @Test func `files that are no stores`() throws {
    try bench.write("g.json", #"{"version": 1, "objects": {}}"#)
    try bench.run("generate", "--version", "1", "--out", "good.store")
    let good = try bench.bytes("good.store")
    func expect(_ bytes: Data, _ status: Int32, _ message: String) throws {
      try bytes.write(to: URL(fileURLWithPath: bench.path + "/x.store"))
      let outcome = try bench.run("diff", "h.history.json", "g.json", "x.store")
      #expect(outcome.errors == "migcheck: \(message)\n")
      #expect(outcome.status == status)
      #expect(try bench.bytes("x.store") == bytes)
      #expect(bench.files == ["g.json", "good.store", "h.history.json", "x.store"])
    }
    try expect(Data(), 65, "A")
    try expect(Data("no database".utf8), 65, "A")
    try expect(good.prefix(5000), 65, "A")
    var newer = good
    newer[63] = 9
    try expect(newer, 65, "A")
    var foreign = good
    foreign[68] = 0
    try expect(foreign, 65, "A")
    let missing = try bench.run("diff", "h.history.json", "g.json", "gone.store")
    #expect(missing.errors == "migcheck: gone.store: there is no such file; check the path\n")
    #expect(missing.status == 66)
    let folder = try bench.run("diff", "h.history.json", "g.json", ".")
    #expect(
      folder.errors
        == "migcheck: .: this is a folder; name a graph file (*.json) or a store file\n")
    #expect(folder.status == 65)
  }
}
