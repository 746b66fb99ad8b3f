import MigCheckModel
import MigCheckText

/// `links-resolve`: every link's target exists and is of the declared type.
enum LinksResolve: TrialCheck {
  static let name = "links-resolve"
  static let demand = "every link leads to an object that exists"
  static let scope = CheckScope.hop

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable { case danglingLink }

    static let check = Check.linksResolve
    var owner: Name
    var link: Name
    var object: Int64?
    var count = 1

    var kind: Kind { .danglingLink }
    var type: Name? { owner }
    var property: Name? { link }
    var endsPath: Bool { true }

    func sentence(at site: FailureSite) -> String {
      "\(place) links to an object that does not exist."
    }

    func rows(at site: FailureSite) -> [FailureRow] { [row("object")] }
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
