import TestMaterial
import Testing

@testable import MigCheckStores

@Suite("MemoryStore and FileStore agree")
struct StoreAgreementTests {
  /// Runs upgrades of random operations, with forks and reopenings in between.
  private func run(seed: UInt64, options: FileStore.Options) throws -> StoreAgreement {
    let folder = try TestFolder()
    var agreement = StoreAgreement(
      file: try FileStore.create(at: folder.file("store"), options: options), seed: seed)
    for _ in 0..<12 {
      try agreement.upgrade(operations: 12)
      if agreement.random.chance(30) { try agreement.fork() }
      if agreement.random.chance(30) { try agreement.reopen() }
    }
    agreement.file.discard()
    #expect(folder.names == [])
    return agreement
  }

  @Test(
    "after every one of many random operations, with a log and as a scratch file",
    .enabled(if: Sweep.isFull),
    arguments: Sweep.part(0..<24, oneOf: 12))
  func agree(seed: UInt64) throws {
    _ = try run(seed: seed, options: FileStore.Options())
    _ = try run(seed: seed, options: FileStore.Options(isScratch: true))
  }

  @Test(
    "on something: every operation and every error of an update occurs", .enabled(if: Sweep.isFull))
  func exercised() throws {
    var counts: [String: Int] = [:]
    for seed in 100..<116 as Range<UInt64> {
      counts.merge(try run(seed: seed, options: FileStore.Options()).counts) { $0 + $1 }
    }
    for (name, least) in [
      ("commit", 50), ("rollback", 10), ("discard", 20), ("reopen", 20), ("addTable", 20),
      ("removeTable", 5), ("addProperty", 100), ("removeProperty", 30), ("renameProperty", 30),
      ("setOptional", 10), ("setIndexed", 10), ("setPrimaryKey", 10), ("setEmbedded", 10),
      ("create", 300), ("delete", 50), ("setValue", 50), ("incomingLinks", 20), ("redirect", 5),
      ("hasDuplicates", 10), ("firstMixedLink", 20), ("apply", 200), ("clear", 5),
    ] {
      #expect(counts[name, default: 0] >= least, "\(name)")
    }
    for code in ["typeMismatch", "expressionError", "noSuchProperty", "noSuchType"] {
      #expect(counts["error \(code)", default: 0] > 0, "\(code)")
    }
  }
}
