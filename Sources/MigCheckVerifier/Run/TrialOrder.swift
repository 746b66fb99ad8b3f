/// In which order the threads of a run take its trials: those that are made on purpose first. Under a time
/// limit random ones do not wait until the end, but get a quarter of the time from the beginning.
struct TrialOrder: Sendable {
  /// The part of the time that random trials get while others wait.
  static let randomShare = 0.25

  private let isLimited: Bool
  /// How many threads run random trials at a time while others wait.
  private let mostRandom: Int
  private var made: ArraySlice<TrialChunk>
  private var random: ArraySlice<TrialChunk>
  /// How many chunks of random trials are out.
  private var randomChunks = 0
  private var madeSeconds = 0.0
  private var randomSeconds = 0.0

  /// - Parameters:
  ///   - chunks: what a thread takes at a time, trials made on purpose first.
  ///   - jobs: how many threads there are.
  ///   - isLimited: whether the run has a time limit.
  init(_ chunks: [TrialChunk], jobs: Int, isLimited: Bool) {
    let split = chunks.firstIndex(where: \.isRandom) ?? chunks.count
    (made, random) = (chunks[..<split], chunks[split...])
    mostRandom = max(1, Int((Double(jobs) * Self.randomShare).rounded(.up)))
    self.isLimited = isLimited
  }

  var isEmpty: Bool { made.isEmpty && random.isEmpty }

  /// - Returns: `nil` after the last one.
  mutating func next() -> TrialChunk? {
    let first = isRandomDue ? nil : made.popFirst()
    guard let chunk = first ?? random.popFirst() ?? made.popFirst() else { return nil }
    if chunk.isRandom { randomChunks += 1 }
    return chunk
  }

  /// Counts the time of a step of a chunk that is out.
  ///
  /// - Returns: whether trials of the other kind are to run before the rest of the chunk.
  mutating func note(_ seconds: Double, isRandom: Bool) -> Bool {
    if isRandom { randomSeconds += seconds } else { madeSeconds += seconds }
    guard isLimited else { return false }
    return isRandom ? !made.isEmpty && !hasLessThanShare : isRandomDue
  }

  /// Takes back a chunk, for its other steps.
  mutating func end(_ chunk: TrialChunk) {
    if chunk.isRandom { randomChunks -= 1 }
    guard !chunk.isDone else { return }
    if chunk.isRandom { random = [chunk] + random } else { made = [chunk] + made }
  }

  private var isRandomDue: Bool {
    isLimited && !random.isEmpty && randomChunks < mostRandom && hasLessThanShare
  }

  /// Whether random trials had less than their share of the time.
  private var hasLessThanShare: Bool {
    randomSeconds < Self.randomShare * (randomSeconds + madeSeconds)
  }
}

/// Trials of one kind that a thread takes together.
struct TrialChunk: Sendable {
  /// Of the shard's trials.
  let numbers: [Int]
  /// Whether they are random, and not made on purpose.
  let isRandom: Bool
  /// The steps that have not run yet; `nil`: it has not begun.
  var steps: TrialSteps?

  init(_ numbers: [Int], isRandom: Bool) { (self.numbers, self.isRandom) = (numbers, isRandom) }

  var isDone: Bool { steps?.isEmpty ?? numbers.isEmpty }
}
