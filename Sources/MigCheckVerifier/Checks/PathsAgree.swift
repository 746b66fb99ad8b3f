import MigCheckModel

/// `paths-agree`: all paths from one start end in equal graphs.
enum PathsAgree: EndsCheck {
  static let name = "paths-agree"
  static let demand = "all paths from one start end in equal graphs"

  enum Violation: CheckViolation {
    case differ(EndDifference)
    /// Likewise, and nothing of it was in the start graph: only defaults differ, and no data is lost.
    case differInDefaults(EndDifference)
    /// The graphs are too symmetrical to tell.
    case undecided

    enum Kind: String, CaseIterable { case pathsDiffer, pathsUndecided, defaultsDiffer }

    static let check = Check.pathsAgree

    var kind: Kind {
      switch self {
      case .differ: .pathsDiffer
      case .differInDefaults: .defaultsDiffer
      case .undecided: .pathsUndecided
      }
    }

    var difference: EndDifference? {
      switch self {
      case .differ(let difference), .differInDefaults(let difference): difference
      case .undecided: nil
      }
    }

    var isWarning: Bool { kind == .defaultsDiffer }

    var code: String? { difference?.kind.rawValue }
    var type: Name? { difference?.type }
    var property: Name? { difference?.property }
    var object: Int64? { difference?.object }
    var count: Int { difference?.count ?? 1 }
    var isUndecided: Bool { difference == nil }
    var label: String? { difference?.label }

    func sentence(at site: FailureSite) -> String {
      guard let difference else {
        return "Whether the paths end in equal graphs could not be decided: the graphs are too "
          + "symmetrical."
      }
      // The versions that one path visits and the other does not.
      let (path, other) = (site.path, site.otherPath ?? [])
      let only = other.filter { !path.contains($0) } + path.filter { !other.contains($0) }
      let skipped = only.sorted().map(String.init).joined(separator: ", ")
      let (noun, verb) = only.count == 1 ? ("version", "was") : ("versions", "were")
      let sentence = difference.dependent(place) + " on whether \(noun) \(skipped) \(verb) skipped."
      return isWarning
        ? "\(sentence) It is new on both paths, so only defaults differ." : sentence
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      func arrows(_ path: [UInt64]) -> String {
        path.map(String.init).joined(separator: " → ")
      }
      let labels = (arrows(site.path), arrows(site.otherPath ?? []))
      guard let difference else { return [FailureRow(labels.0), FailureRow(labels.1)] }
      return [row(labels.0, difference.first), row(labels.1, difference.second)]
    }
  }

  static func violation(between ends: EndsContext) -> Violation? {
    switch ends.comparison.outcome(ends.first, ends.second) {
    case .equal: nil
    case .different(let difference):
      ends.isNewOnAllPaths(difference) ? .differInDefaults(difference) : .differ(difference)
    case .undecided: .undecided
    }
  }
}

extension EndsContext {
  /// Whether the engine says that a property which differs comes from no property of the start on any
  /// path: then only defaults differ.
  fileprivate func isNewOnAllPaths(_ difference: EndDifference) -> Bool {
    guard span.evidence.mappings != nil, let property = difference.property else { return false }
    return paths.allSatisfy { span.isNew(property, of: difference.type, along: $0) }
  }
}

extension VersionSpan {
  /// Whether a property at the end of a path comes from none of its first version.
  fileprivate func isNew(_ property: Name, of type: Name, along path: [UInt64]) -> Bool {
    var place = (type: type, property: property)
    for (from, to) in zip(path, path.dropFirst()).reversed() {
      guard let start = position(of: from), let end = position(of: to),
        let mapping = plan(from: start, to: end).mapping,
        let owner = versions[end].schema.type(named: place.type)
      else { return false }
      let origin = mapping.origin(of: place.property, in: owner)
      switch origin {
      case .unspecified(nil), .assigned: return false
      default: break
      }
      guard let source = mapping.source(of: place.type), let name = origin.source else {
        return true
      }
      place = (source, name)
    }
    return false
  }
}

extension Check {
  /// Asserts that all paths from one start end in equal graphs.
  public static let pathsAgree = Check(PathsAgree.self)
}
