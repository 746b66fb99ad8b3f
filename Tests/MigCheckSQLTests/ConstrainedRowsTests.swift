import MigCheckModel
import MigCheckText
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Rows for constraints on how values look") struct ConstrainedRowsTests {
  @Test(
    "tables are filled",
    arguments: [
      "hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)",
      "hash BLOB NOT NULL CHECK (hash IS NULL OR 33 = LENGTH(t.hash)) UNIQUE",
      "hash BLOB NOT NULL CHECK (length(hash) IN (20, 32))",
      "hash BLOB NOT NULL CHECK (length(hash) >= 16)",
      "hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*')",
      "code TEXT NOT NULL UNIQUE CHECK (length(\"code\") BETWEEN 3 AND 5)",
      "code TEXT NOT NULL CHECK (code GLOB '[A-Z][A-Z]-[0-9]*')",
      "code TEXT NOT NULL CHECK (code GLOB '[^a-z]?[]x]')",
      "id TEXT PRIMARY KEY CHECK (id GLOB '[0-9a-f][0-9a-f]-*' AND length(id) = 8)",
    ])
  func fills(_ column: String) throws {
    let table = "CREATE TABLE t (\(column), note TEXT)"
    let report = try SQLFolderRuns.report(
      [table, "ALTER TABLE t ADD COLUMN extra TEXT"], trials: 10)
    #expect(report.verdict == .passed, "\(report.coverage)")
  }

  @Test("values of a fixed length begin as they were")
  func lengths() throws {
    let column = DatabaseSchema.Column(
      name: "hash", declaredType: "BLOB", isRequired: true, defaultValue: nil, isGenerated: false)
    let length = try #require(
      FixedLength(of: column, in: [SQLToken.tokens(of: "(length(hash) = 4")]))
    #expect(length.fitted(.data([1, 2])) == .data([1, 2, 0, 0]))
    #expect(length.fitted(.data([1, 2, 3, 4, 5])) == .data([1, 2, 3, 4]))
    #expect(length.fitted(.string("é")) == .string("é000"))
    #expect(length.fitted(.null) == .null)
    #expect(FixedLength(of: column, in: [SQLToken.tokens(of: "(length(hash) > 4")]) == nil)
    #expect(FixedLength(of: column, in: [SQLToken.tokens(of: "(length(other) = 4")]) == nil)
  }
}
