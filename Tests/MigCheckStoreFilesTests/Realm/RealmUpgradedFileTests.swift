import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStoreFiles
import MigCheckText
import Testing

/// Files before and after the real engine upgraded them, against what the kit's own rules of Realm
/// make of the file before.
@Suite(.enabled(if: !RealmMaterial.isMissing, "the files of the real engine are not here"))
struct RealmUpgradedFileTests {
  @Test(
    "the engine made of a file what the rules predict",
    arguments: RealmMaterial.files(in: "upgraded/", endingWith: ".before.realm"),
    [StoreKind.memory, .file])
  func theEngineMadeWhatTheRulesPredict(file: String, kind: StoreKind) throws {
    let name = String(file.dropLast(".before.realm".count))
    let (before, _) = try RealmMaterial.content(file).snapshot()
    let (after, notes) = try RealmMaterial.content("\(name).after.realm").snapshot()
    #expect(notes.isEmpty)
    // Every class got an optional text, which the migration wrote.
    let steps = after.graph.schema.types.map { type in
      MigrationStep(
        .enumerate(
          type: type.name, where: nil,
          set: [.init("added", "'by the migration'")], delete: false))
    }
    let history = History(
      name: name,
      stages: [
        HistoryVersion(number: before.version, schema: before.graph.schema),
        HistoryVersion(number: after.version, schema: after.graph.schema, steps: steps),
      ])
    let folder = NSTemporaryDirectory() + "/migcheck-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try history.makeHistoryStore(
      kind, at: before.version, holding: before.graph, in: folder)
    defer { store.discard() }
    _ = try store.upgrade(to: after.version)
    let predicted = try store.snapshot()
    #expect(predicted.version == 2)
    #expect(after.graph.totalObjectCount > 0)
    let outcome = GraphComparison.compare(predicted.graph, after.graph)
    #expect(outcome == .equal)
  }
}
