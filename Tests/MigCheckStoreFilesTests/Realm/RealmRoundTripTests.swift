import Foundation
import MigCheckFormats
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStoreFiles
import MigCheckText
import TestMaterial
import Testing

/// What is written is read again, and is what the engine would have written.
@Suite struct RealmRoundTripTests {
  private static let rules = ValueRules(keepsSignOfZero: false, dictionaryKeys: .noPaths)

  @Test(
    "random graphs of random schemas are read as they were written",
    arguments: 0..<(Sweep.isFull ? 40 : 10))
  func randomGraphsOfRandomSchemas(part: Int) throws {
    for number in 0..<10 {
      var source = RandomSource(seed: UInt64(part * 10 + number))
      let schema = RandomRealmSchema.schema(&source)
      let generator = GraphGenerator(schema: schema, rules: Self.rules)
      for trial in [3, 20, 45] {
        let graph = generator.graph(trial: trial, source: &source)
        for format in RealmFile.writtenFormats {
          try RealmRoundTrip.check(
            graph, version: UInt64(number), format: format,
            "seed \(part * 10 + number), trial \(trial), format \(format)")
        }
      }
    }
  }

  @Test("graphs of every Realm history are read as they were written")
  func graphsOfEveryHistory() throws {
    let folder = Material.root.appendingPathComponent("Corpus/realm")
    var versions = 0
    for path in Material.files(in: folder, endingWith: ".history.json") {
      let history = try HistoryFile.read(path: path)
      for stage in history.stages {
        var source = RandomSource(seed: stage.number)
        let generator = GraphGenerator(schema: stage.schema, rules: Self.rules)
        let graph = generator.graph(trial: 20, source: &source)
        try RealmRoundTrip.check(graph, version: stage.number, "\(path) \(stage.number)")
        versions += 1
      }
    }
    #expect(versions > 40)
  }

  @Test(
    "the start graphs of recorded upgrades are read as they were written",
    .enabled(if: Material.has("realm/cases"), "the recorded upgrades are not here"))
  func startGraphsOfRecordedUpgrades() throws {
    var cases = 0
    for path in try CaseFolder.files(under: Material.sharedPath("realm/cases")) {
      guard let file = try? CaseFile.read(path: path),
        // Some cases are about schemas that Realm refuses, and about repeated elements of sets.
        file.startGraph.validate(by: Self.rules).isEmpty,
        RealmSchemaRules.errors(of: file.startGraph.schema).isEmpty,
        RealmSchemaRules.longNames(in: file.startGraph.schema).isEmpty
      else { continue }
      try RealmRoundTrip.check(file.startGraph, version: file.startVersion, path)
      cases += 1
    }
    #expect(cases > 400)
  }
}
