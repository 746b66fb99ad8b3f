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

  /// The next one last.
  private var steps: [Step]

  /// Batches of fewer trials than this are not divided any further.
  private static let fewestToDivide = 4

  /// - Parameter groups: places in `planned` of trials that run together.
  init(_ planned: [Planned], groups: [[Int]]) {
    let grouped = Set(groups.joined())
    let alone = planned.indices.filter { !grouped.contains($0) }.map { Step.alone(planned[$0]) }
    steps = (groups.map { .together($0.map { planned[$0] }) } + alone).reversed()
  }

  var isEmpty: Bool { steps.isEmpty }

  mutating func next() -> Step? { steps.popLast() }

  /// Comes back to a trial later, which runs alone then.
  mutating func add(_ planned: Planned) { steps.append(.alone(planned)) }

  /// Comes back to a batch whose trials cannot run together: to its halves, or to each trial alone.
  mutating func divide(_ all: [Planned]) {
    guard all.count >= Self.fewestToDivide else {
      steps += all.reversed().map(Step.alone)
      return
    }
    let middle = all.count / 2
    steps += [.together(Array(all[middle...])), .together(Array(all[..<middle]))]
  }

  mutating func removeAll() { steps = [] }
}
