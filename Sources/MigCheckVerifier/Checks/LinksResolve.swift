import MigCheckModel
import MigCheckText

/// `links-resolve`: every link's target exists and is of the declared type, and where a migration gives
/// objects other keys, nothing that held their keys keeps the old ones.
enum LinksResolve: StateCheck, HopCheck {
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

  /// Links that dangle.
  static func violations(in context: StateContext) -> [Violation] {
    guard let after = context.snapshot else { return [] }
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
        context.before?.danglingLinks.contains {
          ($0.key == link.key || context.identity != .exact) && $0.type == link.type
            && $0.property == link.property
        } ?? false
      if !isOlder { add(type: link.type, property: link.property, key: link.key) }
    }
    for broken in after.brokenLinks {
      add(type: broken.type, property: broken.property, key: broken.key)
    }
    return violations
  }

  /// Properties that hold keys of objects which have others after the hop.
  /// A key that is gone may be that of another trial's object.
  static func isComponentwise(on plan: HopPlan) -> Bool { false }

  static func violations(in context: HopContext) -> [Violation] {
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

extension Check {
  /// Asserts that every link leads to an existing object of its type.
  public static let linksResolve = Check(LinksResolve.self)
}
