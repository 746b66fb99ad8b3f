import MigCheckModel

/// A check that failed, with a counterexample that a person can read and a run can repeat.
public struct Finding: Sendable {
  /// What a finding does to the verdict.
  public enum Severity: String, Sendable, Codable {
    /// It fails the run.
    case error
    /// Something could not be decided, which is no failure, but no pass either; or an author may
    /// mean it so (`exemption`), which is a pass.
    case warning
    /// It is wrong, but known: it has shipped, or somebody accepts it with a reason. The run passes.
    case accepted
  }

  package var failure: Failure
  /// What it does to the verdict.
  public var severity: Severity
  /// The graph whose upgrade does not agree with that of the counterexample, if the failure is
  /// between two graphs.
  package var followUp: FollowUp?
  /// Why an author may mean what was found; `nil`: no reason is known.
  package var exemption: Exemption?
  /// Why the run passes all the same; `nil` unless the severity is `accepted`.
  package var acceptance: Acceptance?
  /// Where the author wrote what fails; `nil`: nothing says.
  package var source: SourcePlace?
  /// The number of the trial; `nil` for a case of the corpus.
  public var trial: Int?
  /// How many runs it took to shrink.
  public var evaluations: Int
  /// The smallest start graph that shows it.
  public var counterexample: Counterexample
  /// How many objects the counterexample has that nobody may see; `nil`: they are shown.
  package var hiddenObjects: Int?
  /// Longer hops with the same failure, and other ones that pass the same statement; only the
  /// shortest ones are findings of their own.
  public var alsoAt: [Hop]
  /// Other properties to which the same statement, or the same migration, does the same.
  public var likewise: [PropertyPath] = []
  /// Of a disagreement between two paths: the values that go in its counterexample, on either of them.
  package var shownLosses: [ShownLoss] = []
  /// Whether the failure came and went when the counterexample was run again.
  public var isFlaky: Bool

  /// - Parameter severity: `nil`: an error, or a warning if something could not be decided.
  package init(
    _ failure: Failure, severity: Severity? = nil, followUp: FollowUp? = nil,
    exemption: Exemption? = nil, source: SourcePlace? = nil, trial: Int?, evaluations: Int = 0,
    counterexample: Counterexample, alsoAt: [Hop] = [], isFlaky: Bool = false
  ) {
    self.failure = failure
    let isWarning = failure.violation.isUndecided || failure.violation.isWarning
    self.severity = severity ?? (isWarning ? .warning : .error)
    self.followUp = followUp
    self.exemption = exemption
    self.source = source
    self.trial = trial
    self.evaluations = evaluations
    self.counterexample = counterexample
    self.alsoAt = alsoAt
    self.isFlaky = isFlaky
  }
}

extension Finding {
  /// The check that failed.
  public var check: Check { failure.check }
  /// What exactly the check found, a stable name such as `valueChanged`.
  public var kind: String { failure.violation.kindName }
  /// The error code of a refused upgrade, the cause for which objects went, or the kind of
  /// difference of two graphs.
  public var code: String? { failure.violation.code }
  /// The object type that it is about, if it is about one.
  public var type: Name? { failure.violation.type }
  /// The property that it is about, if it is about one.
  public var property: Name? { failure.violation.property }
  /// What is wrong, in one or two sentences, without values.
  public var message: String { failure.message }

  /// The hop that fails; of checks over whole paths, from their first version to their last.
  public var hop: Hop { failure.site.hop }
  /// The versions that the store is opened at, from that of the counterexample's graph on.
  public var path: [UInt64] { failure.site.path }
  /// The path that ends in another graph, if the failure is between two paths.
  public var otherPath: [UInt64]? { failure.site.otherPath }
  /// The store in which it was seen; memory, if it was seen there too.
  public var store: StoreKind { failure.site.store }
}

extension Finding {
  /// What it is silenced, explained and allowed by: the code of what a subject knows of itself, as there
  /// are many kinds of it; else the check.
  package var warningName: String {
    check == .sideEffects ? code ?? check.rawValue : check.rawValue
  }

  /// Whether it would fail no run, accepted or not.
  var isMild: Bool {
    switch severity {
    case .error: false
    case .warning: true
    case .accepted:
      failure.violation.isWarning || failure.violation.isUndecided || exemption != nil
    }
  }

  /// Whether it would fail the run, if it were not accepted.
  var isAcceptedError: Bool { severity == .accepted && !isMild }
}

/// A start graph that makes an upgrade fail.
public struct Counterexample: Sendable {
  /// A value that does not matter for the failure.
  public struct AnyValue: Sendable, Equatable, Codable {
    /// The object type.
    public var type: Name
    /// The property.
    public var property: Name
    /// The row of the object in its type's table.
    public var row: Int
    /// Where in the property's value: positions in lists and dictionaries, and of the fields of
    /// embedded objects, from the outside in. Empty: the whole value.
    public var path: [Int]

    package init(type: Name, property: Name, row: Int, path: [Int] = []) {
      self.type = type
      self.property = property
      self.row = row
      self.path = path
    }
  }

  /// The version of the graph.
  public var version: UInt64
  /// The graph itself.
  public var graph: ObjectGraph
  /// How many objects the graph had before it was shrunk.
  public var originalObjects: Int
  /// Whether nothing more can be taken away; else the budget ended.
  public var isMinimal: Bool
  /// The values of the graph that do not matter.
  public var anyValues: [AnyValue]
  /// The case file that replays it, if it was saved.
  public var caseFile: String?

  /// All objects, embedded ones included.
  public var objects: Int { graph.totalObjectCount }
  /// Links to top-level objects; an embedded object is not a link.
  public var links: Int { graph.linkCount }

  package init(
    version: UInt64, graph: ObjectGraph, originalObjects: Int, isMinimal: Bool = false,
    anyValues: [AnyValue] = [], caseFile: String? = nil
  ) {
    self.version = version
    self.graph = graph
    self.originalObjects = originalObjects
    self.isMinimal = isMinimal
    self.anyValues = anyValues
    self.caseFile = caseFile
  }
}
