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
      let record = try node.record(
        "an entity", keys: ["from", "properties", "further", "where", "links"])
      var entity = MappingPlan.Entity(
        Name(name),
        from: try record.required("from", "the entity of the old version").schemaName(), [:])
      let filter = try filter(record)
      entity.further = try further(record, filter)
      if entity.further == nil { entity.filter = filter }
      for (name, node) in try record["properties"]?.entries() ?? [] {
        if case .string = node.json {
          let source = try node.schemaName()
          if entity.further == nil {
            entity.properties[Name(name)] = source
          } else {
            entity.assignments[Name(name)] = .path([source])
          }
        } else {
          entity.assignments[Name(name)] = try assignment(
            node, to: Name(name), of: entity.name, in: target.coreDataModel)
        }
      }
      entities.append(entity)
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

  private static func filter(_ record: JSONRecord) throws(InputError) -> MappingFilter? {
    guard let node = record["where"] else { return nil }
    guard let filter = MappingFilter(try node.string()) else {
      throw node.wrongKind(
        needed: "comparisons of attributes with constants, joined by AND, OR and NOT")
    }
    return filter
  }

  /// Reads what is said of an entity that comes besides another one of the same source; `nil`: it does not.
  private static func further(
    _ record: JSONRecord, _ filter: MappingFilter?
  ) throws(InputError) -> MappingPlan.Further? {
    guard try record["further"]?.bool() ?? false else {
      if let node = record["links"] {
        throw node.error("only a further entity has this", "write \"further\": true next to it")
      }
      return nil
    }
    var links = [Name]()
    for node in try record.list("links") { links.append(try node.schemaName()) }
    return MappingPlan.Further(filter: filter, links: links)
  }

  /// Reads `{"constant": 3}` or `{"path": ["author", "name"]}`.
  private static func assignment(
    _ node: JSONNode, to name: Name, of entity: Name, in model: CoreDataModel
  ) throws(InputError) -> MappingAssignment {
    let record = try node.record("a value", keys: ["constant", "path"])
    if let path = record["path"] {
      var names = [Name]()
      for node in try path.array() { names.append(try node.schemaName()) }
      return .path(names)
    }
    let constant = try record.required("constant", "a value")
    guard let attribute = model.attributes(of: entity).first(where: { $0.name == name }) else {
      throw constant.error(
        "\(entity) has no attribute \(name) in the new version", "leave it out")
    }
    if case .null = constant.json { return .constant(.null) }
    return .constant(try ValueReader(schema: Schema([])).value(constant, of: attribute.property))
  }

  private static func json(
    _ assignment: MappingAssignment, to name: Name, of entity: MappingPlan.Entity,
    in model: CoreDataModel
  ) -> JSON {
    switch assignment {
    case .path(let names) where entity.further != nil && names.count == 1:
      return .string(names[0].text)
    case .path(let names):
      return .object([JSON.Member("path", .array(names.map { .string($0.text) }))])
    case .constant(let value):
      let attribute = model.attributes(of: entity.name).first { $0.name == name }
      let json = value.json(
        as: attribute?.type.propertyType ?? .string, schema: Schema([])
      ) { _ in "" }
      return .object([JSON.Member("constant", json)])
    }
  }

  private static func json(
    _ hop: InferenceMatrix.Hop, _ plan: MappingPlan, in model: CoreDataModel
  ) -> JSON {
    .object([
      JSON.Member("hop", .string("\(hop.from):\(hop.to)")),
      JSON.Member(
        "entities",
        .object(
          plan.entities.map { entity in
            let properties =
              entity.properties.map { JSON.Member($0.key.text, .string($0.value.text)) }
              + entity.assignments.map { name, assignment in
                JSON.Member(name.text, json(assignment, to: name, of: entity, in: model))
              }
            var further = [JSON.Member]()
            if entity.further != nil { further.append(JSON.Member("further", .bool(true))) }
            if let filter = entity.filter ?? entity.further?.filter {
              further.append(JSON.Member("where", .string("\(filter)")))
            }
            if let own = entity.further {
              further.append(JSON.Member("links", .array(own.links.map { .string($0.text) })))
            }
            return JSON.Member(
              entity.name.text,
              .object(
                [JSON.Member("from", .string(entity.source.text))] + further + [
                  JSON.Member(
                    "properties", .object(properties.sorted { Name($0.key) < Name($1.key) }))
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
          .array(
            plans.keys.inOrder.compactMap { hop in
              guard let plan = plans[hop], let target = history.stage(hop.to) else { return nil }
              return json(hop, plan, in: target.coreDataModel)
            })))
    }
    return members
  }
}
