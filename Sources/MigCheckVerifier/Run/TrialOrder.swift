/// In which order the threads of a run take its trials: those that are made on purpose first. Once most
/// of a time limit is up, random ones are taken in turn with them, and do not wait until the end.
struct TrialOrder: Sendable {
  /// Trials that a thread takes together.
  struct Chunk: Sendable {
    var numbers: [Int]
    /// Whether it gives back what is left once most of the time is up.
    var yields: Bool
  }

  private var made: ArraySlice<[Int]>
  private var random: ArraySlice<[Int]>
  private var isRandomNext = true

  /// How many are taken together when most of the time is up.
  private static let few = 4

  /// - Parameters:
  ///   - chunks: numbers of trials that a thread takes together.
  ///   - madeCount: how many of all trials are made on purpose; theirs are the lowest numbers.
  init(_ chunks: [[Int]], madeCount: Int) {
    let split = chunks.firstIndex { $0.first.map { $0 >= madeCount } ?? false } ?? chunks.count
    (made, random) = (chunks[..<split], chunks[split...])
  }

  var isEmpty: Bool { made.isEmpty && random.isEmpty }

  /// - Parameter isNear: whether most of the time is up.
  /// - Returns: without numbers if there are no more.
  mutating func next(isNear: Bool) -> Chunk {
    guard isNear else {
      if let numbers = made.popFirst() { return Chunk(numbers: numbers, yields: !random.isEmpty) }
      return Chunk(numbers: random.popFirst() ?? [], yields: false)
    }
    let takesRandom = made.isEmpty || isRandomNext && !random.isEmpty
    isRandomNext.toggle()
    guard let numbers = takesRandom ? random.popFirst() : made.popFirst() else {
      return Chunk(numbers: [], yields: false)
    }
    let rest = Array(numbers.dropFirst(Self.few))
    if !rest.isEmpty {
      if takesRandom { random = [rest] + random } else { made = [rest] + made }
    }
    return Chunk(numbers: Array(numbers.prefix(Self.few)), yields: false)
  }

  /// Takes back trials that are made on purpose.
  mutating func putBack(_ numbers: [Int]) {
    if !numbers.isEmpty { made = [numbers] + made }
  }
}
