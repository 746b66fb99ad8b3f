import MigCheckModel
import MigCheckText
import MigCheckVerifier
import Testing

@testable import MigCheckSQL

@Suite("Numbers in statements") struct LiteralNumberTests {
  @Test(
    "are read as SQLite reads them, up to both ends of 64 bits",
    arguments: [
      ("9223372036854775807", false, Int64.max), ("9223372036854775808", true, .min),
      ("9223372036854775808", false, nil), ("0x7FFFFFFFFFFFFFFF", false, .max),
      ("0xFFFFFFFFFFFFFFFF", false, -1), ("0x8000000000000000", true, nil), ("1.5", false, nil),
      ("7", true, -7),
    ])
  func integers(text: String, isNegative: Bool, expected: Int64?) {
    #expect(SQLToken.number(text).integer(isNegative: isNegative) == expected)
  }

  @Test(
    "of constraints and conditions make rows without overflow",
    arguments: [
      "a <= 9223372036854775807", "a < 9223372036854775807", "a >= -9223372036854775808",
      "a > -9223372036854775808", "a IN (9223372036854775807, -9223372036854775808)",
      "a BETWEEN -9223372036854775808 AND 9223372036854775807",
      "a BETWEEN 9223372036854775807 AND -9223372036854775808", "a = -9223372036854775808",
      "a <= 0x7FFFFFFFFFFFFFFF", "a <> 0x8000000000000000", "a <= 99999999999999999999999",
      "a < 1e999", "a > -1e308", "length(a) <= 9223372036854775807",
      "length(a) = -9223372036854775808", "length(a) < 9223372036854775807",
      "substr(a, 9223372036854775807, -9223372036854775808) = ''",
      "substr(a, -9223372036854775808) <> 'x'", "a % -1 = 0", "a % 9223372036854775807 >= 0",
      "abs(a) <= 9223372036854775807", "a + 9223372036854775807 > 0",
      "a << 9223372036854775807 = 0",
      "typeof(a) IN ('integer', 'text', 'null') OR a > 9223372036854775807",
    ])
  func constraints(check: String) throws {
    for type in ["INTEGER", "TEXT", "REAL", "BLOB", ""] {
      let report = try SQLFolderRuns.report(
        [
          "CREATE TABLE t (id INTEGER PRIMARY KEY, a \(type) DEFAULT -9223372036854775808 "
            + "CHECK (\(check)))",
          "UPDATE t SET a = a WHERE \(check); "
            + "UPDATE t SET id = id + 9223372036854775807 WHERE id = -9223372036854775808",
        ], quickTrials: 1)
      #expect(report.findings.allSatisfy { $0.check != .crashSafe }, "\(type)")
    }
  }
}
