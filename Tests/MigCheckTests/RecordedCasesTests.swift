import Foundation
import MigCheck
import MigCheckFormats
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

/// The cases that were recorded from the real Realm engine, on both stores.
@Suite struct RecordedCasesTests {
  static let folder = Material.sharedPath("realm")

  /// It shows what SQLite does with a word in double quotes that names nothing. By the rules of the
  /// file format this is an error, as it is a mistyped name far more often than a text.
  private static let quotedText = "/double-quoted-text.case.json"

  @Test(
    "every hand-made case comes out as the engine did it",
    .enabled(if: Material.has("realm"), "the recorded cases are not at hand"),
    arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func everyHandMadeCaseComesOutAsTheEngineDidIt(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    let files = try CaseFolder.files(under: Self.folder + "/cases")
    #expect(files.count >= 584)
    for file in files where !file.hasSuffix(Self.quotedText) {
      let outcome = try replay.run(CaseFile.read(path: file), on: kind)
      #expect(outcome == .passed, "\(file)")
    }
  }

  /// Some of the lines of a file, evenly spread; all of them if `Sweep.isComplete`. CI replays all
  /// with the command, whose build is optimised.
  private static func cases(_ file: String) throws -> [CaseFile] {
    let path = folder + "/" + file
    let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
    let step = Sweep.isComplete ? 1 : Sweep.isFull ? 10 : 40
    return try stride(from: 0, to: lines.count, by: step).map { index in
      let json = try JSON.parse(String(decoding: lines[index], as: UTF8.self))
      return try CaseFile.parse(json, file: path, line: index + 1)
    }
  }

  @Test(
    "random cases come out as the engine did it",
    .enabled(if: Material.has("realm"), "the recorded cases are not at hand"),
    arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func randomCasesComeOutAsTheEngineDidIt(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    let cases = try Self.cases("random.jsonl")
    for next in cases {
      let outcome = try replay.run(next, on: kind)
      #expect(outcome == .passed, "\(next.name)")
    }
    #expect(cases.count >= (Sweep.isFull ? 300 : 75))
  }

  @Test(
    "every case that was once found wrong comes out as the engine did it",
    .enabled(if: Material.has("realm"), "the recorded cases are not at hand"),
    arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func everyCaseThatWasOnceFoundWrongComesOutAsTheEngineDidIt(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    let files = try CaseFolder.files(under: Self.folder + "/found")
    #expect(files.count >= 40)
    for file in files {
      let outcome = try replay.run(CaseFile.read(path: file), on: kind)
      #expect(outcome == .passed, "\(file)")
    }
  }

  @Test(
    "cases of embedding, mixed links and removed types come out as the engine did it",
    .enabled(if: Material.has("realm"), "the recorded cases are not at hand"),
    arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func casesOfEmbeddingComeOutAsTheEngineDidIt(kind: StoreKind) throws {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    let cases = try Self.cases("stress.jsonl")
    for next in cases {
      let outcome = try replay.run(next, on: kind)
      #expect(outcome == .passed, "\(next.name)")
    }
    #expect(cases.count >= (Sweep.isFull ? 150 : 38))
  }

  @Test(
    "the order of keys in a file changes nothing",
    arguments: Sweep.part(StoreKind.allCases, oneOf: 2))
  func theOrderOfKeysInAFileChangesNothing(kind: StoreKind) throws {
    func reversed(_ json: JSON) -> JSON {
      switch json {
      case .object(let members):
        .object(members.reversed().map { JSON.Member($0.key, reversed($0.value)) })
      case .array(let elements): .array(elements.map(reversed))
      default: json
      }
    }
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let replay = CaseReplay(directory: scratch.path)
    var count = 0
    for path in try CaseFolder.files(under: Material.root.appendingPathComponent("Corpus").path)
    where CaseFolder.holdsLines(path) && !path.hasSuffix("random.jsonl") {
      for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
        let file = try CaseFile.parse(reversed(JSON.parse(String(line))), file: path)
        #expect(try replay.run(file, on: kind) == .passed, "\(path): \(file.name)")
        count += 1
      }
    }
    #expect(count > 600)
  }

  @Test("a case that expects something else fails") func aCaseThatExpectsSomethingElseFails() throws
  {
    let text = """
      {"name": "wrong", "history": {"migcheck": 1, "name": "H", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "A", "properties": {"x": "int"}}]},
        {"version": 2, "schema": [{"name": "A", "properties": {"x": "int"}}]}]},
       "start": {"version": 1, "objects": {"A": [{"x": 1}]}}, "path": [1, 2],
       "expect": {"graph": {"version": 2, "objects": {"A": [{"x": 2}]}}}}
      """
    let file = try CaseFile.parse(JSON.parse(text), file: "wrong.case.json")
    guard case .failed(let reason) = try CaseReplay(directory: "").run(file, on: .memory) else {
      Issue.record("the case passed")
      return
    }
    #expect(
      reason == """
        the graph differs
          expected {"version":2,"objects":{"A":[{"$id":"A0","x":2}]}}
          came     {"version":2,"objects":{"A":[{"$id":"A0","x":1}]}}
        """)
  }
}
