import MigCheckModel
import MigCheckText

/// Two stores that differed in one value, after the same hop.
struct NeighbourPair {
  private let context: FollowUpContext
  private let edit: FollowUp.Edit
  private let hop: Hop
  /// The key of the object whose value was edited.
  let key: Int64
  /// The edited property under its names after the hop.
  let image: PropertyPath
  /// The two values before the hop.
  let from: Value
  let to: Value
  /// Position in the old schema.
  private let oldType: Int
  /// Positions in the new schema and in the snapshot.
  private let type: Int
  private let column: Int
  private let row: Int

  /// - Returns: `nil` if the property or the object does not live on, or that is not known.
  init?(_ edit: FollowUp.Edit, in context: FollowUpContext) {
    let base = context.correspondence.base
    guard base.path.count == 2, let place = edit.place(in: base.start.graph),
      let image = PropertyImage(
        type: place.type, column: place.column, hop: Hop(from: base.path[0], to: base.path[1]),
        trace: base.traces[0], span: context.span),
      !context.comparison.ignoring.contains(where: {
        $0.names(image.path.property ?? "", of: image.path.type)
          || $0.property == nil && $0.type == image.path.type
      }),
      place.row < base.start.keys[place.type].count
    else { return nil }
    let key = base.start.keys[place.type][place.row]
    guard let row = context.snapshot.keys[image.type].firstIndex(of: key),
      context.alignedOther.keys[image.type].contains(key)
    else { return nil }
    guard let values = edit.values(in: base.start.graph),
      edit.relinking == nil
        || context.haveTargetsLeft([values.from, values.to], of: base.start)
    else { return nil }
    self.context = context
    self.edit = edit
    (from, to) = values
    oldType = place.type
    hop = Hop(from: base.path[0], to: base.path[1])
    self.key = key
    self.image = image.path
    (type, column, self.row) = (image.type, image.column, row)
  }

  /// Whether nothing tells the two stores apart any more.
  var isEqual: Bool {
    // Objects that links lead to may be alike.
    if edit.relinking != nil {
      return SnapshotDifference.first(
        context.snapshot, context.alignedOther, ignoring: context.comparison.ignoring) == nil
    }
    return if case .equal = context.comparison.outcome(context.snapshot, context.alignedOther) {
      true
    } else {
      false
    }
  }

  /// What the edited property holds now.
  var result: Value { context.snapshot.graph.tables[type].columns[column][row] }

  /// What it holds in the other store.
  var otherResult: Value {
    let aligned = context.alignedOther
    guard let row = aligned.keys[type].firstIndex(of: key) else { return .null }
    return aligned.graph.tables[type].columns[column][row]
  }

  /// The properties of the object, under their names after the hop, that have the edited value now, where
  /// the edited property itself does not show it: each had another value of its own before.
  var takers: [Name] {
    guard edit.relinking == nil, result == otherResult else { return [] }
    let (start, aligned) = (context.correspondence.base.start.graph, context.alignedOther)
    let owner = context.snapshot.graph.schema.types[type]
    guard let otherRow = aligned.keys[type].firstIndex(of: key),
      let oldRow = context.correspondence.base.start.keys[oldType].firstIndex(of: key)
    else { return [] }
    return start.schema.types[oldType].storedProperties.indices.compactMap { old in
      let own = start.tables[oldType].columns[old][oldRow]
      guard !own.isNothing, own != from, own != to,
        let image = PropertyImage(
          type: oldType, column: old, hop: hop, trace: context.correspondence.base.traces[0],
          span: context.span),
        image.type == type, image.column != column,
        context.snapshot.graph.tables[type].columns[image.column][row] == from,
        aligned.graph.tables[type].columns[image.column][otherRow] == to
      else { return nil }
      return owner.storedProperties[image.column].name
    }
  }

  /// Whether the two become equal because the migration reads them as something else: a text which it
  /// cannot read comes to null, or the property has another type afterwards that cannot hold it; and a
  /// number of milliseconds comes to a date in seconds.
  var isUnread: Bool {
    if let first = from.number, let second = to.number {
      if case .string(let date) = result, date.hasISODate { return abs(first - second) < 1000 }
      // No date is so far away.
      if result.isNull, abs(first) >= 0x1p53 { return true }
    }
    let write = write
    if result.isNull, from.isText || to.isText, write.intent != .copied || write.namesNull {
      return true
    }
    guard case .string(let first) = from, case .string(let second) = to else {
      return false
    }
    if write.readsDates { return !first.hasISODate || !second.hasISODate }
    let now = context.snapshot.graph.schema.types[type].storedProperties[column].type
    return !first.isReadable(as: now) || !second.isReadable(as: now)
  }

