import Testing

@testable import MigCheckVerifier

@Suite struct NameStemTests {
  @Test(
    "one thing in two spellings",
    arguments: [
      ("tag", "tags"), ("isDone", "is_done"), ("category", "categories"), ("box", "boxes"),
      ("child", "children"), ("tag", "tagList"), ("homeURL", "home_url"), ("HTMLText", "htmlText"),
      ("address", "addresses"), ("straße", "straße"), ("mails", "mailSet"),
    ])
  func oneThingInTwoSpellings(first: String, second: String) {
    #expect(NameStem(first).isLike(NameStem(second)))
  }

  @Test(
    "two things",
    arguments: [
      ("tag", "label"), ("createdAt", "addedAt"), ("status", "state"), ("list", "set"), ("a", ""),
      ("news", "new2"),
    ])
  func twoThings(first: String, second: String) {
    #expect(!NameStem(first).isLike(NameStem(second)))
  }

  @Test("a word of two letters is none that two names share")
  func aWordOfTwoLettersIsNoneThatTwoNamesShare() {
    #expect(NameStem("isDone").sharesWord(with: NameStem("doneAt")))
    #expect(!NameStem("createdAt").sharesWord(with: NameStem("addedAt")))
  }
}
