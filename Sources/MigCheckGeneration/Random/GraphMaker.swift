import MigCheckModel
import MigCheckText

/// The making of one graph: what a single trial remembers.
struct GraphMaker {
  let generator: GraphGenerator
  let swarm: Swarm
  var source: RandomSource
  /// How many objects each type has; 0 for embedded types.
  var counts: [Int]
  /// Types that a `mixed` link may lead to.
  var linkable: [Int]
  /// Values already used, by the slot of their property.
  var used: [[Value]]
  /// How the links of a property run, by its slot.
  var shapes: [LinkShape]
  /// Which group of confusable values the trial draws from.
  let focus: Int
  /// How many more embedded objects the present top-level object may have.
  var embeddedLeft = 0

  /// How the links of one property run through the graph.
  enum LinkShape: CaseIterable {
    case random, chain, ring, star, toSelf, few
  }

  init(generator: GraphGenerator, trial: Int, source: RandomSource) {
    var source = source
    self.generator = generator
    swarm = Swarm(featureOff: generator.settings.featureOff, source: &source)
    let mean = Self.meanCount(trial: trial)
    var counts = generator.schema.types.map { type in
      type.isEmbedded || type.isAbstract ? 0 : Self.count(mean: mean, source: &source)
    }
    let topLevel = counts.indices.filter { generator.schema.types[$0].hasOwnTable }
    if source.chance(generator.settings.large), !topLevel.isEmpty {
      counts[source.pick(from: topLevel)] = Self.largeCount(source: &source)
    }
    Self.addRequiredTargets(to: &counts, generator)
    linkable = topLevel.filter { counts[$0] > 0 }
    self.counts = counts
    focus = source.below(1 << 20)
    used = Array(repeating: [], count: generator.slotCount)
    shapes = (0..<generator.slotCount).map { _ in
      source.chance(60) ? .random : source.pick(from: LinkShape.allCases)
    }
    self.source = source
  }

  /// Gives one object to each type that has none while others must link to it.
  private static func addRequiredTargets(to counts: inout [Int], _ generator: GraphGenerator) {
    var isComplete = false
    while !isComplete {
      isComplete = true
      for type in counts.indices where counts[type] > 0 {
        for plan in generator.plans[type] where plan.isRequiredLink {
          guard let target = plan.targets.first, !plan.targetIsEmbedded,
            plan.targets.allSatisfy({ counts[$0] == 0 })
          else { continue }
          counts[target] = 1
          isComplete = false
        }
      }
    }
  }

  /// How many objects a type has on average, if more than one or none: from 1 to 8 over the first
  /// 50 trials.
  static func meanCount(trial: Int) -> Int { 1 + min(50, max(0, trial)) * 7 / 50 }

  /// None and one in a fifth of all cases each, else at least one.
  static func count(mean: Int, source: inout RandomSource) -> Int {
    switch source.below(10) {
    case 0, 1: 0
    case 2, 3: 1
    default: 1 + source.geometric(mean: mean - 1, limit: 64)
    }
  }

  /// 200 to 2,000, mostly few: one in eight is above 400.
  static func largeCount(source: inout RandomSource) -> Int {
    source.chance(12) ? 401 + source.below(1600) : 200 + source.below(201)
  }

  mutating func make() -> ObjectGraph {
    var graph = ObjectGraph(schema: generator.schema)
    for type in counts.indices where counts[type] > 0 {
      graph.tables[type].count = counts[type]
      for (column, plan) in generator.plans[type].enumerated() {
        if plan.isPrimaryKey {
          graph.tables[type].columns[column] = keys(of: plan, count: counts[type])
          continue
        }
        var values = [Value]()
        values.reserveCapacity(counts[type])
        for row in 0..<counts[type] {
          embeddedLeft = 12
          values.append(value(of: plan, row: row, depth: 0))
        }
        graph.tables[type].columns[column] = values
      }
    }
    // What tells objects apart by their content alone takes twins for one.
    return source.chance(4) ? graph.withTwins() : graph
  }

