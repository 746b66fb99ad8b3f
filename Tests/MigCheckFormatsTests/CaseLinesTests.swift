import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckFormats

@Suite("Files with one case a line")
struct CaseLinesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(_ name: String) -> String {
    let history = CaseFileTests.history.split(separator: "\n").joined()
    return #"{"name": "\#(name)", "history": \#(history), "start": \#(CaseFileTests.start), "#
      + #""path": [1], "finding": {"check": "x"}}"#
  }

  /// Names of cases with their lines, or messages.
  private func outcomes(_ lines: CaseLines) -> [String] {
    var outcomes = [String]()
    while true {
      do throws(InputError) {
        guard let found = try lines.next() else { return outcomes }
        outcomes.append("\(found.name) \(found.origin.line ?? 0)")
      } catch {
        outcomes.append(error.description)
      }
    }
  }

  @Test("Every line is a case, blank ones aside, with or without an end of line")
  func lines() throws {
    let path = try folder.write("c.jsonl", "\n\(line("a"))\r\n \t\n\(line("b"))\n\n\(line("c"))")
    #expect(try outcomes(CaseLines(path: path)) == ["a 2", "b 4", "c 6"])
    let empty = try folder.write("empty.jsonl", "")
    #expect(try outcomes(CaseLines(path: empty)) == [])
  }

  @Test("An error names the line, and reading goes on after it")
  func errors() throws {
    let text = "\(line("a"))\n{\"name\": tru}\n{\"name\": 5}\n\(line("b"))\n"
    let path = try folder.write("c.jsonl", text)
    #expect(
      try outcomes(CaseLines(path: path)) == [
        "a 1", "\(path): line 2, column 10: this is no JSON value",
        "\(path): line 3: name: this is the number 5; it must be a string", "b 4",
      ])
  }

  @Test("Lines that are longer than one buffer are put together")
  func longLines() throws {
    let names = (0..<5).map { String(repeating: "\($0)", count: 70_000 * $0 + 1) }
    let path = try folder.write("c.jsonl", names.map(line).joined(separator: "\n"))
    let expected = zip(names, 1...).map { "\($0) \($1)" }
    #expect(try outcomes(CaseLines(path: path)) == expected)
  }

  @Test("A line beyond the limit is refused without holding it, and ends the reading")
  func limit() throws {
    let text = "\(line("a"))\n\(line(String(repeating: "x", count: 300_000)))\n\(line("b"))\n"
    let path = try folder.write("c.jsonl", text)
    let lines = try CaseLines(path: path, limit: 2000)
    #expect(
      outcomes(lines) == [
        "a 1", "\(path): line 2: the line is longer than 2000 bytes; write one case a line",
      ])
  }

  @Test("A file that is not there is an error at once")
  func missing() {
    let path = "\(folder.path)/none.jsonl"
    let text = message { () throws(InputError) in _ = try CaseLines(path: path) }
    #expect(text == "\(path): there is no such file; check the path")
  }
}
