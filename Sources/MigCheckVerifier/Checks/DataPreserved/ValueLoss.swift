import MigCheckModel
import MigCheckText

/// The part of `data-preserved` that looks at the values of objects that are still there.
enum ValueLoss {
  static func violations(
    ofType index: Int, outcomes: ObjectOutcomes, context: HopContext
  ) -> [DataPreserved.Violation] {
    let plan = context.plan.types[index]
    guard let newIndex = plan.new, !plan.isDropped, !outcomes.pairs[index].isEmpty else {
      return []
    }
    let newType = context.after.schema.types[newIndex]
    var violations = [DataPreserved.Violation]()
    for (column, property) in context.before.schema.types[index].storedProperties.enumerated()
    where !plan.isPropertyDropped[column] && context.identifiesTargets(of: property) {
      let names: [Name]
      var expectation: Expectation?
      if let mapping = context.plan.mapping {
        guard let next = mapping.successor(of: property.name, in: newType),
          let known = Expectation(next.origin)
        else { continue }
        names = next.name == property.name ? [next.name] : [property.name, next.name]
        expectation = known
      } else {
        names = context.record.names(of: property.name, type: plan.name)
      }
      // A property that went is plainly gone.
      guard let newColumn = newType.storedIndex(of: names[names.count - 1]) else { continue }
      let comparison = Comparison(
        old: (index, column), new: (newIndex, newColumn), property: property,
        target: newType.storedProperties[newColumn],
        names: names,
        isReplaced: expectation == nil && names.count == 1
          && context.record.isRenameTarget(property.name, of: plan.name),
        expectation: expectation)
      if let violation = comparison.violation(outcomes: outcomes, context: context) {
        violations.append(violation)
      }
    }
    return violations
  }

  /// What an engine says of the values of a property.
  private enum Expectation {
    case kept
    case converted(@Sendable (Value) -> Value?)
    /// The elements stay, in any order.
    case reordered

    /// - Returns: `nil` where nobody knows.
    init?(_ origin: HopMapping.Origin) {
      switch origin {
      case .kept: self = .kept
      case .converted(_, let convert): self = .converted(convert)
      case .reordered: self = .reordered
      case .added, .assigned, .unspecified: return nil
      }
    }

    /// - Parameters:
    ///   - value: before the hop, with links to what outlives it.
    ///   - other: after the hop.
    func isLost(_ value: Value, _ other: Value, zeros: (Value) -> Value) -> Bool {
      switch self {
      case .kept: return zeros(value) != zeros(other)
      case .converted(let convert):
        return convert(value).map { zeros($0) != zeros(other) } ?? false
      case .reordered:
        return value.unordered != other.unordered
      }
    }
  }

  /// One property before and after.
  private struct Comparison {
    var old: (type: Int, column: Int)
    var new: (type: Int, column: Int)
    var property: Property
    var target: Property
    /// What the property was called during the hop.
    var names: [Name]
    /// Whether the values of another property, which was renamed to this one, took their place.
    var isReplaced: Bool
    /// `nil`: the schemas tell.
    var expectation: Expectation?

    func violation(
      outcomes: ObjectOutcomes, context: HopContext
    ) -> DataPreserved.Violation? {
      let (before, after) = (context.before, context.after)
      let relation = expectation == nil ? HopPlan.relation(property, target) : .kept
      let isPlain = expectation.map { if case .kept = $0 { true } else { false } } ?? true
      let holdsLinks = property.isLink || property.type == .mixed
      if isPlain, case .kept = relation, !holdsLinks || outcomes.isAligned,
        !before.schema.types[old.type].isEmbedded, !after.schema.types[new.type].isEmbedded,
        before.snapshot.graph.tables[old.type].columns[old.column]
          .isEqual(to: after.snapshot.graph.tables[new.type].columns[new.column]),
        before.snapshot.keys[old.type] == after.snapshot.keys[new.type]
      {
        return nil
      }
      var holdsGone = false
      if case .retyped = relation, let name = property.objectType,
        context.after.schema.index(of: name) == nil
      {
        guard let gone = before.schema.index(of: name), before.schema.types[gone].isEmbedded,
          !context.plan.types[gone].isDropped
        else { return nil }  // The loss is that of the type, which is judged as a whole.
        holdsGone = true
      }
      var violation: DataPreserved.Violation?
      // Looked for once a value differs.
      var written: [RecordIndex.Writes]?
      for pair in outcomes.pairs[old.type] {
        let oldValue = before.value(of: old.type, at: pair.old, column: old.column)
        let newValue = after.value(of: new.type, at: pair.new, column: new.column)
        let isLost =
          holdsGone
          ? !property.isInsignificant(oldValue) && target.isInsignificant(newValue)
          : isLost(
            oldValue, newValue, relation: relation, outcomes: outcomes, context: context)
        guard isLost else { continue }
        let key = before.key(of: old.type, at: pair.old)
        let newKey = after.key(of: new.type, at: pair.new)
        let writes = written ?? self.writes(in: context)
        written = writes
        if writes.contains(where: { $0.contains(key) || $0.contains(newKey) }) { continue }
        if violation == nil {
          let change = DataPreserved.ValueChange(
            property: property.name, before: before.snapshot.text(of: oldValue),
            after: after.snapshot.text(of: newValue),
            newName: property.name == target.name ? nil : target.name,
            isLeftOut: context.record.isLeftOut(target.name, of: context.plan.types[old.type].name)
              ? true : nil)
          var first = DataPreserved.Violation(
            .value(loss(relation), change), of: context.plan.types[old.type].name, object: key)
          first.note(
            context.record.suspect(target.name, of: after.schema.types[new.type].name))
          violation = first
        } else {
          violation?.count += 1
        }
      }
      return violation
    }