  /// Distinct primary keys, some of them alike.
  private mutating func keys(of plan: PropertyPlan, count: Int) -> [Value] {
    var seen = Set<[UInt8]>()
    var keys = [Value]()
    keys.reserveCapacity(count)
    var next = 0
    while keys.count < count {
      var key: Value?
      for _ in 0..<4 where key == nil {
        var candidate = scalar(of: plan)
        if swarm.hasReuse, let other = keys.last, source.chance(generator.settings.reuse) {
          candidate = other.variant(source: &source)
        }
        if seen.insert(candidate.keyBytes).inserted { key = candidate }
      }
      while key == nil, let simple = Value.simple(plan.property.type, next) {
        next += 1
        if seen.insert(simple.keyBytes).inserted { key = simple }
      }
      // The primary-key types have far more values than a graph has objects.
      keys.append(key ?? plan.property.zeroValue)
    }
    return keys
  }

  private mutating func value(of plan: PropertyPlan, row: Int, depth: Int) -> Value {
    switch plan.property.collection {
    case nil: return single(of: plan, row: row, depth: depth)
    case .list: return .list(elements(of: plan, row: row, depth: depth))
    case .set:
      var distinct = [Value]()
      for element in elements(of: plan, row: row, depth: depth)
      where element.isSetElement && !distinct.contains(where: { $0.isSameElement(as: element) }) {
        distinct.append(element)
      }
      return .set(distinct)
    case .dictionary:
      var entries = [DictionaryEntry]()
      for element in elements(of: plan, row: row, depth: depth) {
        let key = source.pick(from: generator.dictionaryKeys)
        guard !entries.contains(where: { $0.key.isIdentical(to: key) }) else { continue }
        entries.append(DictionaryEntry(key, element))
      }
      return .dictionary(entries.sorted { $0.key.precedes($1.key) })
    }
  }

  private mutating func elements(of plan: PropertyPlan, row: Int, depth: Int) -> [Value] {
    guard swarm.hasCollections else { return [] }
    var elements = [Value]()
    for _ in 0..<source.geometric(mean: depth == 0 ? 2 : 1, limit: 8) {
      if hasReuse, !plan.targetIsEmbedded, let last = elements.last, source.chance(15) {
        elements.append(last)
        continue
      }
      let element = single(of: plan, row: row, depth: depth)
      if !element.isNull || plan.property.isOptional { elements.append(element) }
    }
    return elements
  }

  private mutating func single(of plan: PropertyPlan, row: Int, depth: Int) -> Value {
    guard plan.property.isLink else { return scalar(of: plan) }
    guard let target = plan.target else { return .null }
    if plan.targetIsEmbedded { return embedded(target, row: row, depth: depth) }
    guard plan.targets != [target] else { return link(of: plan, to: target, row: row) }
    let present = plan.targets.filter { counts[$0] > 0 }
    return present.isEmpty ? .null : link(of: plan, to: source.pick(from: present), row: row)
  }

  private mutating func embedded(_ type: Int, row: Int, depth: Int) -> Value {
    guard swarm.hasEmbedded, depth < 5, embeddedLeft > 0, source.chance(70) else { return .null }
    embeddedLeft -= 1
    var values = [Value]()
    for plan in generator.plans[type] {
      values.append(value(of: plan, row: row, depth: depth + 1))
    }
    return .embedded(EmbeddedObject(type: type, values: values))
  }

  private mutating func link(of plan: PropertyPlan, to target: Int, row: Int) -> Value {
    let count = counts[target]
    let isRequired = plan.isRequiredLink
    guard count > 0, swarm.hasLinks || isRequired else { return .null }
    func link(_ index: Int) -> Value { .link(ObjectReference(type: target, index: index)) }
    switch shapes[plan.slot] {
    case .random: return !isRequired && source.chance(25) ? .null : link(source.below(count))
    case .chain: return row + 1 < count ? link(row + 1) : isRequired ? link(0) : .null
    case .ring: return link((row + 1) % count)
    case .star: return link(0)
    case .toSelf: return row < count ? link(row) : isRequired ? link(0) : .null
    case .few: return link(source.below(min(count, 2)))
    }
  }

