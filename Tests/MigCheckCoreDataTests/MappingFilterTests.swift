import MigCheckModel
import Testing

@testable import MigCheckCoreData

/// The predicates of entity mappings.
@Suite("Filters of entity mappings") struct MappingFilterTests {
  private static let object: [Name: Value] = [
    "title": .string("a"), "gone": .null, "flag": .bool(true), "width": .int(3),
  ]

  @Test(
    "an object is taken or not",
    arguments: [
      ("TRUEPREDICATE", true), ("FALSEPREDICATE", false), ("gone == nil", true),
      ("gone != NULL", false), ("title == 'a'", true), ("title = \"b\"", false),
      ("title <> 'b'", true), ("gone == 'a'", false), ("gone != 'a'", true),
      ("flag == YES", true), ("flag == 1", true), ("flag == false", false), ("width == 3", true),
      ("width > 3", false), ("width >= 3", true), ("width => 3", true), ("width < 4", true),
      ("width =< 2", false), ("width > -1", true), ("gone < 3", false), ("NOT width == 3", false),
      ("!(width == 3)", false), ("width == 3 AND title == 'b'", false),
      ("width == 3 or title == 'b'", true), ("width == 1 && width == 2 || title == 'a'", true),
      ("width == 1 && (width == 2 || title == 'a')", false), ("NOT NOT width == 3", true),
      ("title == 'it\\'s' OR gone = nil", true),
    ])
  func takes(text: String, expected: Bool) throws {
    let filter = try #require(MappingFilter(text))
    #expect(filter.takes { Self.object[$0] ?? .null } == expected)
    // What is written is read as the same.
    #expect(MappingFilter("\(filter)")?.description == "\(filter)")
    #expect(
      MappingFilter("\(filter)")?.takes { Self.object[$0] ?? .null } == expected, "\(filter)")
  }

  @Test(
    "other predicates are not read",
    arguments: [
      "", "width", "width ==", "== 3", "width == 3)", "(width == 3", "a.b == 3", "ads.@count == 1",
      "width == other", "width BETWEEN {1, 2}", "width == 3 AND", "title == 'a", "width == 1.5",
      "title LIKE 'a*'", "nil == width", "width == 99999999999999999999", "title == %@",
      "title > 'a'", "size == 3",
      "width == 3 3", String(repeating: "(", count: 100) + "width == 3",
      String(repeating: "NOT ", count: 100) + "width == 3",
    ])
  func others(text: String) { #expect(MappingFilter(text) == nil) }

  @Test("whether all objects that are taken have a value")
  func requiresValue() {
    for (text, expected) in [
      ("a != nil", true), ("a == nil", false), ("a == 3", true), ("a != 3", false),
      ("a != nil AND b == 1", true), ("a != nil OR b == 1", false),
      ("a != nil OR a == 1", true), ("NOT a == nil", true), ("TRUEPREDICATE", false),
    ] {
      #expect(MappingFilter(text)?.requiresValue(of: "a") == expected, "\(text)")
    }
  }
}
