import MigCheckModel

/// One distinct state of a batch at one version.
struct BatchStop {
  /// Of the batch as a whole.
  var node: Node
  var parts: BatchParts
  /// Whether an upgrade on the way made objects: their keys depend on those of other trials.
  var holdsCreated: Bool
  /// By trial.
  var trials: [TrialStop]

  /// What a stop of the batch is for one of its trials.
  enum TrialStop {
    case judged(Node)
    /// In the state of another stop of the version, from which the trial goes on.
    case merged(Node)
    /// The trial showed something wrong, and is no longer judged.
    case failed

    /// The state of the trial.
    var node: Node? {
      switch self {
      case .judged(let node), .merged(let node): node
      case .failed: nil
      }
    }

    /// What a further stop is where the trial is in the same state.
    var merged: TrialStop { node.map(TrialStop.merged) ?? .failed }

    /// The state that the trial goes on from here.
    var judged: Node? { if case .judged(let node) = self { node } else { nil } }

    var hasFailed: Bool { if case .failed = self { true } else { false } }
  }
}
