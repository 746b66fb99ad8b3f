import MigCheckFormats
import MigCheckModel
import Testing

@Suite("Errors in input files")
struct InputErrorTests {
  @Test("One sentence says where, what, and what would be right")
  func sentence() {
    let full = InputError(
      file: "a/h.history.json", path: "versions[0].name", problem: "this is wrong",
      remedy: "do it right")
    #expect(full.description == "a/h.history.json: versions[0].name: this is wrong; do it right")
    let syntax = InputError(file: "c.jsonl", line: 3, column: 9, problem: "a comma is missing")
    #expect(syntax.description == "c.jsonl: line 3, column 9: a comma is missing")
    let line = InputError(file: "c.jsonl", line: 3, path: "path[0]", problem: "no such version")
    #expect(line.description == "c.jsonl: line 3: path[0]: no such version")
    #expect(InputError(file: "", problem: "this is wrong").description == "this is wrong")
  }

  @Test("The exit status says whose fault it is")
  func exitStatus() {
    #expect(InputError(.badData, file: "", problem: "").exitStatus == 65)
    #expect(InputError(.notFound, file: "", problem: "").exitStatus == 66)
    #expect(InputError(.io, file: "", problem: "").exitStatus == 74)
  }
}
