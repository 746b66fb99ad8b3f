import MigCheckModel
import MigCheckText

extension ObjectUpdate {
  /// Whether expressions follow links, find objects or copy links, so that an object's outcome
  /// depends on others.
  package var followsLinks: Bool {
    if !oldPaths.paths.isEmpty || !newPaths.paths.isEmpty { return true }
    if let condition, condition.findsObjects { return true }
    return assignments.contains { assignment in
      if assignment.expression.findsObjects { return true }
      guard case .success(let property) = assignment.target, property.isLink else { return false }
      // `NULL` empties any property.
      return assignment.expression.tokens.contains { $0.token.isSymbol(".") }
        || assignment.expression.tokens.contains { placed in
          placed.token.name.map { name in
            (oldProperties + newProperties).contains { $0.name == Name(name) }
          } ?? false
        }
    }
  }

  /// Finds the paths over links that the expressions name.
  ///
  /// - Parameters:
  ///   - old: gives the stored properties of a type in the old state.
  ///   - new: likewise in the new one.
  package mutating func findPaths(
    old: (Name) -> [Property]?, new: (Name) -> [Property]?
  ) {
    guard
      condition?.mayFollowLinks ?? false || assignments.contains(where: \.expression.mayFollowLinks)
    else { return }
    let expressions = [condition].compactMap(\.self) + assignments.map(\.expression)
    oldPaths = LinkPaths(
      in: expressions, isOld: true, properties: oldTable == nil ? nil : oldProperties, types: old)
    newPaths = LinkPaths(
      in: expressions, isOld: false, properties: newTable == nil ? nil : newProperties, types: new)
  }

  /// What its expressions may name.
  package func scope(hasOrdinal: Bool = true) -> ExpressionEvaluator.Scope {
    var scope = ExpressionEvaluator.Scope(
      old: oldTable == nil ? nil : oldProperties + oldPaths.paths.map(\.property),
      new: newTable == nil ? nil : newProperties + newPaths.paths.map(\.property),
      hasOrdinal: hasOrdinal, computed: computed)
    scope.problems = oldPaths.problems + newPaths.problems
    return scope
  }

  /// What the values of an index are of.
  package func oldProperty(_ index: Int) -> Property {
    index < oldProperties.count
      ? oldProperties[index] : oldPaths.paths[index - oldProperties.count].property
  }

  /// What the values of an index are of.
  package func newProperty(_ index: Int) -> Property {
    index < newProperties.count
      ? newProperties[index] : newPaths.paths[index - newProperties.count].property
  }

  /// A value that one of its expressions names.
  ///
  /// - Parameter index: that of a property of the old state, or of a path behind these.
  package func oldValue(_ index: Int, key: Int64, in store: any Store) throws -> Value {
    let object = ObjectReference(type: oldTable ?? 0, index: Int(key))
    guard index >= oldProperties.count else {
      return try store.oldValue(of: oldProperties[index].name, in: object)
    }
    return try oldPaths.paths[index - oldProperties.count].value {
      try store.oldValue(of: $0, in: object)
    } next: { link, name in
      guard case .link(let target) = link else { return .null }
      return try store.oldValue(of: name, in: target)
    }
  }

  /// A value that one of its expressions names.
  ///
  /// - Parameter index: that of a property of the new state, or of a path behind these.
  package func newValue(_ index: Int, key: Int64, in store: any Store) throws -> Value {
    let object = ObjectReference(type: newTable ?? 0, index: Int(key))
    guard index >= newProperties.count else {
      return try store.value(of: newProperties[index].name, in: object)
    }
    return try newPaths.paths[index - newProperties.count].value {
      try store.value(of: $0, in: object)
    } next: { link, name in
      guard case .link(let target) = link else { return .null }
      return try store.value(of: name, in: target)
    }
  }
}

extension SQLExpression {
  /// Whether it has a path that is long enough for a link.
  var mayFollowLinks: Bool { pathLength >= 3 }

  /// Whether it calls a function that finds objects.
  package var findsObjects: Bool { calls("object") || calls("created") }
}

extension Store {
  /// Carries out an update whose expressions read other objects than the one that is visited: one
  /// object after the other, each written before the next one is read.
  ///
  /// - Parameter links: how links are copied and objects found; `nil`: neither is possible.
  package func applyFollowingLinks(
    _ update: ObjectUpdate, _ links: ObjectLinks?, evaluator: ExpressionEvaluator
  ) throws -> AppliedUpdate {
    let evaluation = UpdateEvaluation(update, evaluator: evaluator, rules: rules, links: links)
    evaluator.lookup.links = links
    defer { evaluator.lookup.links = nil }
    var result = AppliedUpdate()
    var values = [Value]()
    var ordinal = 0
    for key in try visitedKeys(of: update) {
      let object = update.newTable.map { ObjectReference(type: $0, index: Int(key)) }
      if let object, try !contains(object) { continue }
      links?.forgetPassed()
      let holds = try evaluation.evaluate(ordinal: ordinal, key: key, into: &values) { source in
        switch source {
        case .old(let index): try update.oldValue(index, key: key, in: self)
        case .new(let index): try update.newValue(index, key: key, in: self)
        }
      }
      ordinal += 1
      guard holds else { continue }
      if update.records { result.matched.append(key) }
      guard let object else { continue }
      for (assignment, value) in zip(update.assignments, values) {
        result.overwritten += try setValue(value, of: assignment.target.get().name, in: object)
      }
      if update.deletes { result.deleted += try delete([key], from: object.type) }
    }
    return result
  }

  private func visitedKeys(of update: ObjectUpdate) throws -> [Int64] {
    guard let table = update.newTable else {
      return try update.oldTable.map { try oldKeys(of: $0) } ?? []
    }
    let present = try keys(of: table)
    guard let old = update.oldTable else { return present }
    let before = try oldKeys(of: old)
    return present.filter { before.sortedIndex(of: $0) != nil }
  }
}
