import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// What an engine says of a path is kept, upgrade by upgrade, which must change nothing.
@Suite("What engines say of paths") struct PathKnowledgeTests {
  /// Upgrades that swap, drop and add types, or leave a value or an order unknown, by their numbers.
  private struct Mappings: KnownMappings {
    func mapping(from: UInt64, to: UInt64) -> HopMapping? {
      switch (from * 7 + to) % 6 {
      case 0: HopMapping(types: ["A": .init(source: "B"), "B": .init(source: "A")])
      case 1: HopMapping(types: ["A": .init(source: "A", properties: ["p": .unspecified("p")])])
      case 2: HopMapping(types: ["B": .init(source: "B", properties: ["q": .reordered("q")])])
      case 3:
        HopMapping(
          types: ["A": .init(source: "A", properties: ["p": .kept("r"), "r": .kept("p")])])
      case 4 where from > 5: HopMapping(types: ["C": .init(source: nil)], removed: ["C"])
      default: nil
      }
    }
    var unjudged: [(from: UInt64, to: UInt64)] { [] }
    func isUpgrade(from: UInt64, to: UInt64) -> Bool { true }
    var whyUnjudged: (reason: String, remedy: String) { ("", "") }
  }

  private static let names: [Name] = ["A", "B", "C"]

  private static func span() throws -> VersionSpan {
    let types = names.map {
      ObjectType(
        $0,
        [
          Property("p", .int), Property("r", .int),
          Property("q", .int, collection: .list),
        ])
    }
    var subject = ToySubject()
    subject.versions = (1...14).map { SubjectVersion(number: $0, schema: Schema(types)) }
    subject.mappings = Mappings()
    return try VersionSpan(subject, from: nil, to: nil)
  }

  /// All paths from version 1 on, 2¹³ of them: more than are kept.
  private static let paths: [[UInt64]] = (0..<1 << 13).map { bits in
    [1] + (0..<13).filter { bits >> $0 & 1 == 1 }.map { UInt64($0) + 2 }
  }

  private static func text(_ span: VersionSpan, _ path: [UInt64]) -> String {
    let unknown = span.unknownContent(along: path)
    let types = names.map { span.startType(of: $0, along: path)?.text ?? "-" }
    return "\(types) \(unknown.values) \(unknown.order)"
  }

  @Test("what is kept of the path before is what the whole path says")
  func asFresh() throws {
    let kept = try Self.span()
    // In both directions: the longest paths last, and first.
    for path in Self.paths + Self.paths.reversed() { _ = Self.text(kept, path) }
    #expect(kept.pathKnowledge.withLock { $0.count } <= PathKnowledge.limit)
    var texts = Set<String>()
    for path in stride(from: 0, to: Self.paths.count, by: 127).map({ Self.paths[$0] }) {
      let text = Self.text(kept, path)
      #expect(text == Self.text(try Self.span(), path), "\(path)")
      texts.insert(text)
    }
    #expect(texts.count > 20)
  }

  @Test("the types of the first version are those that all upgrades together lead back to")
  func startTypes() throws {
    let (span, mappings) = (try Self.span(), Mappings())
    for path in Self.paths {
      for name in Self.names {
        var type: Name? = name
        for (from, to) in zip(path, path.dropFirst()).reversed() {
          guard let mapping = mappings.mapping(from: from, to: to) else { continue }
          type = type.flatMap { mapping.source(of: $0) }
        }
        #expect(span.startType(of: name, along: path) == type, "\(name) along \(path)")
      }
    }
  }
}
