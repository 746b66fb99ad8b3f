import MigCheckModel
import MigCheckText
import Testing

@testable import MigCheckVerifier

@Suite("The scope of a run") struct RunScopeTests {
  /// Options that change no report, or are the scope's under another name.
  private static let apart: Set = [
    // How the run is done.
    "jobs", "timeLimit", "directory", "clock", "progress", "interruption", "timeWarning", "timings",
    "isBatched",
    // Which part of the run this is.
    "shard",
    // Where the sources lie, seen from where the command runs.
    "origin",
    // The cases are in the scope as `corpus`.
    "savedFindings",
    // Of tests alone, which run no shards with it.
    "generation",
  ]

  @Test("every option is in the scope, or is named as one that changes no report")
  func everyOption() throws {
    let properties = Set(Self.scope.members.map(\.key)).union(["shipped"])
    for child in Mirror(reflecting: VerificationOptions()).children {
      let name = try #require(child.label)
      #expect(
        properties.contains(name) != Self.apart.contains(name),
        "\(name) decides what is reported and belongs into RunScope, or it does not and is apart")
    }
  }

  private static let scope = RunScope(
    history: "A", rules: "realm", from: 1, to: 3, seed: 5, stores: [.memory])

  @Test("a scope comes back from JSON as it was") func coding() throws {
    var scope = Self.scope
    scope.shipped = 2
    scope.silenced = [.flaky]
    scope.seed = .max
    let json = try JSON.parse(JSON(encoding: scope).compactText)
    #expect(try json.decode(RunScope.self) == scope)
  }

  @Test("scopes differ in whatever property differs") func difference() throws {
    typealias Change = (inout RunScope) -> Void
    let changes: [(String, Change)] = [
      ("engine", { $0.engine += 1 }), ("history", { $0.history = "B" }),
      ("rules", { $0.rules = "coredata" }), ("content", { $0.content = "1f" }),
      ("from", { $0.from = 2 }), ("to", { $0.to = 4 }), ("seed", { $0.seed = 6 }),
      ("trials", { $0.trials = 1 }), ("stores", { $0.stores = [.file] }),
      ("paths", { $0.paths = .linear }), ("exploration", { $0.exploration = .separate }),
      ("shipped", { $0.shipped = 2 }), ("accepted", { $0.accepted = "1 finding" }),
      ("shrinkBudget", { $0.shrinkBudget = 9 }), ("strict", { $0.strict = true }),
      ("silenced", { $0.silenced = [.flaky] }), ("corpus", { $0.corpus = "1 case" }),
    ]
    #expect(Set(changes.map(\.0)) == Set(Self.scope.members.map(\.key)).union(["shipped"]))
    #expect(Self.scope.difference(from: Self.scope) == nil)
    for (name, change) in changes {
      var other = Self.scope
      change(&other)
      #expect(other.difference(from: Self.scope)?.name == name)
      #expect(Self.scope.difference(from: other)?.name == name)
    }
  }
}
