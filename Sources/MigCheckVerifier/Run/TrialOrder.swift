/// In which order the threads of a run take its trials: those that are made on purpose first. Under a time
/// limit random ones do not wait until the end, but get their share of the time from the beginning.
struct TrialOrder: Sendable {
  /// Trials that a thread takes together.
  struct Chunk: Sendable {
    var numbers: [Int]
    var isRandom: Bool
  }

  /// The part of the time that random trials get while others wait.
  static let randomShare = 0.25
  /// How many random trials are taken together while others wait.
  static let few = 4

  private let isLimited: Bool
  private var made: ArraySlice<[Int]>
  private var random: ArraySlice<[Int]>
  private var madeSeconds = 0.0
  private var randomSeconds = 0.0

  /// - Parameters:
  ///   - chunks: numbers of trials that a thread takes together.
  ///   - madeCount: how many of all trials are made on purpose; theirs are the lowest numbers.
  ///   - isLimited: whether the run has a time limit.
  init(_ chunks: [[Int]], madeCount: Int, isLimited: Bool) {
    let split = chunks.firstIndex { $0.first.map { $0 >= madeCount } ?? false } ?? chunks.count
    (made, random) = (chunks[..<split], chunks[split...])
    self.isLimited = isLimited
  }

  var isEmpty: Bool { made.isEmpty && random.isEmpty }

  /// - Returns: without numbers if there are no more.
  mutating func next() -> Chunk {
    guard isRandomDue(after: 0) else {
      if let numbers = made.popFirst() { return Chunk(numbers: numbers, isRandom: false) }
      return Chunk(numbers: random.popFirst() ?? [], isRandom: true)
    }
    let numbers = random.popFirst() ?? []
    let rest = Array(numbers.dropFirst(Self.few))
    if !rest.isEmpty { random = [rest] + random }
    return Chunk(numbers: Array(numbers.prefix(Self.few)), isRandom: true)
  }

  /// Whether trials of the other kind are to run before the rest of a chunk.
  ///
  /// - Parameter seconds: how long the chunk has run until now.
  func givesWay(_ chunk: Chunk, after seconds: Double) -> Bool {
    guard chunk.isRandom else { return isRandomDue(after: seconds) }
    return isLimited && !made.isEmpty && !hasLessThanShare(randomSeconds + seconds, of: madeSeconds)
  }

  /// Takes back the trials of a chunk that did not run.
  ///
  /// - Parameter seconds: how long the others of it ran.
  mutating func end(_ chunk: Chunk, after seconds: Double, rest: [Int]) {
    if chunk.isRandom {
      randomSeconds += seconds
      if !rest.isEmpty { random = [rest] + random }
    } else {
      madeSeconds += seconds
      if !rest.isEmpty { made = [rest] + made }
    }
  }

  private func isRandomDue(after seconds: Double) -> Bool {
    isLimited && !random.isEmpty && hasLessThanShare(randomSeconds, of: madeSeconds + seconds)
  }

  private func hasLessThanShare(_ random: Double, of made: Double) -> Bool {
    random < Self.randomShare * (random + made)
  }
}
