import MigCheckModel
import MigCheckText

/// What identifies a run: everything that decides which trials there are, and what is reported of
/// them. Runs with equal scopes give equal reports, so only shards with equal scopes can be merged.
///
/// A further option that decides either is a property here. `RunScopeTests` fails for an option of
/// `VerificationOptions` that is neither here nor among those that change no report.
public struct RunScope: Sendable, Equatable, Codable {
  /// Counts up whenever the same seed begins to give other trials, or reports are put together in
  /// another way, or what shards write about themselves changes.
  package static let currentEngine = 8

  /// The engine that ran the trials.
  package var engine = Self.currentEngine
  /// The name of the subject.
  public var history: String
  /// The rules of the subject's engine.
  public var rules: String
  /// A hash of all that the subject declares.
  package var content = ""
  /// The first version that stores are made at.
  public var from: UInt64
  /// The version at which all paths end.
  public var to: UInt64
  /// Decides every random choice.
  public var seed: UInt64
  /// How many random trials all shards have together.
  public var trials = 0
  /// Where graphs live while they are upgraded.
  public var stores: [StoreKind]
  /// Which upgrades stores take.
  public var paths = UpgradePaths.all
  package var exploration = VerificationOptions.Exploration.merged
  /// The last version that users have; `nil`: it is not said.
  public var shipped: UInt64?
  /// How many findings are accepted, and a hash of them.
  package var accepted = ""
  /// How many runs the search for a smaller counterexample may take.
  public var shrinkBudget = 0
  /// Whether dependence on other objects or on their order is an error in any case, and values of which
  /// only the form is lost are reported.
  public var strict = false
  /// The names of warnings that the report leaves out, in byte order.
  public var silenced: [HealthWarning.Kind] = []
  /// How many cases of the corpus are tried, and a hash of them.
  package var corpus = ""

  /// The scope of a report that no run made.
  package init(
    history: String, rules: String, from: UInt64, to: UInt64, seed: UInt64, stores: [StoreKind]
  ) {
    self.history = history
    self.rules = rules
    self.from = from
    self.to = to
    self.seed = seed
    self.stores = stores
  }

  /// - Throws: what encoding a schema or a graph throws.
  init(
    span: VersionSpan, options: VerificationOptions, replays: [(start: Int, graph: ObjectGraph)]
  ) throws {
    let subject = span.subject
    self.init(
      history: subject.name, rules: subject.rules, from: span.versions[0].number,
      to: span.last.number, seed: options.seed, stores: options.stores)
    content = try SubjectDigest.digest(of: subject)
    trials = options.trials
    paths = options.paths ?? subject.paths
    exploration = options.exploration
    shipped = span.shipped
    accepted = SubjectDigest.digest(of: options.accepted)
    shrinkBudget = options.shrinkBudget
    strict = options.strict
    silenced = WarningFilter.sorted(options.silenced)
    corpus = try SubjectDigest.digest(of: replays, span: span)
  }

  /// A value that a person changed may be of any length.
  private static let shownLength = 100

  /// The first property in which another scope differs, with both values as texts.
  func difference(from other: RunScope) -> (name: String, own: String, other: String)? {
    let (own, others) = (members, other.members)
    for name in (own + others).map(\.key) {
      let texts = [own, others].map { Self.text(of: name, in: $0) }
      if !texts[0].isIdentical(to: texts[1]) { return (name, texts[0], texts[1]) }
    }
    return nil
  }

  /// The value of a property as the command's options write it.
  private static func text(of name: String, in members: [JSON.Member]) -> String {
    func text(_ value: JSON) -> String {
      switch value {
      case .string(let text): text
      case .array(let elements): elements.map(text).joined(separator: ",")
      case .number(let digits) where name == "seed":
        UInt64(digits).map { String($0, radix: 16) } ?? digits
      default: value.compactText
      }
    }
    let value = members.first { $0.key.isIdentical(to: name) }?.value ?? .null
    return text(value).shortened(to: shownLength)
  }

  /// The properties by their names, in order.
  package var members: [JSON.Member] {
    guard case .object(let members)? = try? JSON(encoding: self) else { return [] }
    return members
  }
}
