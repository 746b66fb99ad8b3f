extension Finding {
  /// What a finding means for the run: the one place that decides what fails and what only warns.
  package enum Standing: String, Sendable, CaseIterable {
    /// The run fails.
    case fails
    /// It could not be decided whether something is wrong, so the run is no pass.
    case undecided
    /// Its author may mean it; the run passes.
    case warns
    /// It is wrong, but known and accepted; the run passes.
    case known
  }

  package var standing: Standing {
    switch severity {
    case .error: .fails
    case .accepted: .known
    case .warning: failure.violation.isUndecided ? .undecided : .warns
    }
  }

  /// Whether nothing is known to be wrong, as something could not be decided, and that is not accepted.
  public var isUndecided: Bool { standing == .undecided }
}
