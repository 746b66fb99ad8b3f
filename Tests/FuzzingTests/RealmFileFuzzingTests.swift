import Fuzzing
import TestMaterial
import Testing

/// Damaged Realm files are read or refused, and never more is decoded than their size allows.
@Suite struct RealmFileFuzzingTests {
  private static let parts = Sweep.isFull ? 40 : 4

  @Test("damaged Realm files are read or refused", arguments: 0..<parts)
  func damagedFilesAreReadOrRefused(part: Int) throws {
    let fuzzing = try RealmFileFuzzing()
    var (read, refused) = (0, 0)
    for number in part * 250..<(part + 1) * 250 {
      switch fuzzing.outcome(of: fuzzing.input(number, seed: 37)) {
      case .read: read += 1
      case .refused: refused += 1
      case .problem(let problem): Issue.record("input \(number): \(problem)")
      }
    }
    // The damage leads into the file, and is noticed.
    #expect(read > 40 && refused > 40)
  }

  @Test("the same seed and number give the same input") func sameSeedSameInput() throws {
    let (first, second) = (try RealmFileFuzzing(), try RealmFileFuzzing())
    for number in 0..<50 {
      #expect(first.input(number, seed: 1) == second.input(number, seed: 1))
    }
    #expect(first.input(0, seed: 1) != first.input(0, seed: 2))
  }
}
