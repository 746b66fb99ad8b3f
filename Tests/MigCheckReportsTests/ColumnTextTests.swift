import Testing

@testable import MigCheckReports

@Suite struct ColumnTextTests {
  @Test(
    "a long line is broken at spaces, and in a word only if the word is longer than a line",
    arguments: [
      ("  a bb ccc", 10, ["  a bb ccc"]),
      ("  aaaa bbbb cccc dddd", 20, ["  aaaa bbbb cccc", "    dddd"]),
      ("abcdefghijklmnopqrstuvwxyz", 20, ["abcdefghijklmnopqr", "  stuvwxyz"]),
      ("a bcdefghijklmnopqrstuvwxyz", 20, ["a", "  bcdefghijklmnopqrs", "  tuvwxyz"]),
    ])
  func aLongLineIsBroken(line: String, width: Int, lines: [String]) {
    #expect(ColumnText.fitted([line], to: width) == lines)
  }

  @Test("text beside a label stays beside it, unless the label takes up half of the width")
  func textBesideALabelStaysBesideIt() {
    #expect(
      ColumnText.labelled("path", "aaa bbb ccc ddd eee fff", labelWidth: 6, width: 24)
        == ["  path  aaa bbb ccc ddd", "        eee fff"])
    #expect(
      ColumnText.labelled("1 → 2 → 3 → 4", "aaa", labelWidth: 6, width: 24)
        == ["  1 → 2 → 3 → 4", "    aaa"])
  }

  @Test("colours take no room") func coloursTakeNoRoom() {
    #expect("\u{1B}[1;31m✘ a\u{1B}[0m".columnCount == 3)
    #expect(ReportStyle(isColored: true).faint("ab").padded(to: 4) == "\u{1B}[2mab\u{1B}[0m  ")
  }

  @Test("a name is cut where its room ends") func aNameIsCutWhereItsRoomEnds() {
    #expect("Contacts".shortened(to: 8) == "Contacts")
    #expect("Contacts".shortened(to: 5) == "Cont…")
    #expect("My Contacts".shortened(to: 4) == "My…")
  }
}
