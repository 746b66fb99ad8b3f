import MigCheckModel
import MigCheckText

/// `crash-safe`: an upgrade that is interrupted anywhere leaves a store that the next start opens and
/// upgrades, with the same result as if nothing had happened.
///
/// Only of subjects that upgrade real files. What the store holds in between is not compared: it may
/// be the old state, that of a version on the way, or a half-finished one, as long as the next start
/// finishes it.
enum CrashSafe: CrashCheck {
  static let name = "crash-safe"
  static let demand =
    "after an interrupted upgrade the next one ends as if nothing had happened (sampled; real files)"

  struct Violation: CheckViolation {
    enum Kind: String, CaseIterable {
      case unopenableAfterCrash, unknownVersionAfterCrash, refusedAfterCrash, differsAfterCrash
      case leftoversAfterCrash
    }

    static let check = Check.crashSafe
    var outcome: CrashOutcome
    var point: CrashPoint
    /// The statement that was the last or under way, where the subject knows.
    var statement: String?
    /// Where it stands.
    var statementPlace: SourcePlace?
    /// What is taken for granted, where that is no more than likely.
    var assumption: String?
    /// What the next upgrade takes away that is nowhere else, as the rest of "the next upgrade …".
    var loss: String?
    /// Whether the moment was met by chance.
    var isSampled = false

    var isWarning: Bool { assumption != nil }
    var source: SourcePlace? { statementPlace }

    var kind: Kind {
      switch outcome {
      case .unopenable: .unopenableAfterCrash
      case .unknownVersion: .unknownVersionAfterCrash
      case .refused: .refusedAfterCrash
      case .differs: .differsAfterCrash
      case .leftovers: .leftoversAfterCrash
      }
    }

    var code: String? { refusal?.code.rawValue }
    var type: Name? {
      switch outcome {
      case .differs(let difference): difference.type
      case .leftovers(let leftovers): leftovers.type
      default: refusal?.type
      }
    }
    var property: Name? {
      switch outcome {
      case .differs(let difference): difference.property
      case .leftovers(let leftovers): leftovers.property
      default: refusal?.property
      }
    }
    var object: Int64? {
      if case .differs(let difference) = outcome { difference.key } else { nil }
    }

    var crash: CrashPoint? { point }

    private var refusal: Refusal? {
      switch outcome {
      case .unopenable(let refusal), .refused(let refusal, _): refusal
      default: nil
      }
    }

    func sentence(at site: FailureSite) -> String {
      let sampled =
        isSampled ? "Sampled while the upgrade ran: the seed alone may not repeat it." : nil
      return [outcomeSentence(at: site), assumption, sampled].compactMap(\.self).joined(
        separator: " ")
    }

    private func outcomeSentence(at site: FailureSite) -> String {
      let when =
        isSampled
        ? "If the process is killed after change \(point.moment) of the store's files"
        : point.words(statement)
      let to = site.hop.to
      switch outcome {
      case .unopenable(let refusal):
        return "\(when), the store cannot be opened any more: \(refusal.code.rawValue)."
          + refusal.explanation
      case .unknownVersion(let version):
        return "\(when), the store says that it is at version \(version), which no release has."
      case .refused(let refusal, let from):
        let place = from == site.hop.from ? "" : " from version \(from)"
        return "\(when), the next upgrade\(place) to \(to) \(lossClause)fails with "
          + "\(refusal.code.rawValue)." + refusal.explanation
      case .differs:
        return "\(when), the next upgrade \(lossClause)completes, but \(place) is not what it is "
          + "without the interruption."
      case .leftovers(let leftovers):
        return "\(when), the next upgrade \(lossClause)completes, but \(leftovers.words)."
      }
    }

    private var lossClause: String {
      loss.map { "\(ValueText.escaped($0)), and then " } ?? ""
    }

    func rows(at site: FailureSite) -> [FailureRow] {
      guard case .differs(let difference) = outcome,
        difference.first != nil || difference.second != nil
      else { return [] }
      return [
        row("uninterrupted", difference.first), row("interrupted", difference.second),
      ]
    }
  }

  static func violation(in context: CrashContext) -> Violation {
    Violation(
      outcome: context.outcome, point: context.point, statement: context.statement,
      statementPlace: context.place, assumption: context.assumption, loss: context.loss,
      isSampled: context.isSampled)
  }
}

extension CrashPoint {
  /// A clause that begins a sentence.
  fileprivate func words(_ statement: String?) -> String {
    let at = statement.map { " at \($0)" } ?? ""
    return switch kind {
    case .killedAfterStatement:
      "If the process ends after " + (statement ?? "statement \(moment) of the migration")
    case .killed: "If the process ends\(at) before write \(moment)"
    case .failedWrite: "If write \(moment) fails\(at)"
    case .fullDisk: "If the disk is full from write \(moment) on\(at)"
    case .powerLoss, .reorderedWrites: "If the power fails\(at) before write \(moment)"
    case .tornWrite: "If the power fails\(at) during write \(moment)"
    }
  }
}

extension Check {
  /// Asserts that an interrupted upgrade ends, on the next start, as if nothing had happened.
  public static let crashSafe = Check(CrashSafe.self)
}
