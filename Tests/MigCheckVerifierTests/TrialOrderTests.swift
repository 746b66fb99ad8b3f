import Testing

@testable import MigCheckVerifier

/// In which order the trials of a run are taken, by time that the tests give.
@Suite("Order of trials") struct TrialOrderTests {
  /// Twenty trials made on purpose in three chunks, and ten random ones in one.
  private static func order(isLimited: Bool) -> TrialOrder {
    TrialOrder(
      [Array(0..<8), Array(8..<16), Array(16..<20), Array(20..<30)], madeCount: 20,
      isLimited: isLimited)
  }

  @Test("without a time limit trials are taken in their order, in whole chunks")
  func noLimit() {
    var order = Self.order(isLimited: false)
    var taken = [[Int]]()
    while !order.isEmpty {
      let chunk = order.next()
      taken.append(chunk.numbers)
      #expect(!order.givesWay(chunk, after: 1000))
      order.end(chunk, after: 1000, rest: [])
    }
    #expect(taken == [Array(0..<8), Array(8..<16), Array(16..<20), Array(20..<30)])
    #expect(order.next().numbers.isEmpty)
  }

  @Test("under a time limit random trials run as soon as they had less than their share")
  func limited() {
    var order = Self.order(isLimited: true)
    let first = order.next()
    #expect(first.numbers == Array(0..<8))
    #expect(!order.givesWay(first, after: 0))
    #expect(order.givesWay(first, after: 3))
    order.end(first, after: 3, rest: Array(3..<8))
    let random = order.next()
    #expect(random.numbers == [20, 21, 22, 23])
    // 1 s of 4 is their share.
    #expect(!order.givesWay(random, after: 0.9))
    #expect(order.givesWay(random, after: 1))
    order.end(random, after: 1, rest: [])
    let second = order.next()
    #expect(second.numbers == Array(3..<8))
    #expect(!order.givesWay(second, after: 0))
    #expect(order.givesWay(second, after: 0.5))
    order.end(second, after: 6, rest: [])
    #expect(order.next().numbers == [24, 25, 26, 27])
  }

  @Test("random trials that took more than their share wait, and run at the end in whole chunks")
  func overdrawn() {
    var order = Self.order(isLimited: true)
    let first = order.next()
    order.end(first, after: 1, rest: [])
    let random = order.next()
    #expect(random.numbers == [20, 21, 22, 23])
    order.end(random, after: 50, rest: [22, 23])
    for numbers in [Array(8..<16), Array(16..<20)] {
      let chunk = order.next()
      #expect(chunk.numbers == numbers)
      #expect(!order.givesWay(chunk, after: 10))
      order.end(chunk, after: 10, rest: [])
    }
    #expect(order.next().numbers == [22, 23])
    #expect(order.next().numbers == Array(24..<30))
    #expect(order.isEmpty)
  }

  @Test("random trials get a quarter of the time, however long each of them takes")
  func share() {
    for randomSeconds in [0.1, 1, 7] {
      var order = TrialOrder(
        (0..<200).map { [$0] } + (200..<1000).map { [$0] }, madeCount: 200, isLimited: true)
      var (seconds, part) = (0.0, 0.0)
      while seconds < 150 {
        let chunk = order.next()
        let own = chunk.isRandom ? randomSeconds : 1
        if chunk.isRandom { part += own }
        seconds += own
        order.end(chunk, after: own, rest: [])
      }
      #expect(part >= 0.2 * seconds && part <= 0.25 * seconds + randomSeconds)
    }
  }
}
