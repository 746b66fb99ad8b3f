import MigCheckModel
import MigCheckText
import MigCheckVerifier

extension JSONReport {
  /// Keys that do not apply are null.
  static func warning(_ warning: HealthWarning) -> JSON {
    func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
    func text(_ name: Name?) -> JSON { text(name?.text) }
    func version(_ version: UInt64?) -> JSON { version.map { .integer($0) } ?? .null }
    return .object([
      .init("name", .string(warning.name.rawValue)), .init("message", .string(warning.message)),
      .init("remedy", .string(warning.remedy)),
      .init("from", version(warning.hop?.from)), .init("to", version(warning.hop?.to)),
      .init(
        "alsoAt",
        .array(
          warning.alsoAt.map { hop in
            .array([.integer(hop.from), .integer(hop.to)])
          })),
      .init("type", text(warning.type)), .init("property", text(warning.property)),
    ])
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
