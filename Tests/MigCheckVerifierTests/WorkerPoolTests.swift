import MigCheckModel
import Testing

@testable import MigCheckVerifier

@Suite struct WorkerPoolTests {
  struct Failure: Error, Equatable {
    var number: Int
  }

  @Test(arguments: [1, 3]) func eachNumberRunsOnce(jobs: Int) throws {
    let seen = Locked([Int]())
    let ran = try WorkerPool.run(100, jobs: jobs) {
      true
    } body: { number in
      seen.withLock { $0.append(number) }
    }
    #expect(ran == 100)
    #expect(seen.withLock { $0.sorted() } == Array(0..<100))
  }

  @Test func onlyTheFirstNumbersRunOnceNoFurtherMayStart() throws {
    let left = Locked(7)
    let seen = Locked([Int]())
    let ran = try WorkerPool.run(100, jobs: 3) {
      left.withLock { left in
        left -= 1
        return left >= 0
      }
    } body: { number in
      seen.withLock { $0.append(number) }
    }
    #expect(ran == 7)
    #expect(seen.withLock { $0.sorted() } == Array(0..<7))
  }

  @Test func anErrorIsThrownAndNothingStartsAfterIt() {
    #expect(throws: Failure(number: 4)) {
      _ = try WorkerPool.run(1_000, jobs: 1) {
        true
      } body: { number in
        if number >= 4 { throw Failure(number: number) }
      }
    }
  }
}
