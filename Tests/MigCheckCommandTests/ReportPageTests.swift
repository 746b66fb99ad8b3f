import Foundation
import TestMaterial
import Testing

/// The page in a real browser.
@Suite(.serialized) struct ReportPageTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private static let hostile = """
    {"migcheck": 1, "name": "</script><img src=x onerror=document.title='x'>", "rules": "realm",
     "versions": [
      {"version": 1, "schema": [
        {"name": "A<b>", "properties": {"x\\"y": "string", "z'&lt;": "string"}},
        {"name": "\\u202eB]]>", "properties": {"n": "int?"}}]},
      {"version": 2, "schema": [
        {"name": "A<b>", "properties": {"z'&lt;": "string", "new": "string"}},
        {"name": "\\u202eB]]>", "properties": {"n": "int"}}]}]}
    """

  /// Runs the script beside the tests on a page.
  private func look(at page: String) throws -> [String: Any]? {
    guard let python = Checkers.program("python"), Checkers.installed("chromium") != nil,
      Checkers.installed("chromedriver") != nil
    else {
      print("skipped: there is no browser with its driver; scripts/setup --checkers installs both")
      return nil
    }
    let script = Material.root.appendingPathComponent("Tests/Browser/look.py")
    // A browser makes sockets in its scratch folder, whose paths must be short.
    let outcome = try bench.run(
      program: python, [script.path, bench.path + "/" + page], environment: ["TMPDIR": "/tmp"])
    if outcome.status == 77 {
      print("skipped: \(outcome.errors)")
      return nil
    }
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
  }

  @Test("filters hide findings, a cell shows its own, and nothing goes wrong")
  func filtersWork() throws {
    try bench.write("h.history.json", Histories.embedding)
    _ = try bench.run("h.history.json", "--trials", "10", "--report", "html=page.html")
    guard let seen = try look(at: "page.html") else { return }
    let count = try #require(seen["findings"] as? Int)
    #expect(count > 1)
    #expect(seen["errors"] as? [String] == [])
    #expect(seen["afterUncheckingAll"] as? Int == 0)
    #expect(seen["afterShowingAll"] as? Int == count)
    #expect(seen["afterNonsense"] as? Int == 0)
    #expect(seen["afterCell"] as? Int ?? 0 > 0)
    #expect(seen["themeChanged"] as? Bool == true)
    #expect(seen["overflow"] as? Bool == false)
    #expect(seen["withoutScript"] as? Int == count)
  }

  @Test("hostile names are inert, and shown as they are")
  func hostileNamesAreInert() throws {
    try bench.write("h.history.json", Self.hostile)
    let outcome = try bench.run("h.history.json", "--trials", "10", "--report", "html=page.html")
    try #require(bench.files.contains("page.html"), "\(outcome.errors)")
    guard let seen = try look(at: "page.html") else { return }
    #expect(seen["errors"] as? [String] == [])
    #expect(seen["images"] as? Int == 0)
    #expect(seen["scripts"] as? Int == 1)
    #expect((seen["title"] as? String)?.contains("</script><img src=x") ?? false)
    #expect(seen["overflow"] as? Bool == false)
  }
}
