import MigCheckModel
import MigCheckText

/// `links-resolve`: every link's target exists and is of the declared type, and where a migration gives
/// objects other keys, nothing that held their keys keeps the old ones.
enum LinksResolve: TrialCheck {
  static let name = "links-resolve"
  static let demand = "every link leads to an object that exists"
  static let scope = CheckScope.hop

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case danglingLink, staleReference }

    static let check = Check.linksResolve
    var owner: Name
    var link: Name
    var object: Int64?
    var count = 1
    /// The type whose objects got other keys; `nil`: the link itself leads nowhere.
    var rekeyed: Name?
    /// The value that no object has as its key any more.
    var value: String?
    /// What gave them other keys, as a sentence without its full stop.
    var reason: String?
    /// Where that is written.
    var reasonPlace: SourcePlace?

    var kind: Kind { rekeyed == nil ? .danglingLink : .staleReference }
    var source: SourcePlace? { reasonPlace }
    var type: Name? { owner }
    var property: Name? { link }
    var endsPath: Bool { rekeyed == nil }

    func sentence(at site: FailureSite) -> String {
      guard let rekeyed else { return "\(place) links to an object that does not exist." }
      let why = reason.map { ": \($0)" } ?? ""
      return
        "\(place) holds keys of \(ValueText.escaped(rekeyed)) that no object has any more\(why)."
    }

    func rows(at site: FailureSite) -> [FailureRow] { [row("object", value)] }
  }

  /// - Parameters:
  ///   - before: the state before the hop, whose violations are not reported again.
  ///   - identity: how objects are known to be the same before and after.
  static func violations(
    in after: Snapshot, before: Snapshot?, identity: Evidence.Identity = .exact
  ) -> [Violation] {
    var violations = [Violation]()
    func add(type: Name, property: Name, key: Int64) {
      let known = violations.firstIndex {
        $0.owner == type && $0.link == property
      }
      if let known {
        violations[known].count += 1
      } else {
        violations.append(Violation(owner: type, link: property, object: key))
      }
    }
    for link in after.danglingLinks {
      let isOlder =
        before?.danglingLinks.contains {
          ($0.key == link.key || identity != .exact) && $0.type == link.type
            && $0.property == link.property
        } ?? false
      if !isOlder { add(type: link.type, property: link.property, key: link.key) }
    }
    for broken in brokenLinks(in: after) {
      add(type: broken.type, property: broken.property, key: broken.key)
    }
    return violations
  }

  /// Properties that hold keys of objects which have others after the hop.
  static func staleReferences(in context: HopContext) -> [Violation] {
    context.record.staleReferences.compactMap { reference in
      guard
        context.record.written(
          reference.newProperty.property ?? "", of: reference.newProperty.type
        ).isEmpty
      else { return nil }
      let (before, after) = (context.before.snapshot, context.after.snapshot)
      // Keys that are links themselves are positions.
      guard let keys = before.values(of: reference.key),
        !keys.values.contains(where: { if case .link = $0 { true } else { false } }),
        let newKeys = after.values(of: reference.newKey),
        // Which objects were removed nobody can tell when they have other keys.
        keys.values.count <= newKeys.values.count,
        let values = before.values(of: reference.property),
        let newValues = after.values(of: reference.newProperty)
      else { return nil }
      let gone = Set(keys.values.filter { !$0.isNull }.map(\.keyBytes)).subtracting(
        newKeys.values.map(\.keyBytes))
      let used = Set(values.values.map(\.keyBytes)).intersection(gone)
      let stale = newValues.values.indices.filter { used.contains(newValues.values[$0].keyBytes) }
      guard let first = stale.first else { return nil }
      return Violation(
        owner: reference.newProperty.type, link: reference.newProperty.property ?? "",
        object: newValues.keys[first], count: stale.count, rekeyed: reference.key.type,
        value: after.text(of: newValues.values[first]), reason: reference.reason,
        reasonPlace: reference.place)
    }
  }

  /// Links of the graph itself that lead out of its tables, or to another type than declared.
  ///
  /// A graph that has some cannot be judged any further.
  static func brokenLinks(in snapshot: Snapshot) -> [Snapshot.DanglingLink] {
    let graph = snapshot.graph
    var broken = [Snapshot.DanglingLink]()
    for (index, type) in graph.schema.types.enumerated() {
      for (column, property) in type.storedProperties.enumerated()
      where property.isLink || property.type == .mixed {
        let target = property.objectType.flatMap(graph.schema.index(of:))
        for (row, value) in graph.tables[index].columns[column].enumerated()
        where !value.isNull && !isSound(value, target: target, graph: graph) {
          broken.append(
            Snapshot.DanglingLink(
              type: type.name, key: snapshot.keys[index][row], property: property.name))
        }
      }
    }
    return broken
  }

  /// - Parameter target: the declared type; `nil` of `mixed`.
  private static func isSound(_ value: Value, target: Int?, graph: ObjectGraph) -> Bool {
    switch value {
    case .link(let link):
      return graph.tables.indices.contains(link.type)
        && graph.schema.isKind(link.type, of: target ?? link.type) && link.index >= 0
        && link.index < graph.tables[link.type].count
    case .embedded(let object):
      guard graph.tables.indices.contains(object.type), (target ?? object.type) == object.type
      else { return false }
      return zip(graph.schema.types[object.type].storedProperties, object.values).allSatisfy {
        property, value in
        guard property.isLink || property.type == .mixed else { return true }
        return isSound(
          value, target: property.objectType.flatMap(graph.schema.index(of:)), graph: graph)
      }
    case .list(let elements), .set(let elements):
      return elements.allSatisfy { isSound($0, target: target, graph: graph) }
    case .dictionary(let entries):
      return entries.allSatisfy { isSound($0.value, target: target, graph: graph) }
    default: return true
    }
  }
}

extension Snapshot {
  /// The values of a property, with the keys of the objects that have them; `nil`: there is no such
  /// property.
  fileprivate func values(of path: PropertyPath) -> (keys: [Int64], values: [Value])? {
    guard let index = graph.schema.index(of: path.type),
      let column = graph.schema.types[index].storedProperties.firstIndex(where: {
        $0.name == path.property
      })
    else { return nil }
    return (keys[index], Array(graph.tables[index].columns[column]))
  }
}

extension Schema {
  /// Whether objects of one type may stand where those of another one are asked for.
  fileprivate func isKind(_ type: Int, of other: Int) -> Bool {
    type == other
      || types[type].parent != nil && self.type(types[type].name, isKindOf: types[other].name)
  }
}

extension Check {
  public static let linksResolve = Check(LinksResolve.self)
}
