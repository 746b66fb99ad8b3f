import Foundation
import MigCheckModel
import MigCheckVerifier
import TestMaterial
import Testing

@testable import MigCheckSQL

@Suite("Codes of what is found in migrations") struct FaultCodesTests {
  /// The files of the sources that name codes.
  private static let sources: [String] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return ["MigCheckSQL", "MigCheckGRDB"].flatMap { module -> [String] in
      let folder = root.appendingPathComponent("Sources/\(module)")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    }
  }()

  @Test("each code has a sentence, and each sentence a code")
  func complete() {
    let pattern =
      #/(?:static let \w*[cC]ode\w*|case \w+|(?:fault|HopFault)\()\s*=?\s*"([a-z]+[A-Z]\w+)"/#
    var found = Set<String>()
    for text in Self.sources where !text.contains("enum FaultCodes") {
      for match in text.matches(of: pattern) { found.insert(String(match.1)) }
    }
    #expect(found.count > 60)
    for code in found.sorted() { #expect(FaultCodes.summary(of: code) != nil, "\(code)") }
    for code in FaultCodes.all {
      #expect(Self.sources.contains { $0.contains("\"\(code)\"") }, "\(code)")
    }
  }

  @Test("sentences are short and end with a full stop")
  func sentences() {
    for code in FaultCodes.all {
      let sentence = FaultCodes.summary(of: code) ?? ""
      #expect(sentence.hasSuffix(".") && sentence.count <= 90, "\(code): \(sentence)")
    }
  }

  private static let garbling = [
    "CREATE TABLE item (id INTEGER PRIMARY KEY, price REAL, day TEXT, seen TEXT)",
    """
    CREATE TABLE fresh (id INTEGER PRIMARY KEY, price INTEGER, day TEXT, seen TEXT);
    INSERT INTO fresh SELECT id, CAST(price * 100 AS INTEGER), date(day), seen FROM item;
    DROP TABLE item;
    ALTER TABLE fresh RENAME TO item;
    """,
  ]

  @Test("two faults in one statement do not hide each other")
  func bothInOneStatement() throws {
    let found = try SQLFolderRuns.report(Self.garbling, trials: 5).findings
    #expect(
      found.map { "\($0.code ?? "") \($0.property ?? "")" } == [
        "valuesGarbled day", "fractionCut price",
      ])
  }

  @Test("two columns with one fault in one statement are both reported")
  func bothColumns() throws {
    let found = try SQLFolderRuns.report(
      [
        "CREATE TABLE person (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT)",
        "UPDATE person SET a = substr(a, 1, instr(a, '/') - 1), c = substr(c, 1, instr(c, '-') - 1)",
      ], trials: 5
    ).findings
    #expect(
      found.filter { $0.code == "textCut" }.map(\.property) == ["a", "c"], "\(found.map(\.message))"
    )
  }

  @Test("several statements that do the same to one column are one finding, which names them")
  func severalStatements() throws {
    let found = try SQLFolderRuns.report(
      [
        "CREATE TABLE item (id INTEGER PRIMARY KEY, kind INTEGER, cents INTEGER, price REAL)",
        """
        UPDATE item SET cents = CAST(price * 100 AS INTEGER) WHERE kind > 3;
        UPDATE item SET cents = CAST(price * 1000 AS INTEGER) WHERE kind <= 3;
        """,
      ], trials: 5
    ).findings.filter { $0.code == "fractionCut" }
    #expect(found.count == 1)
    #expect(found[0].message.hasSuffix(" The same holds for 2_x.sql:2."), "\(found.map(\.message))")
  }

  private func report(
    _ change: (inout VerificationOptions, Report?) -> Void, of previous: Report? = nil
  ) throws -> Report {
    let (subject, folder) = try SQLFolderRuns.subject(Self.garbling)
    var options = VerificationOptions(trials: 5)
    options.stores = [.memory]
    options.directory = folder.path
    change(&options, previous)
    return try Verifier(subject, options: options).run()
  }

  @Test("a warning is silenced by its code, and a wrong code has a suggestion")
  func silenced() throws {
    let report = try report { options, _ in options.silenced = ["fractionCut"] }
    #expect(report.findings.map(\.code) == ["valuesGarbled"])
    #expect(report.silencedWarnings == 1)
    let error = #expect(throws: VerificationError.self) {
      try self.report { options, _ in options.silenced = ["fractionCutt"] }
    }
    #expect(
      error?.message
        == "There is no warning \"fractionCutt\" to silence; did you mean \"fractionCut\"?")
  }

  @Test("a warning can be accepted")
  func accepted() throws {
    let first = try report { _, _ in }
    #expect(first.findings.map(\.severity) == [.warning, .warning])
    let second = try report(
      { options, previous in
        options.accepted = (previous?.findings ?? []).prefix(1).map {
          AcceptedFinding($0, of: "app", reason: "days are checked elsewhere")
        }
      }, of: first)
    #expect(second.findings.map(\.severity) == [.accepted, .warning])
    #expect(second.verdict == .passed && second.unmet.isEmpty)
  }
}
