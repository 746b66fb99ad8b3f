import MigCheckHistory
import MigCheckModel
import Testing

@testable import MigCheckCoreData

/// Mappings between the models of lately opened stores are kept, which must change nothing.
@Suite("Mappings that are kept") struct PreparedMappingsTests {
  private static func history() throws -> History {
    func note(_ attributes: String, _ more: String = "") -> String {
      "<entity name='Note'>\(attributes)</entity>\(more)"
    }
    let title = "<attribute name='title' optional='YES' attributeType='String'/>"
    let tag =
      "<entity name='Tag'><attribute name='n' optional='YES' attributeType='String'/></entity>"
    let versions = try [
      note(title), note(title, tag),
      note("<attribute name='name' elementID='title' optional='YES' attributeType='String'/>", tag),
      note("<attribute name='name' attributeType='String'/>", tag),
      note("<attribute name='name' optional='YES' attributeType='Integer 32'/>"),
      note(title),
    ].enumerated().map { index, text in
      CoreDataVersion(number: UInt64(index + 1), name: "M\(index + 1)", model: try model(text))
    }
    return CoreDataBundle(name: "M", path: "", versions: versions, current: nil)
      .history(custom: [], opening: .inferred)
  }

  private static func text(_ mapping: PreparedMapping) -> String {
    """
    \(mapping.needsMigration) \(mapping.refusals) \(mapping.warnings) \(mapping.removedEntities) \
    \(mapping.addedEntities) \(mapping.changedEntities) \(mapping.constraints) \(mapping.assignments)
    """
  }

  @Test("each pair of versions has the mapping that is inferred for it alone, whatever came before")
  func asFresh() throws {
    let history = try Self.history()
    let kept = PreparedMappings()
    var texts = Set<String>()
    for round in 0..<2 {
      let stages = round == 0 ? history.stages : history.stages.reversed()
      for old in stages {
        for new in stages where old.number < new.number {
          let known = Self.text(kept.mapping(from: old, to: new, history.options))
          // Of models of its own, of which nothing can be known.
          let other = try Self.history().stages
          let fresh = PreparedMapping(
            from: other[Int(old.number) - 1].coreDataModel,
            to: other[Int(new.number) - 1].coreDataModel)
          #expect(known == Self.text(fresh), "\(old.number) → \(new.number)")
          texts.insert(known)
        }
      }
    }
    #expect(texts.count > 6)
  }

  @Test("a mapping model has a mapping of its own, and not the one that is inferred")
  func plans() throws {
    var history = try Self.history()
    let (old, new) = (history.stages[4], history.stages[5])
    let kept = PreparedMappings()
    let inferred = Self.text(kept.mapping(from: old, to: new, history.options))
    history.mappingPlans[InferenceMatrix.Hop(from: 5, to: 6)] = try MappingPlan(
      [
        MappingPlan.Entity(
          "Note", from: "Note", [:], assigning: ["title": .constant(.string("x"))])
      ],
      from: old.coreDataModel, to: new.coreDataModel)
    let planned = Self.text(kept.mapping(from: old, to: new, history.options))
    #expect(planned != inferred)
    #expect(planned == Self.text(PreparedMappings().mapping(from: old, to: new, history.options)))
    history.mappingPlans = [:]
    #expect(Self.text(kept.mapping(from: old, to: new, history.options)) == inferred)
  }
}