  /// A single value that is no link of a link property.
  private mutating func scalar(of plan: PropertyPlan) -> Value {
    if swarm.hasNulls, plan.property.isOptional, source.chance(20) { return .null }
    if swarm.hasHazards, !plan.hazards.isEmpty, source.chance(generator.settings.hazards) {
      if !plan.groups.isEmpty, source.chance(60) {
        return source.pick(from: plan.groups[focus % plan.groups.count])
      }
      return remember(source.pick(from: plan.hazards), in: plan.slot)
    }
    // One draw for both, so that neither takes from the other's share.
    let draw = source.below(100)
    let (reuse, nasty) = (generator.settings.reuse, generator.settings.nasty)
    if hasReuse, !used[plan.slot].isEmpty, draw < reuse {
      let value = source.pick(from: used[plan.slot])
      guard source.chance(25) else { return value }
      return value.variant(source: &source)
    }
    if plan.property.type == .mixed, swarm.hasLinks, !linkable.isEmpty, source.chance(20) {
      let type = source.pick(from: linkable)
      return .link(ObjectReference(type: type, index: source.below(counts[type])))
    }
    if swarm.hasNasty, draw >= reuse, draw < reuse + nasty {
      if !plan.huge.isEmpty, source.chance(1) { return source.pick(from: plan.huge) }
      let value = source.pick(from: plan.nasty)
      if plan.admits(value) { return remember(value, in: plan.slot) }
    }
    return remember(Self.ordinary(plan.property.type, source: &source), in: plan.slot)
  }

  private var hasReuse: Bool { swarm.hasReuse && generator.settings.reuse > 0 }

  private mutating func remember(_ value: Value, in slot: Int) -> Value {
    if used[slot].count < 16 { used[slot].append(value) }
    return value
  }

  private static let letters = Array("abcdeABCXYZ0123 äé".unicodeScalars)

  /// A value as users have them.
  private static func ordinary(_ type: PropertyType, source: inout RandomSource) -> Value {
    switch type {
    case .bool: return .bool(source.chance(50))
    case .int: return .int(Int64(source.below(120)) - 20)
    case .float: return .float(Float(source.below(400) - 100) / 4)
    case .double: return .double(Double(source.below(4000) - 1000) / 8)
    case .decimal128:
      let digits = "\(source.below(20_000) - 5000)" + "e-\(source.below(4))"
      return .decimal128(Decimal128(digits) ?? .zero)
    case .string:
      var text = String.UnicodeScalarView()
      for _ in 0..<source.below(8) { text.append(source.pick(from: Self.letters)) }
      return .string(String(text))
    case .data: return .data((0..<source.below(6)).map { _ in UInt8(source.below(256)) })
    case .date:
      let seconds = Int64(source.below(2_000_000_000))
      let isFraction = source.chance(30)
      return .date(
        Timestamp(
          seconds: seconds, nanoseconds: isFraction ? Int32(source.below(1000)) * 1_000_000 : 0))
    case .uuid: return .uuid(UUIDBytes(high: source.next(), low: source.next()))
    case .objectId:
      return .objectId(ObjectIDBytes(high: source.next(), low: UInt32(source.next() >> 32)))
    case .mixed:
      let types: [PropertyType] = [
        .bool, .int, .float, .double, .decimal128, .string, .data, .date, .uuid, .objectId,
      ]
      return ordinary(source.pick(from: types), source: &source)
    case .object, .linkingObjects: return .null
    }
  }
}

extension ObjectType {
  /// Whether there are objects of the type itself that stand by themselves.
  var hasOwnTable: Bool { !isEmbedded && !isAbstract }
}

extension Value {
  /// Whether generated sets may hold it: stores do not agree on what a NaN is equal to.
  var isSetElement: Bool {
    switch self {
    case .float(let value): !value.isNaN
    case .double(let value): !value.isNaN
    case .decimal128(let value): !value.isNaN
    default: true
    }
  }
}

extension ObjectGraph {
  /// The graph twice over, in two parts that no link connects, alike in all but primary keys.
  ///
  /// - Returns: the graph itself where it is large, or a type has no keys left.
  fileprivate func withTwins() -> ObjectGraph {
    guard objectCount <= 64 else { return self }
    var result = self
    for (index, type) in schema.types.enumerated() {
      result.tables[index].count = 2 * tables[index].count
      for (column, property) in type.storedProperties.enumerated() {
        let values = tables[index].columns[column]
        if !type.isEmbedded, type.primaryKey == property.name {
          let free = (0..<2 * values.count).compactMap { Value.simple(property.type, $0) }
            .filter { !values.contains($0) }.prefix(values.count)
          guard free.count == values.count else { return self }
          result.tables[index].columns[column] += free
        } else {
          result.tables[index].columns[column] += values.map { value in
            value.relinked {
              ObjectReference(type: $0.type, index: $0.index + tables[$0.type].count)
            }
          }
        }
      }
    }
    return result
  }
}
