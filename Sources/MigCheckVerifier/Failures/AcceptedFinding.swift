import MigCheckModel

/// A finding that somebody knows and accepts: runs report it, and do not fail for it.
public struct AcceptedFinding: Sendable, Equatable, Codable {
  /// The name of the subject.
  public var history: String
  /// The check that failed.
  public var check: Check
  /// What exactly the check found, such as `valueChanged`.
  public var kind: String
  /// What exactly was found, where the check says more than its kind; `nil`: it does not.
  public var code: String?
  /// The object type that it is about, if one is.
  public var type: Name?
  /// The property that it is about, if one is.
  public var property: Name?
  /// What else the finding is about, such as the name of an invariant.
  public var subject: Name?
  /// The upgrade; of checks over whole paths, from their first version to their last.
  public var hop: Hop
  /// Why it is accepted, for whoever reads it later.
  public var reason: String

  package init(
    history: String, check: Check, kind: String, code: String? = nil, type: Name? = nil,
    property: Name? = nil, subject: Name? = nil, hop: Hop, reason: String
  ) {
    self.history = history
    self.check = check
    self.kind = kind
    self.code = code
    self.type = type
    self.property = property
    self.subject = subject
    self.hop = hop
    self.reason = reason
  }

  /// - Parameter history: the name of the subject.
  package init(_ finding: Finding, of history: String, reason: String) {
    self.init(
      history: history, check: finding.check, kind: finding.kind, code: finding.code,
      type: finding.type, property: finding.property,
      subject: finding.failure.violation.subject, hop: finding.hop, reason: reason)
  }

  /// Whether it is the same fault. It stands for longer hops as well, on which the fault shows too;
  /// where whole paths disagree, for those that begin earlier and end at the same version, since
  /// one that ends later may disagree for a reason of its own.
  package func covers(_ finding: Finding, of history: String) -> Bool {
    guard AcceptedFinding(finding, of: history, reason: reason).fault == fault else { return false }
    return finding.failure.signature.spansPaths
      ? finding.hop.to == hop.to && finding.hop.from <= hop.from : finding.hop.contains(hop)
  }

  /// All but the hop and the reason.
  private var fault: [Name] {
    [
      Name(history), Name(check.rawValue), Name(kind), Name(code ?? ""), type ?? "",
      property ?? "", subject ?? "",
    ]
  }

  /// Texts that are the same for two that accept the same.
  package var key: [String] { fault.map(\.text) + ["\(hop.from)", "\(hop.to)"] }
}

extension Finding {
  /// Why a finding fails no run.
  package enum Acceptance: Sendable, Equatable {
    /// The upgrade leads into a version that users have, so that nobody can change it.
    case shipped
    /// Somebody listed it, with this reason.
    case listed(reason: String)
    /// A comment in the migration, at this place, gives the reason.
    case allowed(reason: String, place: String)
  }
}

extension Finding.Acceptance: Codable {
  private enum CodingKeys: String, CodingKey { case because, reason, place }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .shipped: try container.encode("shipped", forKey: .because)
    case .listed(let reason):
      try container.encode("listed", forKey: .because)
      try container.encode(reason, forKey: .reason)
    case .allowed(let reason, let place):
      try container.encode("allowed", forKey: .because)
      try container.encode(reason, forKey: .reason)
      try container.encode(place, forKey: .place)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .because) {
    case "shipped": self = .shipped
    case "listed": self = .listed(reason: try container.decode(String.self, forKey: .reason))
    case "allowed":
      self = .allowed(
        reason: try container.decode(String.self, forKey: .reason),
        place: try container.decode(String.self, forKey: .place))
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .because, in: container, debugDescription: "it is shipped, listed or allowed")
    }
  }
}

extension VerificationOptions {
  /// A finding with the severity that it has in this run.
  func judged(_ finding: Finding, in span: VersionSpan) -> Finding {
    var finding = finding
    if finding.exemption != nil { finding.severity = strict ? .error : .warning }
    let history = span.subject.name
    if let allowance = span.allowances.first(of: finding) {
      finding.acceptance = .allowed(
        reason: allowance.reason, place: allowance.place.fileAndLine)
    } else if let accepted = accepted.first(where: { $0.covers(finding, of: history) }) {
      finding.acceptance = .listed(reason: accepted.reason)
    } else if finding.failure.site.isShipped, finding.severity == .error || finding.isUndecided {
      finding.acceptance = .shipped
    }
    if finding.acceptance != nil { finding.severity = .accepted }
    return finding
  }
}
