/// The steps of trials that a thread took together, without those that ran: each is a batch or a single trial.
///
/// Their start graphs are made once. A thread may leave the rest to another thread, which goes on from there.
struct TrialSteps: Sendable {
  /// A trial with its place among all.
  struct Planned: Sendable {
    /// Counts those of the shard.
    var number: Int
    /// In the plan.
    var position: Int
    var trial: TrialPlan.Trial
  }

  enum Step: Sendable {
    /// A batch, of two trials at least.
    case together([Planned])
    case alone(Planned)
  }

  /// The next one last. They come first: a batch ends many trials in the time of a few.
  private var batches: [[Planned]]
  /// The next one first.
  private var alone: ArraySlice<Planned>

  /// Batches of fewer trials than this are not divided any further.
  private static let fewestToDivide = 4

  /// - Parameter groups: places in `planned` of trials that run together.
  init(_ planned: [Planned], groups: [[Int]]) {
    let grouped = Set(groups.joined())
    batches = groups.reversed().map { $0.map { planned[$0] } }
    alone = planned.indices.filter { !grouped.contains($0) }.map { planned[$0] }[...]
  }

  var isEmpty: Bool { batches.isEmpty && alone.isEmpty }

  mutating func next() -> Step? {
    batches.popLast().map(Step.together) ?? alone.popFirst().map(Step.alone)
  }

  /// Comes back to a trial after all batches, when it runs alone.
  mutating func add(_ planned: Planned) { alone.append(planned) }

  /// Comes back to a batch whose trials cannot run together: to its halves, or to each trial alone.
  mutating func divide(_ all: [Planned]) {
    guard all.count >= Self.fewestToDivide else {
      alone += all
      return
    }
    let middle = all.count / 2
    batches += [Array(all[middle...]), Array(all[..<middle])]
  }

  mutating func removeAll() { (batches, alone) = ([], []) }
}
