import Testing

@testable import MigCheckVerifier

@Suite struct ShardTests {
  @Test("an index and a count are read")
  func anIndexAndACountAreRead() throws {
    #expect(try Shard("3/16") == Shard(index: 3, count: 16))
    #expect(try Shard("1/1") == Shard(index: 1, count: 1))
    #expect(Shard(index: 3, count: 16).description == "3/16")
  }

  @Test(
    "what is no shard is refused with what would be right",
    arguments: [
      ("0/16", "the index goes from 1 to 16"), ("17/16", "the index goes from 1 to 16"),
      ("1/0", "there is at least 1 shard"), ("x/3", "write an index and a count, such as 3/16"),
      ("3", "write an index and a count, such as 3/16"),
      ("3/16/2", "write an index and a count, such as 3/16"),
      ("+3/16", "write an index and a count, such as 3/16"),
      ("/", "write an index and a count, such as 3/16"),
      ("3/99999999999999999999", "write an index and a count, such as 3/16"),
    ])
  func whatIsNoShardIsRefused(text: String, message: String) {
    #expect(throws: ShardError(message)) { try Shard(text) }
  }

  @Test("all shards together have every position once", arguments: 0..<20, [1, 2, 3, 7, 16])
  func allShardsTogetherHaveEveryPositionOnce(total: Int, count: Int) {
    let shares = (1...count).map { TrialShare(Shard(index: $0, count: count), of: total) }
    let positions = shares.map { share in (0..<share.count).map(share.position) }
    #expect(positions.flatMap { $0 }.sorted() == Array(0..<total))
    for (share, own) in zip(shares, positions) {
      for limit in 0...total {
        for prefix in 0...share.count {
          let expected = own.prefix(prefix).filter { (limit / 2..<limit).contains($0) }.count
          #expect(share.count(in: limit / 2..<limit, of: prefix) == expected)
        }
      }
    }
  }

  @Test("a run refuses a shard that is none")
  func aRunRefusesAShardThatIsNone() {
    let options = VerificationOptions { $0.shard = Shard(index: 4, count: 3) }
    let error = #expect(throws: VerificationError.self) {
      try Verifier(ReportMergeTests.subject, options: options).run()
    }
    #expect(error?.message == "The index of a shard goes from 1 to the count, not 4/3.")
  }
}
