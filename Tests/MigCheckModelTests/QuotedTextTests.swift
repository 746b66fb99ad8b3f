import MigCheckText
import Testing

@Suite("Names in messages")
struct QuotedTextTests {
  @Test(
    "Texts are shown in quotes, without what cannot be seen",
    arguments: [
      ("Größe", "\"Größe\""), ("a\"b\\c", "\"a\\\"b\\\\c\""), ("a\nb", "\"a\\u{a}b\""),
      ("\u{202E}x", "\"\\u{202e}x\""), ("", "\"\""),
      (
        String(repeating: "x", count: 61),
        "\"\(String(repeating: "x", count: 60))…\" (61 characters)"
      ),
    ])
  func quoting(_ text: String, _ expected: String) {
    #expect(quoted(text) == expected)
  }

  @Test("Lists of names read like a sentence")
  func lists() {
    #expect(quotedList(["a"]) == "\"a\"")
    #expect(quotedList(["a", "b"]) == "\"a\" and \"b\"")
    #expect(quotedList(["a", "b", "c"], last: "or") == "\"a\", \"b\" or \"c\"")
    #expect(quotedList([]) == "")
    #expect(quotedList(["a", "b", "c", "d"], limit: 2) == "\"a\", \"b\" and 2 more")
  }

  @Test(
    "The nearest name is the one that was meant, and far ones are not offered",
    arguments: [
      ("migrations", "migration"), ("Migration", "migration"), ("verison", "version"),
      ("shcema", "schema"), ("int", nil), ("x", nil), ("completely", nil),
      (String(repeating: "m", count: 100), nil),
    ] as [(String, String?)])
  func suggestion(_ text: String, _ expected: String?) {
    #expect(nearest(to: text, among: ["version", "schema", "migration", "drops"]) == expected)
  }
}