  /// Why the property has the value that it has now.
  var write: KnownWrite {
    let own = write(of: image, key: key)
    guard own.intent == .untouched, let inner = innerPlace else { return own }
    return write(of: inner.path, key: inner.key)
  }

  private func write(of path: PropertyPath, key: Int64) -> KnownWrite {
    KnownWrite(
      of: path, key: key, trace: context.correspondence.base.traces[0], span: context.span,
      hop: hop)
  }

  /// The edited property of an embedded object under its name before the hop; `nil`: another edit.
  var innerPath: PropertyPath? {
    guard let (object, column) = from.embeddedDifference(from: to) else { return nil }
    let type = context.correspondence.base.start.graph.schema.types[object.type]
    return PropertyPath(type: type.name, property: type.storedProperties[column].name)
  }

  /// The embedded object of which a value was edited, and the property under its name after the hop.
  private var innerPlace: (path: PropertyPath, key: Int64)? {
    guard let (object, column) = from.embeddedDifference(from: to),
      let image = PropertyImage(
        type: object.type, column: column, hop: hop,
        trace: context.correspondence.base.traces[0], span: context.span)
    else { return nil }
    return (image.path, object.key)
  }
}

extension FollowUpContext {
  /// Whether all objects that links lead to live on.
  fileprivate func haveTargetsLeft(_ values: [Value], of start: Snapshot) -> Bool {
    let base = correspondence.base
    guard let from = span.position(of: base.path[0]), let to = span.position(of: base.path[1])
    else {
      return false
    }
    let plan = span.plan(from: from, to: to)
    var areLeft = true
    for value in values {
      start.graph.forEachLink(in: value) { target in
        guard let type = plan.types[target.type].new,
          target.index < start.keys[target.type].count,
          snapshot.keys[type].contains(start.keys[target.type][target.index])
        else {
          areLeft = false
          return
        }
      }
    }
    return areLeft
  }
}

/// Where a property of the old version lives on in the new one.
struct PropertyImage {
  /// Positions in the new schema.
  let type: Int
  let column: Int
  let path: PropertyPath

  /// - Parameters:
  ///   - type: its position in the old schema.
  ///   - column: of the type's stored properties.
  /// - Returns: `nil` if it does not live on, or is dropped on purpose.
  init?(type: Int, column: Int, hop: Hop, trace: MigrationTrace, span: VersionSpan) {
    guard let from = span.position(of: hop.from), let to = span.position(of: hop.to) else {
      return nil
    }
    let plan = span.plan(from: from, to: to)
    guard let new = plan.types[type].new, !plan.types[type].isPropertyDropped[column] else {
      return nil
    }
    let owner = plan.new.types[new]
    let name = plan.old.types[type].storedProperties[column].name
    let next: Name
    if let mapping = plan.mapping {
      guard let successor = mapping.successor(of: name, in: owner) else { return nil }
      next = successor.name
    } else {
      let record = RecordIndex(trace)
      if record.isReplaced(owner.name) { return nil }
      let names = record.names(of: name, type: owner.name)
      next = names[names.count - 1]
      // Another property took its name.
      if names.count == 1, record.isRenameTarget(name, of: owner.name) { return nil }
    }
    guard let column = owner.storedIndex(of: next) else { return nil }
    (self.type, self.column) = (new, column)
    path = PropertyPath(type: owner.name, property: next)
  }
}

extension Value {
  /// The first embedded object of which a value is another one in a value of the same shape.
  fileprivate func embeddedDifference(
    from other: Value
  ) -> (object: EmbeddedObject, column: Int)? {
    switch (self, other) {
    case (.embedded(let object), .embedded(let second)):
      for (column, values) in zip(object.values, second.values).enumerated()
      where values.0 != values.1 {
        return values.0.embeddedDifference(from: values.1) ?? (object, column)
      }
      return nil
    case (.list(let elements), .list(let others)):
      return zip(elements, others).lazy.compactMap { $0.embeddedDifference(from: $1) }.first
    case (.dictionary(let entries), .dictionary(let others)):
      return zip(entries, others).lazy.compactMap { $0.value.embeddedDifference(from: $1.value) }
        .first
    default: return nil
    }
  }

  fileprivate var isText: Bool { if case .string = self { true } else { false } }

  fileprivate var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

extension String {
  /// Whether programs take the text for a value of a type.
  fileprivate func isReadable(as type: PropertyType) -> Bool {
    switch type {
    case .int, .bool: Int64(self) != nil
    case .double, .float: Double(self) != nil
    case .date: hasISODate
    default: true
    }
  }

  /// Whether the text is a date of ISO 8601, alone or before a time.
  fileprivate var hasISODate: Bool {
    let shape = utf8.prefix(11).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    let date = Array("0000-00-00".utf8)
    return shape == date || [date + [0x20], date + [UInt8(ascii: "T")]].contains(shape)
  }
}
