import Dispatch
import MigCheckModel
import Testing

@Suite struct LockedTests {
  @Test("One thread at a time sees the value")
  func oneThreadAtATimeSeesTheValue() {
    let counter = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
    }
    #expect(counter.withLock { $0 } == 80_000)
  }

  @Test("The lock is free again after an error")
  func theLockIsFreeAgainAfterAnError() {
    struct Mistake: Error {}
    let value = Locked(1)
    #expect(throws: Mistake.self) { try value.withLock { _ in throw Mistake() } }
    #expect(value.withLock { $0 } == 1)
  }
}
