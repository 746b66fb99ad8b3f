import Testing

@testable import MigCheckSQL

struct PatternTextTests {
  @Test(
    "a text that GLOB matches is made of its pattern",
    arguments: [
      ("[0-2][0-9]:[0-5][0-9]", "00:00"), ("a?*z", "axz"), ("[^0-9a-z]*", "A"), ("[]x]y", "]y"),
      ("[^]]", "0"), ("open[", "open["), ("*", ""),
    ])
  func glob(pattern: String, text: String) {
    #expect(PatternText.matching(glob: pattern) == text)
  }

  @Test("other numbers give other texts")
  func numbers() {
    let texts = (0..<4).map { PatternText.matching(glob: "[0-2]:[a-c]", number: $0) }
    #expect(texts == ["0:a", "1:b", "2:c", "0:a"])
  }
}
