import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  static func warning(_ warning: HealthWarning) -> JSON {
    .object(WarningPresentation(warning).facts)
  }

  static func json(_ timings: Timings) -> JSON {
    var members: [JSON.Member] = [
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
    ]
    if !timings.phases.isEmpty {
      members.append(
        .init(
          "processorSeconds",
          .object(
            timings.phases.map {
              .init($0.phase.rawValue, .number(SecondsText.text($0.seconds)))
            })))
    }
    return .object(members)
  }
}
