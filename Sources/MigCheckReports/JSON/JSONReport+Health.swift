import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  static func warning(_ warning: HealthWarning) -> JSON {
    .object(WarningPresentation(warning).facts)
  }

  static func json(_ timings: Timings) -> JSON {
    .object([
      .init("seconds", .number(SecondsText.text(timings.seconds))),
      .init("trialsPerSecond", .number(SecondsText.text(timings.trialsPerSecond))),
      .init(
        "slowestTrial",
        timings.slowestTrial.map { slowest in
          .object([
            .init("trial", slowest.trial.map { .integer($0) } ?? .null),
            .init("seconds", .number(SecondsText.text(slowest.seconds))),
          ])
        } ?? .null),
    ])
  }
}
