import Foundation
import MigCheckModel
import MigCheckText
import TestMaterial
import Testing

@testable import Fuzzing

/// Inputs that no person would write do no harm; and the fuzzer would notice if they did.
@Suite struct FuzzingTests {
  private static let root = Material.root.path
  private static let folders = ["\(root)/Corpus", "\(root)/Tests/EngineQualityTests/Bugs"]

  /// `migcheck-fuzz` lies beside the tests.
  private static let program: String = {
    let bundle =
      Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent() ?? Bundle.main.bundleURL
    return bundle.appendingPathComponent("migcheck-fuzz").path
  }()

  private static func run(
    _ change: (inout FuzzOptions) -> Void
  ) -> (tried: Int, outcomes: [(name: String, count: Int)], found: [FuzzSupervisor.Found]) {
    var options = FuzzOptions()
    options.seedFolders = folders
    // The tests share the machine with each other.
    options.seconds = 60
    change(&options)
    let (outcomes, found) = FuzzSupervisor(options, program: program) { _ in }.run()
    return (outcomes.reduce(0) { $0 + $1.count }, outcomes, found)
  }

  @Test("two hundred inputs do no harm", .enabled(if: Sweep.isFull))
  func twoHundredInputsDoNoHarm() {
    let (tried, outcomes, found) = Self.run {
      $0.inputs = 200
      $0.workers = 2
    }
    #expect(tried == 200)
    for found in found {
      Issue.record("input \(found.number): \(found.problem.kind): \(found.problem.detail)")
    }
    // Every command was reached, with inputs that it takes and with others.
    for command in ["check", "replay", "paths", "generate", "diff", "merge"] {
      let own = outcomes.filter { $0.name.hasPrefix(command + " ") }
      func count(_ statuses: [Int]) -> Int {
        statuses.reduce(0) { sum, status in
          sum + (own.first { $0.name == "\(command) \(status)" }?.count ?? 0)
        }
      }
      #expect(count([0, 1]) > 0 && count([65]) > 0, "\(own)")
    }
  }

  @Test(
    "what must not happen is noticed",
    arguments: Sweep.part(FuzzOptions.Sabotage.allCases, oneOf: 2))
  func whatMustNotHappenIsNoticed(sabotage: FuzzOptions.Sabotage) {
    let (tried, _, found) = Self.run {
      $0.inputs = 4
      $0.seedFolders = []
      $0.commands = [.paths]
      $0.sabotage = sabotage
      $0.mebibytes = 300
      if sabotage == .hang { $0.seconds = 1 }
    }
    let isEnd = sabotage == .trap || sabotage == .hang
    // The input that ended the worker is not tried again, those after it are.
    #expect(tried == (isEnd ? 3 : 4))
    #expect(found.map(\.number) == [1])
    let kind = found.first?.problem.kind ?? ""
    switch sabotage {
    case .trap: #expect(kind.hasPrefix("died: signal") && kind.contains("a trap on purpose"))
    case .hang: #expect(kind == "no end after 1 s")
    case .memory: #expect(kind == "memory")
    case .stray: #expect(kind == "a stray file")
    }
  }

  @Test("the same seed and number give the same input", .enabled(if: Sweep.isFull))
  func theSameSeedAndNumberGiveTheSameInput() {
    func maker(_ seed: UInt64) -> InputMaker {
      InputMaker(
        seeds: FuzzSeeds(folders: Self.folders), seed: seed,
        commands: InputMaker.Command.allCases, folder: NSTemporaryDirectory())
    }
    let inputs = (0..<60).map(maker(1).input)
    #expect((0..<60).map(maker(1).input) == inputs)
    #expect((0..<60).map(maker(2).input) != inputs)
    #expect(Set(inputs.compactMap(\.arguments.first)).count > 4)
  }

  @Test("an input comes back from its folder as it was")
  func anInputComesBackFromItsFolder() throws {
    let folder = NSTemporaryDirectory() + "/migcheck-fuzz-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let input = FuzzInput(
      ["diff", "", "a\nb", "é"], files: [.init("f/a.json", [0, 255]), .init("b", [])],
      scenario: .twice)
    try input.save(to: folder)
    #expect(try FuzzInput(folder: folder) == input)
  }

  @Test("a change of one value leaves the others alone")
  func aChangeOfOneValueLeavesTheOthersAlone() throws {
    let json = try JSON.parse(#"{"a": [1, {"b": "x"}], "c": null}"#)
    #expect(json.nodeCount == 6)
    let texts = (0..<6).map { json.changing(node: $0) { _, _ in .bool(true) }.compactText }
    #expect(
      texts == [
        "true", #"{"a":true,"c":null}"#, #"{"a":[true,{"b":"x"}],"c":null}"#,
        #"{"a":[1,true],"c":null}"#, #"{"a":[1,{"b":true}],"c":null}"#,
        #"{"a":[1,{"b":"x"}],"c":true}"#,
      ])
    #expect(json.node(4)?.keys == ["a", "b"])
  }
}
