import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckText

/// Makes random histories of a few versions, with mistakes such as authors make.
struct RandomHistory {
  private var source: RandomSource
  private var types: [ObjectType] = []
  private var steps: [MigrationStep] = []
  private var drops: [PropertyPath] = []

  /// - Returns: the same for the same seed; its schemas may be such as the engine refuses.
  static func make(seed: UInt64, versions: Int) -> History {
    var maker = RandomHistory(source: RandomSource(seed: seed))
    maker.types = [
      ObjectType(
        "Item", [Property("a", .string), Property("b", .int), Property.link("part", to: "Part")]),
      ObjectType("Part", [Property("text", .string, optional: true), Property("n", .double)]),
    ]
    var stages = [HistoryVersion]()
    for number in 1...versions {
      maker.steps = []
      maker.drops = []
      if number > 1 {
        for _ in 0...maker.source.below(3) { maker.change(version: UInt64(number)) }
      }
      stages.append(
        HistoryVersion(
          number: UInt64(number), schema: Schema(maker.types), steps: maker.steps,
          drops: maker.drops))
    }
    return History(name: "Random \(seed)", stages: stages)
  }

  private init(source: RandomSource) { self.source = source }

  private static let names = ["a", "b", "c", "d", "e"]
  private static let scalars: [PropertyType] = [.string, .int, .double, .bool, .date]

  private mutating func change(version: UInt64) {
    let index = source.below(types.count)
    let type = types[index]
    let scalars = type.properties.filter {
      !$0.isLink && $0.collection == nil && $0.name != type.primaryKey
    }
    switch source.below(10) {
    case 0, 1: add(to: index)
    case 2:
      guard let property = pick(scalars), type.properties.count > 1 else { return }
      replace(index, type.properties.filter { $0 != property })
      if source.chance(70) {
        drops.append(PropertyPath(type: type.name, property: property.name))
      }
    case 3:
      guard let old = pick(scalars), let name = freeName(in: type) else { return }
      replace(index, type.properties.map { $0 == old ? renamed(old, name) : $0 })
      if source.chance(80) {
        step(.renameProperty(type: type.name, from: old.name, to: Name(name)), version)
      }
    case 4:
      guard let old = pick(scalars) else { return }
      let new = Property(old.name, source.pick(from: Self.scalars), optional: source.chance(30))
      replace(index, type.properties.map { $0 == old ? new : $0 })
      if source.chance(70) { set(old.name, converted(old, to: new), of: type, version) }
    case 5:
      guard let old = pick(scalars) else { return }
      var new = old
      new.isOptional.toggle()
      replace(index, type.properties.map { $0 == old ? new : $0 })
      if !new.isOptional, source.chance(60) {
        set(old.name, "COALESCE(old.\(old.name), \(literal(new.type)))", of: type, version)
      }
    case 6: embed(version)
    case 7: key(of: index, version)
    case 8:
      let condition = pick(scalars).map {
        SQLExpression("old.\($0.name) > \(literal($0.type))")
      }
      step(.enumerate(type: type.name, where: condition, set: [], delete: true), version)
      if source.chance(70) { drops.append(PropertyPath(type: type.name)) }
    default:
      let values = scalars.prefix(2).map {
        MigrationStep.Assignment($0.name, literal($0.type))
      }
      step(.create(type: type.name, value: Array(values)), version)
    }
  }

  private mutating func add(to index: Int) {
    guard let name = freeName(in: types[index]) else { return }
    let type = source.pick(from: Self.scalars)
    var property = Property(name, type, optional: source.chance(40))
    if source.chance(10) { property = Property.list(name, of: type) }
    if source.chance(10) { property = Property.list(name, of: "Part") }
    replace(index, types[index].properties + [property])
  }

  private mutating func embed(_ version: UInt64) {
    guard let index = types.firstIndex(where: { $0.name == "Part" }) else { return }
    let part = types[index]
    types[index] = ObjectType("Part", embedded: !part.isEmbedded, part.properties)
    if !part.isEmbedded, source.chance(80) {
      step(
        .embed(
          type: "Part", orphans: source.chance(70) ? .delete : .keep,
          shared: source.chance(70) ? .copy : .keep), version)
    }
  }

  private mutating func key(of index: Int, _ version: UInt64) {
    let type = types[index]
    if type.primaryKey != nil {
      types[index] = ObjectType(type.name, type.properties)
    } else if !type.isEmbedded, type.property(named: "id") == nil {
      types[index] = ObjectType(
        type.name, primaryKey: "id", type.properties + [Property("id", .int)])
      if source.chance(75) { set("id", "ordinal", of: type, version) }
    }
  }

  private mutating func pick(_ properties: [Property]) -> Property? {
    properties.isEmpty ? nil : source.pick(from: properties)
  }

  private mutating func freeName(in type: ObjectType) -> String? {
    let free = Self.names.filter { type.property(named: Name($0)) == nil }
    return free.isEmpty ? nil : source.pick(from: free)
  }

  private func renamed(_ property: Property, _ name: String) -> Property {
    var property = property
    property.name = Name(name)
    return property
  }

  private mutating func replace(_ index: Int, _ properties: [Property]) {
    let type = types[index]
    types[index] = ObjectType(
      type.name, primaryKey: type.primaryKey, embedded: type.isEmbedded, properties)
  }

  private mutating func step(_ action: MigrationStep.Action, _ version: UInt64) {
    let isNested = source.chance(10)
    steps.append(MigrationStep(action, onlyFrom: isNested ? [version - 1] : nil))
  }

  private mutating func set(
    _ property: Name, _ expression: String, of type: ObjectType, _ version: UInt64
  ) {
    step(
      .enumerate(
        type: type.name, where: nil,
        set: [MigrationStep.Assignment(property, expression)], delete: false), version)
  }

  private func literal(_ type: PropertyType) -> String {
    switch type {
    case .string: "'x'"
    case .date: "'2001-01-01T00:00:00Z'"
    default: "0"
    }
  }

  private func converted(_ old: Property, to new: Property) -> String {
    switch new.type {
    case .string: "CAST(old.\(old.name) AS TEXT)"
    case .int: "CAST(old.\(old.name) AS INTEGER)"
    case .double: "CAST(old.\(old.name) AS REAL)"
    case .bool: "old.\(old.name) IS NOT NULL"
    default: literal(new.type)
    }
  }
}
