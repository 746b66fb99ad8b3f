import MigCheckModel
import MigCheckText
import Testing

@Suite("SQL tokens")
struct SQLTokenTests {
  @Test("Words, literals and operators are told apart")
  func wordsLiteralsAndOperatorsAreToldApart() {
    #expect(
      SQLToken.tokens(of: "lower(old.\"na me\")||'it''s' >= 1.5e-3 % x1") == [
        .word("lower"), .symbol("("), .word("old"), .symbol("."), .quotedName("na me"),
        .symbol(")"), .symbol("||"), .text("it's"), .symbol(">="), .number("1.5e-3"),
        .symbol("%"), .word("x1"),
      ])
    #expect(SQLToken.tokens(of: "") == [])
  }

  @Test("Every way to quote a name is known, and a mark stands twice for itself")
  func everyWayToQuoteANameIsKnown() {
    #expect(
      SQLToken.tokens(of: #"new.`a``b` = old.[c d] || "e""f""#) == [
        .word("new"), .symbol("."), .quotedName("a`b"), .symbol("="), .word("old"), .symbol("."),
        .quotedName("c d"), .symbol("||"), .quotedName("e\"f"),
      ])
  }

  @Test("Comments are blanks")
  func commentsAreBlanks() {
    #expect(
      SQLToken.tokens(of: "1 -- 'one\n+ /* two */ 2 /* open") == [
        .number("1"), .symbol("+"), .number("2"),
      ])
    #expect(SQLToken.tokens(of: "1 - - 1 / * 2").count == 7)
  }

  @Test("Placeholders, numbers and bytes are told from words")
  func placeholdersNumbersAndBytesAreToldFromWords() {
    #expect(
      SQLToken.tokens(of: "?9 :x @y $z x'0aFF' 0x1F .5 2. 1e9 a$b") == [
        .parameter("?9"), .parameter(":x"), .parameter("@y"), .parameter("$z"), .blob("0aFF"),
        .number("0x1F"), .number(".5"), .number("2."), .number("1e9"), .word("a$b"),
      ])
    #expect(
      SQLToken.tokens(of: "a->>'b'->1") == [
        .word("a"), .symbol("->>"), .text("b"), .symbol("->"), .number("1"),
      ])
  }

  @Test("What SQLite takes for no token is invalid")
  func whatSQLiteTakesForNoTokenIsInvalid() {
    for text in ["'open", "\"open", "[open", "x'0", "x'0g'", "12ab", "\\", "\0", "{"] {
      let tokens = SQLToken.tokens(of: String(text))
      #expect(tokens.contains { if case .invalid = $0 { true } else { false } }, "\(text)")
    }
  }

  @Test("A token knows its bytes in the text")
  func aTokenKnowsItsBytesInTheText() {
    let text = "é || 'ü' -- end"
    let pieces = SQLToken.placed(in: text).map {
      String(decoding: Array(text.utf8)[$0.range], as: UTF8.self)
    }
    #expect(pieces == ["é", "||", "'ü'"])
  }
}
