import Foundation
import MigCheckText
import TestMaterial
import Testing

/// The tables of `Corpus/README.md`: what they say of each example is what the command says.
@Suite struct CorpusTableTests {
  @Test("the tables have every example once, and a source for each")
  func theTablesHaveEveryExample() throws {
    let paths = FileManager.default.enumerator(atPath: CorpusTable.folder)?.compactMap {
      $0 as? String
    }
    let found = (paths ?? []).filter { path in
      let parts = path.split(separator: "/")
      return path.hasSuffix(".history.json") || path.hasSuffix(".xcdatamodeld")
        || (parts.count == 2 && parts[0] == "sqlite")
    }
    #expect(CorpusTable.examples.map(\.example).sorted() == found.sorted())
    let named = CorpusTable.text.split(separator: "\n").filter { !$0.hasPrefix("|") }
      .joined(separator: "\n")
    for row in CorpusTable.examples {
      #expect(row.source.wholeMatch(of: /\[[A-Z]{2}\]/) != nil, "\(row)")
      #expect(named.contains(row.source), "\(row)")
    }
    let stores = try FileManager.default.contentsOfDirectory(atPath: CorpusTable.folder + "/stores")
    #expect(
      CorpusTable.stores.map { $0.arguments[1] }.sorted()
        == stores.map { "\(CorpusTable.folder)/stores/\($0)" }.sorted())
  }

  @Test(
    "each example has the verdict of its line",
    arguments: Sweep.part(CorpusTable.examples, oneOf: 4))
  func eachExampleHasItsVerdict(row: CorpusTable.Row) throws { try expectVerdict(of: row) }

  @Test("each store has the verdict of its line", arguments: CorpusTable.stores)
  func eachStoreHasItsVerdict(row: CorpusTable.Row) throws { try expectVerdict(of: row) }

  private func expectVerdict(of row: CorpusTable.Row) throws {
    let bench = try Workbench()
    let outcome = try bench.run(
      ["check", "\(CorpusTable.folder)/\(row.example)", "--trials", "40", "--format", "json"]
        + ["--corpus", "findings"] + row.arguments)
    let report = try JSON.parse(outcome.output)
    let findings = Self.elements(report["findings"])
    let verdict = String(row.verdict.prefix { $0 != ":" })
    let subject = row.subject.map { JSON.string($0).compactText }
    let status: [String: Int32] = ["passes": 0, "warns": 0, "fails": 1, "undecided": 2]
    #expect(outcome.status == status[verdict], "\(outcome.errors)")
    switch verdict {
    case "passes":
      #expect(findings.isEmpty, "\(findings.map(\.compactText))")
    case "warns":
      let names =
        findings.flatMap { [$0["check"]?.compactText, $0["code"]?.compactText] }
        + Self.elements(report["warnings"]).map { $0["name"]?.compactText }
      #expect(names.contains(subject), "\(names)")
    case "fails":
      let errors = findings.filter { $0["severity"]?.compactText == "\"error\"" }
        .map { $0["check"]?.compactText }
      #expect(errors.contains(subject), "\(errors)")
    default:
      #expect(findings.contains { $0["code"]?.compactText == subject })
    }
  }

  private static func elements(_ json: JSON?) -> [JSON] {
    guard case .array(let elements)? = json else { return [] }
    return elements
  }
}
