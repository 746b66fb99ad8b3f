import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// Numbers and texts that a declared step gives to a property which cannot hold them as they are.
@Suite struct LossyNumberTests {
  /// `passed`, or the message of an upgrade whose step sets a new property.
  private func set(_ type: String, _ expression: String) throws -> String {
    let json = #"""
      {"migcheck": 1, "name": "Numbers", "rules": "realm", "versions": [
        {"version": 1, "schema": [{"name": "A", "properties": {"n": "int"}}]},
        {"version": 2, "schema": [{"name": "A", "properties": {"n": "int", "p": "\#(type)"}}],
         "migration": [{"enumerate": {"type": "A", "set": {"p": "\#(expression)"}}}]}]}
      """#
    let report = try check(
      HistoryFile.parse(JSON.parse(json), file: "numbers.history.json"), trials: 2)
    return report.findings.first.map(\.message) ?? "passed"
  }

  @Test(
    "a number that would be rounded is refused, and the message says that the engine rounds",
    arguments: [
      ("float", "16777217"), ("float", "0.1"), ("double", "9007199254740993"),
      ("float", "-16777217"), ("double?", "9223372036854775807"),
    ])
  func lossy(type: String, number: String) throws {
    let name = type.replacing("?", with: "")
    let message = try set(type, number)
    #expect(
      message.contains(
        "\(number) does not fit '\(name)' for property 'A.p' exactly: the engine would round it, and a "
          + "step refuses that. Give the property a type that holds the value, or write the step as a "
          + "block."), "\(message)")
  }

  @Test(
    "a number that fits is taken",
    arguments: [
      ("float", "16777216"), ("float", "0.5"), ("double", "9007199254740992"), ("double", "0.1"),
      ("int", "3.0"), ("decimal128", "9223372036854775807"),
    ])
  func exact(type: String, number: String) throws {
    #expect(try set(type, number) == "passed")
  }

  @Test(
    "what Realm refuses too is a plain mismatch",
    arguments: [("int", "1.5"), ("int", "'1'"), ("bool", "2"), ("double", "'1'"), ("string", "1")])
  func mismatch(type: String, expression: String) throws {
    let message = try set(type, expression)
    #expect(message.contains("does not convert to '\(type)'"), "\(message)")
  }

  @Test(
    "texts of decimals",
    arguments: [
      ("inf", true), ("-Infinity", true), ("NaN", true), ("+1.5", true), ("-007.50", true),
      ("1e10", true), ("1E-6176", true), ("1234567890123456789012345678901234", true),
      ("12345678901234567890123456789012345", false), ("1e7000", false), ("1,5", false),
      ("", false),
      ("1e", false), ("0x10", false), ("１", false),
    ])
  func decimals(text: String, isTaken: Bool) throws {
    let message = try set("decimal128", "'\(text)'")
    #expect(message.contains("does not convert to 'decimal128'") == !isTaken, "\(message)")
  }

  @Test(
    "JSON texts of collections",
    arguments: [
      (#"double[]"#, #"[1, -0.0, \"NaN\", \"Infinity\", 1e300]"#, true),
      (#"float{}"#, #"{\"a\": 0.5}"#, true),
      (#"decimal128[]"#, #"[\"1.50\", \"-Infinity\"]"#, true),
      (#"decimal128<>"#, #"[\"1.0\", \"1.00\", \"NaN\"]"#, true), (#"int[]"#, "[]", true),
      (#"double<>"#, "[0.0, -0.0, 1]", true), (#"int?[]"#, "[1, null]", true),
      (#"int[]"#, "[1, null]", false), (#"int[]"#, "[1.5]", false), (#"int[]"#, "{}", false),
      (#"double[]"#, #"[\"inf\"]"#, false), (#"double[]"#, "[1e400]", false),
      (#"decimal128[]"#, "[1.5]", false), (#"int{}"#, #"{\"$a\": 1}"#, false),
      (#"int[]"#, "[1", false),
    ])
  func collections(type: String, json: String, isTaken: Bool) throws {
    let message = try set(type, "'\(json)'")
    #expect((message == "passed") == isTaken, "\(message)")
  }
}
