import MigCheckModel

// The one form of a finding in JSON: a report shows it, with what its words and graphs add, and the
// part of a shard holds it, with the exact graph and the facts of its check, to be read again.

extension Encoder {
  /// Whether values have to come back bit for bit.
  fileprivate var isExact: Bool { userInfo[SchemaTable.key] != nil }
}

extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case check, kind, severity, hop, path, otherPath, store, source
    case trial, evaluations, alsoAt, likewise, flaky, followUp, exemption, acceptance,
      counterexample
    case isShipped = "shipped"
    /// The facts of the check's own kind; only where values have to come back.
    case violation, shownLosses
  }

  /// Writes the members that a JSON report has, and in the part of a shard also the exact values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(check, forKey: .check)
    try container.encode(kind, forKey: .kind)
    try container.encode(severity, forKey: .severity)
    try container.encode(HopPair(hop), forKey: .hop)
    try container.encode(path, forKey: .path)
    try container.encode(otherPath, forKey: .otherPath)
    try container.encode(store, forKey: .store)
    try container.encode(source, forKey: .source)
    try container.encode(trial, forKey: .trial)
    try container.encode(evaluations, forKey: .evaluations)
    try container.encode(alsoAt.map(HopPair.init), forKey: .alsoAt)
    if !likewise.isEmpty { try container.encode(likewise.map(\.description), forKey: .likewise) }
    try container.encode(isFlaky, forKey: .flaky)
    if let change = failure.site.change {
      try container.encode(change, forKey: .followUp)
      try container.encode(exemption, forKey: .exemption)
    }
    try container.encodeIfPresent(acceptance, forKey: .acceptance)
    if failure.site.isShipped { try container.encode(true, forKey: .isShipped) }
    try container.encode(counterexample, forKey: .counterexample)
    if encoder.isExact {
      try container.encode(failure.violation, forKey: .violation)
      if !shownLosses.isEmpty { try container.encode(shownLosses, forKey: .shownLosses) }
    }
  }

  /// Reads what was written where values have to come back.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let check = try container.decode(Check.self, forKey: .check)
    guard let definition = check.definition as? any TrialCheck.Type else {
      throw DecodingError.dataCorruptedError(
        forKey: .check, in: container, debugDescription: "no trial fails this check")
    }
    func violation(of check: (some TrialCheck).Type) throws -> any CheckViolation {
      try container.decode(check.Violation.self, forKey: .violation)
    }
    let change = try container.decodeIfPresent(FollowUp.Change.self, forKey: .followUp)
    let example = try container.decode(Counterexample.self, forKey: .counterexample)
    self.init(
      Failure(
        try violation(of: definition),
        at: FailureSite(
          hop: try container.decode(HopPair.self, forKey: .hop).hop,
          path: try container.decode([UInt64].self, forKey: .path),
          otherPath: try container.decodeIfPresent([UInt64].self, forKey: .otherPath),
          store: try container.decode(StoreKind.self, forKey: .store), change: change,
          isShipped: try container.decodeIfPresent(Bool.self, forKey: .isShipped) ?? false)),
      severity: try container.decode(Severity.self, forKey: .severity),
      followUp: change.flatMap { FollowUp($0, of: example.graph) },
      exemption: try container.decodeIfPresent(Exemption.self, forKey: .exemption),
      source: try container.decodeIfPresent(SourcePlace.self, forKey: .source),
      trial: try container.decodeIfPresent(Int.self, forKey: .trial),
      evaluations: try container.decode(Int.self, forKey: .evaluations), counterexample: example,
      alsoAt: try container.decode([HopPair].self, forKey: .alsoAt).map(\.hop),
      isFlaky: try container.decode(Bool.self, forKey: .flaky))
    shownLosses = try container.decodeIfPresent([ShownLoss].self, forKey: .shownLosses) ?? []
    acceptance = try container.decodeIfPresent(Acceptance.self, forKey: .acceptance)
  }
}

extension Counterexample: Codable {
  private enum CodingKeys: String, CodingKey {
    case version, objects, links, minimal, shrunkFrom, any, graph
    case caseFile = "case"
  }

  /// Writes the members that a JSON report has, and in the part of a shard also the graph.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(objects, forKey: .objects)
    try container.encode(links, forKey: .links)
    try container.encode(isMinimal, forKey: .minimal)
    try container.encode(originalObjects, forKey: .shrunkFrom)
    try container.encode(anyValues, forKey: .any)
    if encoder.isExact { try container.encode(graph, forKey: .graph) }
    try container.encode(caseFile, forKey: .caseFile)
  }

  /// Reads what was written where values have to come back.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      version: try container.decode(UInt64.self, forKey: .version),
      graph: try container.decode(ObjectGraph.self, forKey: .graph),
      originalObjects: try container.decode(Int.self, forKey: .shrunkFrom),
      isMinimal: try container.decode(Bool.self, forKey: .minimal),
      anyValues: try container.decode([AnyValue].self, forKey: .any),
      caseFile: try container.decodeIfPresent(String.self, forKey: .caseFile))
  }
}

/// A hop as the pair of its versions, `[1, 3]`.
private struct HopPair: Codable {
  var hop: Hop

  init(_ hop: Hop) {
    self.hop = hop
  }

  func encode(to encoder: any Encoder) throws {
    try [hop.from, hop.to].encode(to: encoder)
  }

  init(from decoder: any Decoder) throws {
    let versions = try [UInt64](from: decoder)
    guard versions.count == 2 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a hop has two versions"))
    }
    hop = Hop(from: versions[0], to: versions[1])
  }
}
