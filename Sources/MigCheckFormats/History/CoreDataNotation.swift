import MigCheckCoreData
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// What a history file says of an app that uses Core Data.
enum CoreDataNotation: EngineNotation {
  static let engine = EngineID.coredata
  static let keys = ["custom", "mappings", "opening", "plan", "stages"]

  static func read(_ record: JSONRecord, into history: inout History) throws(InputError) {
    history.options = CoreDataOptions()
    if let node = record["opening"] {
      guard let opening = CoreDataOpening(rawValue: try node.string()) else {
        throw node.wrongKind(
          needed: quotedList(CoreDataOpening.allCases.map(\.rawValue), last: "or"))
      }
      history.coreDataOpening = opening
    }
    history.isPlan = try record["plan"]?.bool() ?? false
    for node in try record.list("custom") { history.customHops.insert(try hop(node, in: history)) }
    if let node = record["stages"] {
      guard history.coreDataOpening == .inferred else {
        throw node.error("stages need inferred mappings", "leave out opening")
      }
      history.planStages = try StageNotation(
        history.coreDataVersions, of: history.name, file: node.source.file, key: node.path.text
      ).read(node.json)
    }
    for node in try record.list("mappings") {
      let (hop, plan) = try mapping(node, in: history)
      history.mappingPlans[hop] = plan
    }
  }

  /// Reads what a mapping model of the app copies, where no code is in it.
  private static func mapping(
    _ node: JSONNode, in history: History
  ) throws(InputError) -> (InferenceMatrix.Hop, MappingPlan) {
    let record = try node.record("a mapping", keys: ["hop", "entities"])
    let hop = try hop(try record.required("hop", "the two versions, such as \"9:10\""), in: history)
    guard let source = history.stage(hop.from), let target = history.stage(hop.to) else {
      throw node.wrongKind(needed: "a mapping between versions of the history")
    }
    var entities = [MappingPlan.Entity]()
    for (name, node) in try record.required("entities", "the entities of the new version").entries()
    {
      let record = try node.record("an entity", keys: ["from", "properties"])
      var properties = [Name: Name]()
      for (name, node) in try record["properties"]?.entries() ?? [] {
        properties[Name(name)] = try node.schemaName()
      }
      entities.append(
        MappingPlan.Entity(
          Name(name),
          from: try record.required("from", "the entity of the old version").schemaName(),
          properties))
    }
    do {
      return (
        hop, try MappingPlan(entities, from: source.coreDataModel, to: target.coreDataModel)
      )
    } catch {
      throw node.error(
        "the mapping \(error.reason)", "leave it out, and name the upgrade in custom")
    }
  }

  private static func json(_ hop: InferenceMatrix.Hop, _ plan: MappingPlan) -> JSON {
    .object([
      JSON.Member("hop", .string("\(hop.from):\(hop.to)")),
      JSON.Member(
        "entities",
        .object(
          plan.entities.map { entity in
            let properties = entity.properties.sorted { $0.key < $1.key }
            return JSON.Member(
              entity.name.text,
              .object([
                JSON.Member("from", .string(entity.source.text)),
                JSON.Member(
                  "properties",
                  .object(properties.map { JSON.Member($0.key.text, .string($0.value.text)) })),
              ]))
          })),
    ])
  }

  /// Reads `"9:10"`, an upgrade with a mapping model of its own.
  private static func hop(
    _ node: JSONNode, in history: History
  ) throws(InputError) -> InferenceMatrix.Hop {
    let parts = try node.string().split(separator: ":", omittingEmptySubsequences: false)
      .map { UInt64($0) }
    guard parts.count == 2, let from = parts[0], let to = parts[1], from < to,
      history.stage(from) != nil, history.stage(to) != nil
    else { throw node.wrongKind(needed: "two versions of the history, such as \"9:10\"") }
    return InferenceMatrix.Hop(from: from, to: to)
  }

  static func members(of history: History) -> [JSON.Member] {
    var members = [JSON.Member]()
    if history.coreDataOpening != .inferred {
      members.append(JSON.Member("opening", .string(history.coreDataOpening.rawValue)))
    }
    if let stages = history.planStages {
      members.append(JSON.Member("stages", StageNotation.json(stages)))
    } else if history.isPlan {
      members.append(JSON.Member("plan", .bool(true)))
    }
    // Stages name their custom upgrades themselves.
    let staged = Set(history.planStages?.compactMap(\.customHop) ?? [])
    let hops = history.customHops.subtracting(staged).inOrder
    if !hops.isEmpty {
      members.append(
        JSON.Member("custom", .array(hops.map { .string("\($0.from):\($0.to)") })))
    }
    let plans = history.mappingPlans
    if !plans.isEmpty {
      members.append(
        JSON.Member(
          "mappings",
          .array(plans.keys.inOrder.compactMap { hop in plans[hop].map { json(hop, $0) } })))
    }
    return members
  }
}
