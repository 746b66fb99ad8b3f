import MigCheckModel

// Which of the values that are left do not matter.

extension ShrinkSession {
  /// Varies what is left, to find the values that do not matter.
  mutating func result(isMinimal: Bool) throws(Failure) -> ShrinkResult {
    var result = ShrinkResult(
      graph: graph, evaluations: evaluations, variations: 0, isMinimal: isMinimal, anyMarks: [],
      unneeded: [], needed: [])
    for (index, type) in graph.schema.types.enumerated() where !type.isEmbedded {
      let count = graph.tables[index].count
      guard count > 0 else {
        result.unneeded.append(PropertyPath(type: type.name))
        continue
      }
      result.needed.append(PropertyPath(type: type.name))
      for (column, property) in type.storedProperties.enumerated() {
        let values = graph.tables[index].columns[column]
        let slots = slots(of: property, type: index, column: column)
        let marked = try unimportant(slots, type: index, column: column, in: &result)
        result.anyMarks += marked.map {
          ShrinkResult.AnyMark(
            type: type.name, property: property.name, row: $0.row, path: $0.path)
        }
        let isScalar = property.collection == nil && !property.isLink
        let isInitial = values.allSatisfy { $0 == property.initialValue }
        let isUnneeded =
          isInitial && !isScalar || marked.count { $0.path.isEmpty } == count
        let path = PropertyPath(type: type.name, property: property.name)
        if isUnneeded { result.unneeded.append(path) } else { result.needed.append(path) }
      }
    }
    return result
  }

  /// A value that may not matter, or one inside it.
  private struct Slot {
    let row: Int
    let path: [Int]
    let property: Property
  }

  /// A value that does not matter was made the simplest one: what is not must be as it is.
  private func slots(of property: Property, type: Int, column: Int) -> [Slot] {
    let values = graph.tables[type].columns[column]
    let keys =
      isKey(type: type, column: column)
      ? (0..<values.count).compactMap { Value.simple(property.type, $0) } : []
    var slots = [Slot]()
    for (row, value) in values.enumerated() {
      if value == property.initialValue || value == property.zeroValue || keys.contains(value) {
        slots.append(Slot(row: row, path: [], property: property))
        continue
      }
      value.forEachScalar(of: property, in: graph.schema) { inner, path, scalar in
        let isSimplest =
          scalar == inner.type.zeroValue || inner.collection == nil && scalar == inner.initialValue
        if !path.isEmpty, isSimplest {
          slots.append(Slot(row: row, path: path, property: inner))
        }
      }
    }
    return slots
  }

  private mutating func unimportant(
    _ slots: [Slot], type: Int, column: Int, in result: inout ShrinkResult
  ) throws(Failure) -> [Slot] {
    guard !slots.isEmpty, mayVary(result) else { return [] }
    // All at once first: most properties have nothing to do with the failure.
    if try isUnimportant(slots, type: type, column: column, in: &result) { return slots }
    guard slots.count > 1 else { return [] }
    var marked = [Slot]()
    for slot in slots where mayVary(result) {
      if try isUnimportant([slot], type: type, column: column, in: &result) {
        marked.append(slot)
      }
    }
    return marked
  }

  private func mayVary(_ result: ShrinkResult) -> Bool {
    evaluations + result.variations < budget + variations && !mustEnd()
  }

  /// Whether the failure keeps with other values in some places.
  private mutating func isUnimportant(
    _ slots: [Slot], type: Int, column: Int, in result: inout ShrinkResult
  ) throws(Failure) -> Bool {
    for round in 0..<2 {
      var varied = graph
      var isVaried = true
      for (number, slot) in slots.enumerated() {
        let value = graph.tables[type].columns[column][slot.row]
        let variation = variation(
          of: slot.path.isEmpty ? value : slot.property.type.zeroValue, slot: slot,
          number: slot.path.isEmpty ? slot.row : number, round: round)
        guard let variation else {
          isVaried = false
          break
        }
        let present = varied.tables[type].columns[column][slot.row]
        varied.tables[type].columns[column][slot.row] = present.replacing(
          at: slot.path[...], with: variation)
      }
      // What has one variation only was tried with it.
      guard isVaried else { return round > 0 }
      guard varied.validate().isEmpty else { return false }
      result.variations += 1
      guard try evaluate(varied) else { return false }
    }
    return true
  }

  /// Another value for a place, nothing like the one that is there.
  ///
  /// - Returns: `nil` if there is none.
  private func variation(of value: Value, slot: Slot, number: Int, round: Int) -> Value? {
    let property = slot.property
    let isElement = !slot.path.isEmpty && property.collection != nil
    guard property.isLink || property.collection != nil && !isElement else {
      if property.type == .bool {
        return round > 0 ? nil : .bool(value == .bool(false))
      }
      let count = (round == 0 ? 5 : 70) + number
      let variation = Value.simple(property.type, count)
      return variation == value ? Value.simple(property.type, count + 1) : variation
    }
    func single(_ place: Int) -> Value? {
      guard property.isLink else {
        return Value.simple(property.type, property.type == .bool ? place : 5 + 65 * place + number)
      }
      guard let target = property.objectType.flatMap(graph.schema.index(of:)) else { return nil }
      let type = graph.schema.types[target]
      if type.isEmbedded {
        return .embedded(
          EmbeddedObject(
            type: target,
            values: type.storedProperties.map {
              let simple = Value.simple($0.type, $0.type == .bool ? 1 : 5)
              return place > 0 && $0.collection == nil ? simple ?? $0.initialValue : $0.initialValue
            }))
      }
      let count = graph.tables[target].count
      guard count > place else { return nil }
      return .link(ObjectReference(type: target, index: place == 0 ? 0 : count - 1))
    }
    guard property.collection != nil else { return single(round) }
    let elements = (0...round).compactMap(single)
    return elements.count > round ? property.wrap(elements) : nil
  }
}
