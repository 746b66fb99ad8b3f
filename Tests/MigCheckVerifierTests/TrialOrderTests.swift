import Foundation
import MigCheckModel
import TestMaterial
import Testing

@testable import MigCheckVerifier

/// In which order the trials of a run are taken, by time that the tests give.
@Suite("Order of trials") struct TrialOrderTests {
  /// Twenty trials made on purpose in three chunks, and ten random ones in two.
  private static let chunks =
    [0..<8, 8..<16, 16..<20].map { TrialChunk(Array($0), isRandom: false) }
    + [20..<26, 26..<30].map { TrialChunk(Array($0), isRandom: true) }

  private static func order(isLimited: Bool, jobs: Int = 1) -> TrialOrder {
    TrialOrder(chunks, jobs: jobs, isLimited: isLimited)
  }

  private static func next(_ order: inout TrialOrder) throws -> TrialChunk {
    let chunk = order.next()
    return try #require(chunk)
  }

  private static let done = TrialSteps([], groups: [])

  @Test("without a time limit trials are taken in their order, in whole chunks")
  func noLimit() {
    var order = Self.order(isLimited: false)
    var taken = [[Int]]()
    while var chunk = order.next() {
      taken.append(chunk.numbers)
      let givesWay = order.note(1000, isRandom: chunk.isRandom)
      #expect(!givesWay)
      chunk.steps = Self.done
      order.end(chunk)
    }
    #expect(taken == Self.chunks.map(\.numbers))
    #expect(order.isEmpty)
  }

  @Test("under a time limit random trials get a quarter of the time, in chunks that give way")
  func limited() throws {
    var order = Self.order(isLimited: true)
    let first = try Self.next(&order)
    #expect(first.numbers == Array(0..<8))
    var givesWay = order.note(3, isRandom: false)
    #expect(givesWay)
    order.end(first)
    let random = try Self.next(&order)
    #expect(random.numbers == Array(20..<26))
    // 1 s of 4 is their share.
    givesWay = order.note(0.9, isRandom: true)
    #expect(!givesWay)
    givesWay = order.note(0.1, isRandom: true)
    #expect(givesWay)
    order.end(random)
    var second = try Self.next(&order)
    #expect(second.numbers == Array(0..<8))
    second.steps = Self.done
    givesWay = order.note(3, isRandom: false)
    #expect(givesWay)
    order.end(second)
    let third = try Self.next(&order)
    #expect(third.numbers == Array(20..<26))
  }

  @Test("a chunk that began is not begun again")
  func goesOn() throws {
    var order = Self.order(isLimited: true)
    var chunk = try Self.next(&order)
    #expect(chunk.steps == nil)
    chunk.steps = TrialSteps([], groups: [[]])
    order.end(chunk)
    let again = try Self.next(&order)
    #expect(again.numbers == chunk.numbers)
    #expect(again.steps?.isEmpty == false)
  }

  @Test("random trials that took more than their share wait, and run when no others are left")
  func overdrawn() throws {
    var order = Self.order(isLimited: true)
    _ = order.next()
    var givesWay = order.note(1, isRandom: false)
    #expect(givesWay)
    let random = try Self.next(&order)
    givesWay = order.note(50, isRandom: true)
    #expect(givesWay)
    order.end(random)
    for numbers in [Array(8..<16), Array(16..<20)] {
      let chunk = try Self.next(&order)
      #expect(chunk.numbers == numbers)
      givesWay = order.note(10, isRandom: false)
      #expect(!givesWay)
    }
    let last = try Self.next(&order)
    #expect(last.numbers == Array(20..<26))
    givesWay = order.note(50, isRandom: true)
    #expect(!givesWay)
    let end = try Self.next(&order)
    #expect(end.numbers == Array(26..<30))
    #expect(order.isEmpty)
  }

  @Test("one of four threads at most runs random trials while others wait", arguments: [2, 4, 8])
  func threads(jobs: Int) throws {
    var order = Self.order(isLimited: true, jobs: jobs)
    _ = order.next()
    _ = order.note(100, isRandom: false)
    let isRandom = try (0..<3).map { _ in try Self.next(&order).isRandom }
    #expect(isRandom == (jobs == 8 ? [true, true, false] : [true, false, false]))
  }

  @Test(
    "the shares hold however long trials of each kind take", arguments: [0.1, 1, 7] as [Double])
  func share(randomSeconds: Double) throws {
    var order = TrialOrder(
      (0..<1000).map { TrialChunk([$0], isRandom: $0 >= 200) }, jobs: 1, isLimited: true)
    var (seconds, part) = (0.0, 0.0)
    while seconds < 150 {
      let chunk = try Self.next(&order)
      let own = chunk.isRandom ? randomSeconds : 1
      if chunk.isRandom { part += own }
      seconds += own
      _ = order.note(own, isRandom: chunk.isRandom)
      var ended = chunk
      ended.steps = Self.done
      order.end(ended)
    }
    #expect(part >= 0.2 * seconds)
    #expect(part <= 0.25 * seconds + randomSeconds)
  }

  @Test("random trials with large graphs begin, unless time is limited", arguments: [nil, 60.0])
  func large(timeLimit: Double?) throws {
    var subject = ToySubject()
    subject.versions = (1...4).map { number in
      SubjectVersion(
        number,
        ObjectType("T", [Property("next", .object, objectType: "T", optional: true)]))
    }
    let span = try VersionSpan(subject, from: nil, to: nil)
    let options = VerificationOptions(trials: 400) {
      $0.timeLimit = timeLimit
      $0.jobs = 8
    }
    let plan = TrialPlan(span: span, options: options, replays: [])
    let folder = try RunFolder(in: NSTemporaryDirectory())
    let work = TrialWork(
      plan: plan, span: span, options: options, scratch: folder, limit: RunLimit(options),
      rules: span.starts.map { _ in BatchRules() }, surplusRules: span.starts.map { _ in nil },
      reporter: ProgressReporter(phase: .trials, total: plan.count, callback: nil), phases: nil,
      statistics: Locked(RunStatistics(span: span, hazards: plan.hazards.count)))
    let chunks = work.chunks(of: TrialShare(nil, of: plan.count))
    let random = chunks.filter(\.isRandom)
    let sizes = random.map { chunk in
      chunk.numbers.map { plan.trial($0).graph.objectCount }.max() ?? 0
    }
    let large = sizes.map { $0 >= 2000 }
    #expect(large.count > 2 && large.contains(true))
    #expect((large.firstIndex(of: false) == large.count { $0 }) == (timeLimit == nil), "\(sizes)")
    // All of them, each once.
    #expect(chunks.flatMap(\.numbers).sorted() == Array(0..<plan.count))
    // Without a limit the first ones join those that are made on purpose, next to their start version's.
    let fixed = plan.count - plan.randomCount
    let joined = chunks.filter { !$0.isRandom }.flatMap(\.numbers)
    #expect(joined.contains { $0 >= fixed } == (timeLimit == nil))
    #expect(joined.map(plan.start) == joined.map(plan.start).sorted())
  }
}
