import MigCheck
import MigCheckFormats
import MigCheckHistory
import MigCheckModel
import MigCheckText
import MigCheckVerifier
import TestMaterial
import Testing

/// Steps that move links to objects whose type becomes embedded: until the migration ends it is
/// top-level, and what counts is how many links lead to an object then.
@Suite struct EmbeddedLinkStepTests {
  /// Versions of an owner with links to `C`, which one of them makes embedded.
  private func report(
    _ owners: [String], _ steps: [String], embeddedSince: Int, isDeclared: Bool = true
  ) throws -> Report {
    let versions = owners.enumerated().map { index, owner in
      let isEmbedded = index + 1 >= embeddedSince
      var own = steps.indices.contains(index) && !steps[index].isEmpty ? [steps[index]] : []
      if index + 1 == embeddedSince, isDeclared {
        own.insert(#"{"embed": {"type": "C", "orphans": "delete", "shared": "copy"}}"#, at: 0)
      }
      return #"""
        {"version": \#(index + 1), "schema": [
          {"name": "P", "properties": {\#(owner)}},
          {"name": "C", "embedded": \#(isEmbedded), "properties": {"n": "int"}}],
         "migration": [\#(own.joined(separator: ", "))]}
        """#
    }
    let json =
      #"{"migcheck": 1, "name": "Links", "rules": "realm", "versions": ["#
      + versions.joined(separator: ", ") + "]}"
    return try check(HistoryFile.parse(JSON.parse(json), file: "links.history.json"), trials: 12)
  }

  private func set(_ assignments: String) -> String {
    #"{"enumerate": {"type": "P", "set": {\#(assignments)}}}"#
  }

  private static let link = #""k": "C?""#
  private static let both = #""k": "C?", "l": "C[]""#

  @Test(
    "a step moves links in the upgrade that embeds",
    arguments: [
      (link, both, #""l": "old.k", "k": "NULL""#), (link, both, #""l": "old.k""#),
      (link, #""l": "C[]""#, #""l": "old.k""#),
      (link, #""k": "C?", "j": "C?""#, #""j": "old.k", "k": "NULL""#),
      (#""l": "C[]""#, #""l": "C[]", "m": "C[]""#, #""m": "old.l", "l": "NULL""#),
      (#""d": "C{}""#, #""d": "C{}", "e": "C{}""#, #""e": "old.d", "d": "NULL""#),
    ])
  func moved(old: String, new: String, assignments: String) throws {
    let report = try report([old, new], ["", set(assignments)], embeddedSince: 2)
    #expect(report.verdict == .passed, "\(report.findings.map(\.message))")
  }

  @Test("a version lies between the step and the upgrade that embeds, or before both")
  func versionBetween() throws {
    let move = set(#""l": "old.k", "k": "NULL""#)
    #expect(
      try report([Self.link, Self.both, Self.both], ["", move, ""], embeddedSince: 3).verdict
        == .passed)
    #expect(
      try report([Self.link, Self.link, Self.both], ["", "", move], embeddedSince: 3).verdict
        == .passed)
  }

  @Test("where the author says nothing, orphans that go and copies are the only findings")
  func undeclared() throws {
    let report = try report(
      [Self.link, Self.both], ["", set(#""l": "old.k", "k": "NULL""#)], embeddedSince: 2,
      isDeclared: false)
    #expect(
      report.findings.map { "\($0.check.rawValue) \($0.failure.signature.code)" }.sorted()
        == [
          "data-preserved silentCopy", "data-preserved silentOrphan",
        ])
  }

  @Test("one version later the objects have a parent, and no link takes them")
  func later() throws {
    let report = try report(
      [Self.link, Self.link, Self.both], ["", "", set(#""l": "old.k""#)], embeddedSince: 2)
    #expect(report.findings.map(\.check) == [.upgradeSucceeds])
    #expect(
      report.findings.first?.message.contains(
        "Objects of 'C' are embedded: 'P.l' cannot link to one that has a parent") == true)
  }
}
