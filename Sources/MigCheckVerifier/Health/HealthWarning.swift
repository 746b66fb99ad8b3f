import MigCheckModel
import MigCheckText

/// Something that makes a run worth less than it looks, or an upgrade worse: neither a finding nor
/// bad input. No warning changes a verdict.
public struct HealthWarning: Sendable, Equatable, Codable {
  /// A kind of warning, known by its stable name, by which it can be silenced.
  public struct Kind: Sendable, Hashable, Codable {
    /// Such as `flaky`.
    public let rawValue: String

    /// - Parameter rawValue: a name of an earlier release becomes the present one.
    public init(_ rawValue: String) {
      self.rawValue = Self.formerNames[rawValue] ?? rawValue
    }

    /// Names of the release before, which are understood for one release more.
    private static let formerNames = ["canary-missed": "injected-fault-missed"]
  }

  /// The kind of warning.
  public var name: Kind
  /// What is the matter, in one or two sentences.
  public var message: String
  /// How to fix it, in one or two sentences.
  public var remedy: String
  /// The shortest upgrade that it is about; from a version to itself: that version's stores.
  /// `nil`: the run as a whole.
  public var hop: Hop?
  /// Longer upgrades with the same trouble, in increasing order.
  public var alsoAt: [Hop]
  /// The object type that it is about, if one is.
  public var type: Name?
  /// The property that it is about, if one is.
  public var property: Name?

  package init(
    _ name: Kind, _ message: String, remedy: String, hop: Hop? = nil, alsoAt: [Hop] = [],
    type: Name? = nil, property: Name? = nil
  ) {
    self.name = name
    self.message = message
    self.remedy = remedy
    self.hop = hop
    self.alsoAt = alsoAt
    self.type = type
    self.property = property
  }
}

extension HealthWarning.Kind {
  /// A comment in a migration allows what the run did not find there.
  public static let idleAllowance = Self("idle-allowance")
  /// An upgrade that was broken on purpose was not noticed.
  public static let injectedFaultMissed = Self("injected-fault-missed")
  /// Cases of the corpus were left out, as the history no longer fits them.
  public static let corpusSkipped = Self("corpus-skipped")
  /// Findings were reported, and not saved.
  public static let corpusNotWritten = Self("corpus-not-written")
  /// A finding came and went when its counterexample was run again.
  public static let flaky = Self("flaky")
  /// Too many random start graphs could not be held by the subject, or were no valid graphs.
  public static let invalidGraphs = Self("invalid-graphs")
  /// The subject, or the making of a trial, gave something else when it was asked again.
  public static let nondeterministicGenerator = Self("nondeterministic-generator")
  /// A check that compares two graphs never had two to compare.
  public static let notCompared = Self("not-compared")
  /// What a version no longer has may be lost, as something like it was added and not written.
  public static let possibleLoss = Self("possible-loss")
  /// Random graphs hold too few objects of a type, or for an invariant.
  public static let rarelyExercised = Self("rarely-exercised")
  /// A trial took far longer than most. Depends on time.
  public static let slowTrial = Self("slow-trial")
  /// Not all distinct states of a version were followed.
  public static let statesCapped = Self("states-capped")
  /// A step of a migration runs for versions only that do not exist.
  public static let stepNeverRuns = Self("step-never-runs")
  /// Code of a migration visits the objects of a type that no schema has.
  public static let unknownType = Self("unknown-type")
  /// Code of a migration does something whose result in the engine is unclear.
  public static let unclearResult = Self("unclear-result")
  /// The time limit ended the run.
  public static let timeLimit = Self("time-limit")

  /// All names of the verifier's own, in byte order; a subject adds those of its engine's defects.
  public static let all: [Self] = [
    corpusNotWritten, corpusSkipped, flaky, idleAllowance, injectedFaultMissed, invalidGraphs,
    nondeterministicGenerator, notCompared, possibleLoss, rarelyExercised, slowTrial, statesCapped,
    stepNeverRuns, timeLimit, unclearResult, unknownType,
  ]

  /// Checks of whose findings many are warnings, which can be silenced like warnings.
  public static let checks =
    (Check.ofFollowUps.map { $0.name } + [SideEffects.name, CrashSafe.name])
    .sorted { $0.precedes($1) }.map { Self($0) }
}

extension HealthWarning.Kind: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

extension HealthWarning.Kind: ExpressibleByStringLiteral {
  /// A kind by its name, as `init(_:)` takes it.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
