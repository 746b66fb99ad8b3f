/// Between which bounds a probability lies that was seen in some of many trials.
///
/// The score interval of E. B. Wilson, "Probable inference, the law of succession, and statistical
/// inference", Journal of the American Statistical Association 22 (1927): unlike the textbook's
/// interval it holds for few trials and near 0 and 1 too.
package struct WilsonInterval: Sendable, Equatable {
  /// 0 … 1.
  package let low: Double
  /// 0 … 1.
  package let high: Double

  /// - Parameters:
  ///   - count: in how many trials it was seen.
  ///   - trials: how many there were; the interval of none is all of 0 … 1.
  ///   - deviations: half the width in standard deviations of the normal distribution: 1.96 for a
  ///     certainty of 95 %.
  package init(_ count: Int, of trials: Int, deviations: Double) {
    precondition(count >= 0 && count <= trials, "a part is no more than the whole")
    guard trials > 0 else {
      (low, high) = (0, 1)
      return
    }
    let number = Double(trials)
    let share = Double(count) / number
    let square = deviations * deviations
    let middle = share + square / (2 * number)
    let radius =
      deviations
      * (share * (1 - share) / number + square / (4 * number * number)).squareRoot()
    let scale = 1 + square / number
    low = max(0, (middle - radius) / scale)
    high = min(1, (middle + radius) / scale)
  }
}

/// Decides whether something happens in at least a given share of all trials, or needs more trials
/// to say.
///
/// This is the test of `checkCoverage` in QuickCheck (`sufficientlyCovered` and
/// `insufficientlyCovered` in its `Test.QuickCheck.Test`), with its standard confidence: it errs
/// about once in 10⁹ runs, and is content with 0.9 times the share, so that it ends for a rate that
/// is exactly the one required. It may be asked again after every trial.
package struct RateTest: Sendable {
  package enum Decision: Sendable {
    case sufficient, insufficient
    /// The trials so far do not tell.
    case undecided
  }

  /// Standard deviations for a certainty of 1 − 10⁻⁹, on both sides together.
  package static let deviations = 6.109410191

  /// How much of the required share is enough.
  package static let tolerance = 0.9

  /// The share of all trials that is required.
  package let required: Double

  package init(required: Double) {
    self.required = required
  }

  package func decision(_ count: Int, of trials: Int) -> Decision {
    let interval = WilsonInterval(count, of: trials, deviations: Self.deviations)
    if interval.low >= Self.tolerance * required { return .sufficient }
    return interval.high < required ? .insufficient : .undecided
  }
}
