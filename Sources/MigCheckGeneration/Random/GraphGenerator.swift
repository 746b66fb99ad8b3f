import MigCheckModel

/// Makes random valid graphs of a schema: small ones first, with values that collide, values that
/// programs trip over, and values that matter to the hazards of the upgrade.
package struct GraphGenerator: Sendable {
  package let schema: Schema
  /// Parallel to the types of the schema and their stored properties.
  let plans: [[PropertyPlan]]
  let slotCount: Int
  let settings: GenerationSettings
  /// The keys that dictionaries get; among them such as programs are known to trip over.
  let dictionaryKeys: [String]

  /// - Parameters:
  ///   - hazards: their values are drawn on the properties they touch.
  ///   - settings: how often what is drawn.
  ///   - rules: what the engine does with values.
  package init(
    schema: Schema, hazards: [Hazard] = [], settings: GenerationSettings = GenerationSettings(),
    rules: ValueRules = ValueRules()
  ) {
    self.schema = schema
    self.settings = settings
    dictionaryKeys = Self.dictionaryKeys(settings, rules)
    var slot = 0
    var plans = schema.types.map { type in
      type.storedProperties.map { property in
        defer { slot += 1 }
        return PropertyPlan(property, slot: slot, of: type, in: schema)
      }
    }
    slotCount = slot
    for hazard in hazards {
      for touched in hazard.values(in: schema) {
        guard let type = schema.index(of: touched.type),
          let column = schema.types[type].storedIndex(of: touched.property)
        else { continue }
        let plan = plans[type][column]
        plans[type][column].hazards += touched.values.filter(plan.admits)
        plans[type][column].groups += touched.groups.filter { $0.allSatisfy(plan.admits) }
      }
    }
    for type in plans.indices {
      for column in plans[type].indices {
        plans[type][column].hazards = NastyValues.unique(plans[type][column].hazards)
      }
    }
    self.plans = plans
  }

  private static func dictionaryKeys(
    _ settings: GenerationSettings, _ rules: ValueRules
  ) -> [String] {
    guard settings.nasty > 0 else { return ["a", "b", "c", "key"] }
    return ["a", "b", "c", "a", "b", "c", "A", "", "key"]
      + NastyStrings.pool.compactMap { value in
        guard case .string(let text) = value, rules.dictionaryKeys.allows(text),
          text.utf8.count < 64
        else { return nil }
        return text
      }
  }

  /// One valid graph.
  ///
  /// - Parameters:
  ///   - trial: counted from 0; the first 50 grow from one object a type to eight.
  ///   - source: what the graph depends on, beside the generator.
  /// - Complexity: O(*n*) in the size of the graph.
  package func graph(trial: Int, source: inout RandomSource) -> ObjectGraph {
    var maker = GraphMaker(generator: self, trial: trial, source: source)
    let graph = maker.make()
    source = maker.source
    return graph
  }
}
