import MigCheckModel
import MigCheckText

extension Hazard {
  /// All hazards of the upgrades that start at a version.
  ///
  /// A change counts once, for the first pair of versions that shows it: from the start to each
  /// later version, then between neighbours on the way.
  ///
  /// - Parameters:
  ///   - start: the version of the graphs.
  ///   - later: all later versions, in increasing order.
  ///   - expressions: what the migrations evaluate, each with the version it leads into.
  /// - Returns: without repeats, in a stable order.
  package static func hazards(
    from start: SubjectVersion, to later: [SubjectVersion],
    expressions: [(UInt64, MigrationExpression)] = []
  ) -> [Hazard] {
    guard let last = later.last else { return [] }
    var list = HazardList()
    let versions = [start] + later
    let steps = zip(versions, later).map { version, next in
      let changes = SchemaChange.changes(from: version.schema, to: next.schema)
      return (from: version, to: next, changes: changes)
    }
    for step in steps {
      // A type that is as it was in the version before shows nothing new from the start.
      let types = step.changes.map(\.type)
      let changes = SchemaChange.changes(
        from: start.schema.restricted(to: types), to: step.to.schema.restricted(to: types))
      list.append(changes, from: start, to: step.to)
    }
    for step in steps { list.append(step.changes, from: step.from, to: step.to) }
    for name in typeNames(of: versions) {
      list.append(contentsOf: readded(name, in: versions))
      list.append(contentsOf: chains(of: name, in: versions))
    }
    for type in start.schema.types {
      let names = type.storedProperties.filter { property in
        later.allSatisfy {
          $0.schema.type(named: type.name)?.property(named: property.name) == property
        }
      }.map(\.name)
      if !names.isEmpty {
        list.append(Hazard(untouched: names, of: type.name, from: start.number, to: last.number))
      }
    }
    for (version, expression) in expressions where version > start.number {
      list.append(Hazard(expression, from: start.number, to: version))
    }
    return list.hazards.map { $0.narrowed(by: expressions.map(\.1), at: start) }
  }

  /// The hazard of a new primary key, which only matters to the properties that it is made from.
  private func narrowed(
    by expressions: [MigrationExpression], at start: SubjectVersion
  ) -> Hazard {
    let key: Name
    switch kind {
    case .change(.primaryKeyAdded(_, let name)), .change(.primaryKeyChanged(_, _, let name)):
      key = name
    default: return self
    }
    guard let type = start.schema.type(named: self.type), type.property(named: key) == nil else {
      return self
    }
    let writers = expressions.filter {
      $0.type == self.type && $0.property == key && !$0.isOfNewObject
    }
    // Without an expression the key may come from anything: a rename, code that cannot be read.
    guard !writers.isEmpty else { return self }
    var narrowed = self
    narrowed.sources = writers.flatMap { writer in
      ExpressionReader([writer.expression]).properties(in: type).map(\.name)
    }
    return narrowed
  }

  /// The names of all types in the order of their bytes.
  private static func typeNames(of versions: [SubjectVersion]) -> [Name] {
    let names = versions.flatMap { $0.schema.types.map(\.name) }.sorted { $0 < $1 }
    return names.enumerated().filter { index, name in
      index == 0 || names[index - 1] != name
    }.map(\.element)
  }

  /// Names that are there, then not, then there again.
  private static func readded(_ type: Name, in versions: [SubjectVersion]) -> [Hazard] {
    func gap(_ isThere: [Bool]) -> Int? {
      guard let first = isThere.firstIndex(of: true),
        let gone = isThere[first...].firstIndex(of: false)
      else { return nil }
      return isThere[gone...].firstIndex(of: true)
    }
    let types = versions.map { $0.schema.type(named: type) }
    var hazards = [Hazard]()
    if let back = gap(types.map { $0 != nil }) {
      hazards.append(
        Hazard(readded: nil, of: type, from: versions[0].number, to: versions[back].number))
    }
    for property in names(of: types) {
      let isThere = types.map { $0?.storedIndex(of: property) != nil }
      guard let back = gap(isThere) else { continue }
      hazards.append(
        Hazard(readded: property, of: type, from: versions[0].number, to: versions[back].number))
    }
    return hazards
  }

  private static func names(of types: [ObjectType?]) -> [Name] {
    var names = [Name]()
    for type in types {
      for property in type?.storedProperties ?? []
      where !names.contains(property.name) {
        names.append(property.name)
      }
    }
    return names
  }

  /// Properties whose values may have gone from one name to the next more than once.
  private static func chains(of type: Name, in versions: [SubjectVersion]) -> [Hazard] {
    guard let first = versions[0].schema.type(named: type) else { return [] }
    var hazards = [Hazard]()
    for property in first.storedProperties {
      var names = [property.name]
      var current = property
      for (version, next) in zip(versions, versions.dropFirst()) {
        guard let old = version.schema.type(named: type),
          let new = next.schema.type(named: type)
        else { break }
        guard new.storedIndex(of: current.name) == nil else { continue }
        let successor = new.storedProperties.first {
          old.storedIndex(of: $0.name) == nil && $0.hasSameContent(as: current)
        }
        guard let successor else { break }
        names.append(successor.name)
        current = successor
      }
      if names.count > 2, let last = versions.last {
        hazards.append(
          Hazard(chain: names, of: type, from: versions[0].number, to: last.number))
      }
    }
    return hazards
  }
}

extension Schema {
  /// Some of the types alone.
  fileprivate func restricted(to names: [Name]) -> Schema {
    Schema(types.filter { type in names.contains(type.name) })
  }
}

/// Hazards in the order of discovery, each once.
private struct HazardList {
  var hazards = [Hazard]()
  /// The bytes of the descriptions.
  private var seen = Set<[UInt8]>()

  mutating func append(_ hazard: Hazard) {
    if seen.insert(Array(hazard.description.utf8)).inserted { hazards.append(hazard) }
  }

  mutating func append(contentsOf hazards: [Hazard]) {
    for hazard in hazards { append(hazard) }
  }

  mutating func append(
    _ changes: [SchemaChange], from old: SubjectVersion, to new: SubjectVersion
  ) {
    for change in changes { append(Hazard(change, from: old.number, to: new.number)) }
    for case .propertyRemoved(let type, let removed) in changes {
      for case .propertyAdded(let other, let added) in changes
      where type == other && removed.hasSameContent(as: added) {
        append(
          Hazard(renamed: removed, to: added, of: type, from: old.number, to: new.number))
      }
    }
  }
}
