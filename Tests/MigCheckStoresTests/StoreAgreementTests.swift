import Testing

@testable import MigCheckStores

@Suite("MemoryStore and FileStore agree")
struct StoreAgreementTests {
  @Test("after every one of many random operations", arguments: 0..<24)
  func agree(seed: UInt64) throws {
    let folder = try TestFolder()
    var agreement = StoreAgreement(
      file: try FileStore.create(at: folder.file("store")), seed: seed)
    for _ in 0..<12 {
      try agreement.upgrade(operations: 12)
      if agreement.random.chance(30) { try agreement.fork() }
      if agreement.random.chance(30) { try agreement.reopen() }
    }
    #expect(agreement.counts["apply", default: 0] > 5)
    agreement.file.discard()
    #expect(folder.names == [])
  }
}
