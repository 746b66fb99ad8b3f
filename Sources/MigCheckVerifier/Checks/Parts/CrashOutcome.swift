import MigCheckModel
import MigCheckText

/// What the next start finds, or comes to.
enum CrashOutcome: Sendable, Codable {
  case unopenable(Refusal)
  case unknownVersion(UInt64)
  /// The next upgrade fails, from the version that the store says it has.
  case refused(Refusal, from: UInt64)
  /// It ends in another state than an upgrade that was not interrupted.
  case differs(SnapshotDifference)
  /// It ends with another schema, or with other things beside the content.
  case leftovers(Leftovers)

  /// What stores that should be alike have beside their content.
  struct Leftovers: Sendable, Codable {
    /// What would make the schema without the interruption the one with it, each in a phrase.
    var changes: [String]
    var type: Name?
    var property: Name?
    /// Indexes, triggers and the like that are there with it and not without.
    var added: [String]
    /// Likewise the other way round.
    var missing: [String]

    var words: String {
      var parts = changes
      if !added.isEmpty { parts.append("there is \(added.joined(separator: ", ")) too") }
      if !missing.isEmpty { parts.append("\(missing.joined(separator: ", ")) is missing") }
      return "the store is different from one without the interruption: "
        + ValueText.escaped(parts.joined(separator: "; "))
    }
  }
}
