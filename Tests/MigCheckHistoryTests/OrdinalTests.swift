import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckHistory

@Suite struct OrdinalTests {
  @Test(
    "ordinal is read where it is named, and not as a property, a text or part of a word",
    arguments: [
      ("ordinal", true), ("ORDINAL + 1", true), ("'a' || \"ordinal\"", true),
      ("old.ordinal", false), ("new . \"ordinal\"", false), ("'ordinal'", false),
      ("ordinals", false), ("old.a", false), ("old.ordinal + ordinal", true),
    ])
  func ordinalIsReadWhereItIsNamed(text: String, isRead: Bool) {
    #expect(SQLExpression(text).ordinal == (isRead ? "ordinal" : nil))
  }
}
