import MigCheckGeneration
import MigCheckModel
import Testing

@testable import MigCheckCoreData

/// A mapping goes past entities that both models have alike, which must change nothing.
@Suite("Entities that both models have alike") struct MappedEntityTests {
  /// Three entities; nearly all of what a number chooses is the same for the next one.
  private static func model(_ random: inout RandomSource, like previous: [String]?) throws -> (
    parts: [String], model: CoreDataModel
  ) {
    var parts = previous ?? (0..<9).map { _ in "" }
    for place in parts.indices where previous == nil || random.below(9) == 0 {
      parts[place] = Self.part(place, &random)
    }
    func entity(_ name: String, _ attributes: String, _ parts: ArraySlice<String>) -> String {
      "<entity name='\(name)' \(attributes)>\(parts.joined())</entity>"
    }
    let text =
      entity("A", "", parts[0..<2]) + entity("B", parts[8], parts[2..<5])
      + entity("C", "parentEntity='A'", parts[5..<8])
    return (parts, try MigCheckCoreDataTests.model(text))
  }

  private static func part(_ place: Int, _ random: inout RandomSource) -> String {
    func one(_ choices: String...) -> String { random.pick(from: choices) }
    let optional = one("optional='YES'", "")
    return switch place {
    case 8: one("", "", "elementID='D'", "isAbstract='YES'")
    case 1:
      "<relationship name='bs' optional='YES' toMany='YES' \(one("", "", "ordered='YES'")) "
        + "destinationEntity='B' inverseName='a' inverseEntity='B'/>"
    case 3:
      "<relationship name='a' \(optional) maxCount='1' destinationEntity='A' "
        + "\(one("elementID='o'", "", "")) inverseName='bs' inverseEntity='A'/>"
    case 6:
      one(
        "",
        "<relationship name='next' optional='YES' maxCount='1' destinationEntity='\(one("A", "B"))'/>"
      )
    default:
      "<attribute name='\(one("p", "q"))\(place)' \(optional) \(one("", "elementID='r\(place)'")) "
        + "\(one("", "transient='YES'")) attributeType='\(one("String", "Integer 32"))' "
        + "\(one("", "", "", "", "", "", "", "derived='YES' derivationExpression='now()'"))/>"
    }
  }

  private static func text(_ mapping: PreparedMapping) -> String {
    let changes = mapping.changes
    let types = changes.types.sorted { $0.key < $1.key }.map { name, origin in
      "\(name) \(origin.source.map(\.text) ?? "-") "
        + origin.properties.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined()
    }
    return """
      \(mapping.needsMigration) \(mapping.refusals) \(mapping.warnings) \(mapping.removedEntities) \
      \(mapping.addedEntities) \(mapping.changedEntities) \(mapping.constraints) \
      \(mapping.completedInverses) \(mapping.requiredLinks?.links ?? []) \(types) \
      \(changes.removed.sorted()) \(changes.misnamed)
      """
  }

  @Test("mappings between random models are those of a look at each property")
  func randomModels() throws {
    var random = RandomSource(seed: 7)
    var alike = 0
    for _ in 0..<800 {
      let old = try Self.model(&random, like: nil)
      let new = try Self.model(&random, like: old.parts)
      let mapping = MappingInference.mapping(from: old.model, to: new.model)
      let whole = MappingInference.mapping(from: old.model, to: new.model, looksAtAll: true)
      #expect(mapping.summary == whole.summary)
      #expect(
        Self.text(PreparedMapping(from: old.model, to: new.model))
          == Self.text(PreparedMapping(from: old.model, to: new.model, looksAtAll: true)))
      #expect(whole.entities.allSatisfy { !$0.isUnchanged })
      if mapping.needsMigration { alike += mapping.entities.count(where: \.isUnchanged) }
    }
    #expect(alike > 60)
  }
}
