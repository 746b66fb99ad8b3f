import MigCheckModel

/// `data-preserved`: nothing is lost unless the author meant it.
///
/// Every object is followed by its key. It may go only if its type is in `drops`, or if the author
/// said so (`Excuses`). A property that both versions have keeps its value, through renames and
/// through copies of its object; a value that cannot be kept, since the property was made required
/// or retyped, must have been written by the migration or be in `drops`. Values are compared with
/// links as keys, so that an object that was moved, copied or embedded is the same object, and one
/// loss is one violation: a link to an object that went is not a second loss, nor is an embedded
/// object whose parent went.
///
/// Where it is not known which objects of a type are the same, only their number is certain, and the
/// values of columns that no statement wrote.
enum DataPreserved: HopCheck {
  static let name = "data-preserved"
  static let demand =
    "a property keeps its value unless the migration wrote it; no object disappears unless the "
    + "version's drops names its type; a removal beside an addition of the same type is not a "
    + "forgotten rename"
  static let needs: NeededEvidence = [.identity, .trace]

  static func remainder(with evidence: Evidence) -> String? {
    switch (evidence.identity, evidence.trace) {
    case (.exact, _): "only whether objects are gone was looked at"
    case (_, .none): "only the number of objects was compared"
    default: "only the number of objects and values that no statement wrote were compared"
    }
  }

  /// Whether values went elsewhere is looked for in all objects at once.
  static func isComponentwise(on plan: HopPlan) -> Bool {
    plan.suspicions.isEmpty && plan.mapping?.misnamed.isEmpty ?? true
  }

  static func violations(in context: HopContext) -> [Violation] {
    let outcomes = ObjectOutcomes(context)
    var violations = [Violation]()
    for (index, plan) in context.plan.types.enumerated() {
      if plan.new == nil, context.record.knowsObjects {
        violations += typeGone(index, context: context)
        continue
      }
      guard plan.new != nil, context.identifies(index) else {
        violations += [CountLoss.violation(ofType: index, context: context)].compactMap(\.self)
        violations += ColumnLoss.violations(ofType: index, context: context)
        continue
      }
      violations += ObjectLoss.violations(ofType: index, outcomes: outcomes, context: context)
      violations += ValueLoss.violations(ofType: index, outcomes: outcomes, context: context)
    }
    return violations + LostRename.violations(in: context, outcomes: outcomes)
      + MisnamedSource.violations(in: context, outcomes: outcomes)
  }

  /// Embedded objects of a type that went are judged by the properties that held them.
  private static func typeGone(_ index: Int, context: HopContext) -> [Violation] {
    let plan = context.plan.types[index]
    let count = context.before.count(of: index)
    // Where the engine says so, removing the type is to give its objects up.
    if let mapping = context.plan.mapping, mapping.successor(of: plan.name) == nil { return [] }
    guard count > 0, !plan.isDropped, !context.before.schema.types[index].isEmbedded else {
      return []
    }
    return [
      Violation(
        .typeGone(RenamedType.candidate(for: index, in: context)), of: plan.name,
        object: context.before.key(of: index, at: 0), count: count)
    ]
  }
}

/// What happened to every object in a hop.
struct ObjectOutcomes {
  /// Positions of one object before and after; a copied object has one pair per copy.
  struct Pair {
    var old: Int
    var new: Int
  }

  /// By the old type; empty for a type that is gone.
  private(set) var pairs: [[Pair]] = []
  /// By the old type: positions of objects that are there no more, and have no copies.
  private(set) var gone: [[Int]] = []
  /// By the old type: positions of top-level objects of which only copies are there.
  private(set) var copied: [[Int]] = []
  /// Whether each object has the row that it had, so that equal links lead to equal objects.
  private(set) var isAligned = true

  private let context: HopContext

  init(_ context: HopContext) {
    self.context = context
    for (old, plan) in context.plan.types.enumerated() {
      guard let new = plan.new else {
        pairs.append([])
        gone.append([])
        copied.append([])
        isAligned = false
        continue
      }
      match(old, new, name: plan.name)
    }
  }

  private mutating func match(_ old: Int, _ new: Int, name: Name) {
    let (before, after) = (context.before, context.after)
    guard context.identifies(old) else {
      pairs.append([])
      gone.append([])
      copied.append([])
      isAligned = false
      return
    }
    let isTopLevel = !before.schema.types[old].isEmbedded && !after.schema.types[new].isEmbedded
    if isTopLevel, before.snapshot.keys[old] == after.snapshot.keys[new] {
      pairs.append((0..<before.count(of: old)).map { Pair(old: $0, new: $0) })
      gone.append([])
      copied.append([])
      if old != new { isAligned = false }
      return
    }
    isAligned = false
    var (matched, missing, replaced) = ([Pair](), [Int](), [Int]())
    for position in 0..<before.count(of: old) {
      let key = before.key(of: old, at: position)
      let own = after.position(of: key, type: new)
      if let own { matched.append(Pair(old: position, new: own)) }
      let copies = copies(of: key, type: name).compactMap { after.position(of: $0, type: new) }
      matched += copies.map { Pair(old: position, new: $0) }
      if own == nil, copies.isEmpty { missing.append(position) }
      // An object that was embedded before is copied only along with its parent.
      if own == nil, !copies.isEmpty, !before.schema.types[old].isEmbedded {
        replaced.append(position)
      }
    }
    pairs.append(matched)
    gone.append(missing)
    copied.append(replaced)
  }

  private func copies(of key: Int64, type: Name) -> [Int64] {
    context.record.hasCopies ? context.record.copies(of: key, type: type) : []
  }

  /// Whether an object of an old type, or a copy of it, is there after the hop.
  func survives(_ key: Int64, type: Int) -> Bool {
    let plan = context.plan.types[type]
    guard let new = plan.new else { return false }
    if context.after.position(of: key, type: new) != nil { return true }
    return copies(of: key, type: plan.name).contains {
      context.after.position(of: $0, type: new) != nil
    }
  }

  /// A value from before the hop with keys for rows, and without the objects that went.
  func normalizedOld(_ value: Value) -> Value {
    normalized(value) { type, key in
      guard survives(key, type: type), let new = context.plan.types[type].new else { return nil }
      return ObjectReference(type: new, index: Int(key))
    } key: { reference in
      context.before.snapshot.keys[reference.type][reference.index]
    }
  }

  /// A value from after the hop with keys for rows, and originals for copies.
  func normalizedNew(_ value: Value) -> Value {
    normalized(value) { type, key in
      let name = context.after.schema.types[type].name
      let original = context.record.hasCopies ? context.record.original(of: key, type: name) : nil
      return ObjectReference(type: type, index: Int(original ?? key))
    } key: { reference in
      context.after.snapshot.keys[reference.type][reference.index]
    }
  }

  private func normalized(
    _ value: Value, reference: (Int, Int64) -> ObjectReference?, key: (ObjectReference) -> Int64
  ) -> Value {
    func single(_ value: Value) -> Value? {
      switch value {
      case .link(let target): reference(target.type, key(target)).map(Value.link)
      case .embedded(let object): reference(object.type, object.key).map(Value.link)
      default: value
      }
    }
    switch value {
    case .list(let elements): return .list(elements.compactMap(single))
    case .set(let elements): return .set(elements.compactMap(single))
    case .dictionary(let entries):
      return .dictionary(entries.map { DictionaryEntry($0.key, single($0.value) ?? .null) })
    default: return single(value) ?? .null
    }
  }
}

extension Check {
  /// Asserts that no object and no value is lost, unless the author drops or rewrites it.
  public static let dataPreserved = Check(DataPreserved.self)
}