    /// The objects for which the migration wrote the property, under each of its names.
    private func writes(in context: HopContext) -> [RecordIndex.Writes] {
      let type = context.plan.types[old.type].name
      let newType = context.after.schema.types[new.type].name
      return names.flatMap { name in
        (type == newType ? [type] : [type, newType]).map { context.record.written(name, of: $0) }
      }
    }

    private func loss(_ relation: HopPlan.Relation) -> DataPreserved.ValueLossKind {
      if isReplaced { return .replacedByRename }
      switch relation {
      case .kept: return .valueChanged
      case .madeRequired: return .discardedMadeRequired
      case .retyped: return .discardedRetyped
      }
    }

    private func isLost(
      _ oldValue: Value, _ newValue: Value, relation: HopPlan.Relation, outcomes: ObjectOutcomes,
      context: HopContext
    ) -> Bool {
      let holdsLinks = property.isLink || property.type == .mixed
      if let expectation {
        let old = holdsLinks ? outcomes.normalizedOld(oldValue) : oldValue
        let new = target.isLink ? outcomes.normalizedNew(newValue) : newValue
        return expectation.isLost(old, new, zeros: context.comparable)
      }
      if !holdsLinks, oldValue == newValue { return false }
      let from = context.comparable(holdsLinks ? outcomes.normalizedOld(oldValue) : oldValue)
      let to = context.comparable(
        target.isLink || target.type == .mixed ? outcomes.normalizedNew(newValue) : newValue)
      if isReplaced { return !property.isInsignificant(from) && from != to }
      switch relation {
      case .kept: return from != to
      case .madeRequired:
        guard !property.isInsignificant(from) else { return false }
        return !from.isKept(in: to, required: target)
      case .retyped:
        guard !property.isInsignificant(from) else { return false }
        return !from.isConverted(to: to, of: target)
      }
    }
  }
}

extension Property {
  /// Whether a value says nothing that a new property would not say: null, zero or empty.
  func isInsignificant(_ value: Value) -> Bool {
    switch value {
    case .null: return true
    case .list(let elements), .set(let elements): return elements.allSatisfy(\.isNull)
    case .dictionary(let entries): return entries.allSatisfy(\.value.isNull)
    default: return type != .mixed && value == type.zeroValue
    }
  }
}

extension Value {
  /// A list as a set; all others are as they are.
  fileprivate var unordered: Value {
    if case .list(let elements) = self { .set(elements) } else { self }
  }

  /// Whether a property that was made required holds the value still, its nulls aside.
  fileprivate func isKept(in other: Value, required: Property) -> Bool {
    if self == other { return true }
    return map({ $0.isNull ? nil : $0 }) == other
      || map({ $0.isNull ? required.type.zeroValue : $0 }) == other
  }

  private func map(_ transform: (Value) -> Value?) -> Value {
    switch self {
    case .list(let elements): .list(elements.compactMap(transform))
    case .set(let elements): .set(elements.compactMap(transform))
    case .dictionary(let entries):
      .dictionary(
        entries.compactMap { entry in
          transform(entry.value).map { DictionaryEntry(entry.key, $0) }
        })
    default: self
    }
  }

  private var elements: [Value]? {
    switch self {
    case .list(let elements), .set(let elements): elements
    case .dictionary(let entries): entries.map(\.value)
    default: nil
    }
  }

  /// Whether an engine carried the value over into a property of another type.
  ///
  /// How it converts a scalar is not judged here, only that it was converted at all.
  fileprivate func isConverted(to other: Value, of property: Property) -> Bool {
    if other.isNull || other == property.initialValue || property.isInsignificant(other) {
      return false
    }
    guard let found = other.elements else { return true }
    let given = (elements ?? [self]).filter { !$0.isNull }
    guard let sample = given.first, found.contains(where: { $0.hasSameCase(as: sample) }) else {
      return true
    }
    return given.allSatisfy { found.contains($0) }
  }

  private func hasSameCase(as other: Value) -> Bool {
    if case .link = self, case .link = other { return true }
    return scalarType != nil && scalarType == other.scalarType
  }
}
