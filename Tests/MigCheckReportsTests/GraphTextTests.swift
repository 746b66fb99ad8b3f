import MigCheckModel
import MigCheckVerifier
import Testing

@testable import MigCheckReports

@Suite("Objects in reports") struct GraphTextTests {
  /// One object with text properties, of which those from the second on hold any value.
  private static func text(of count: Int, subject: PropertyPath? = nil) -> GraphText {
    let properties = (1...count).map { Property(Name("p\($0)"), .string) }
    let schema = Schema([ObjectType("Note", properties)])
    var graph = ObjectGraph(schema: schema)
    graph.append(properties.map { _ in .string("a") }, type: 0)
    return GraphText(
      graph: graph,
      anyValues: properties.dropFirst().map { .init(type: "Note", property: $0.name, row: 0) },
      subject: subject, width: 200)
  }

  @Test("many properties of any value are only counted")
  func anyProperties() {
    let few = (2...9).map { "p\($0) any" }.joined(separator: "   ")
    #expect(Self.text(of: 9).lines == ["Note#0   p1 \"a\"   \(few)"])
    #expect(Self.text(of: 10).lines == ["Note#0   p1 \"a\"   9 properties any"])
    // What the finding is about is shown in any case.
    #expect(
      Self.text(of: 11, subject: PropertyPath(type: "Note", property: "p5")).lines == [
        "Note#0   p1 \"a\"   p5 \"a\"   9 properties any"
      ])
  }
}
