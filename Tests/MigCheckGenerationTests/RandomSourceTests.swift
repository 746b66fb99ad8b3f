import MigCheckGeneration
import Testing

@Suite struct RandomSourceTests {
  @Test("The numbers are those of xoshiro256** seeded by SplitMix64")
  func theNumbersAreThoseOfXoshiro256SeededBySplitMix64() {
    // Reference values of the authors' C code for SplitMix64 state 0.
    var source = RandomSource(seed: 0)
    #expect(source.next() == 0x99EC_5F36_CB75_F2B4)
    #expect(source.next() == 0xBF6E_1F78_4956_452A)
    #expect(source.next() == 0x1A5F_849D_4933_E6E0)
  }

  @Test("Seed, name and trial each make another sequence")
  func seedNameAndTrialEachMakeAnotherSequence() {
    func first(_ seed: UInt64, _ name: String, _ trial: Int) -> UInt64 {
      var source = RandomSource(seed: seed, name: name, trial: trial)
      return source.next()
    }
    let numbers = [
      first(1, "a", 0), first(2, "a", 0), first(1, "b", 0), first(1, "a", 1), first(1, "ab", 0),
      first(1, "", 0), first(1, "a", -1),
    ]
    #expect(Set(numbers).count == numbers.count)
    #expect(first(1, "a", 0) == numbers[0])
  }

  @Test("Bounded draws reach every number equally often")
  func boundedDrawsReachEveryNumberEquallyOften() {
    var source = RandomSource(seed: 9)
    var counts = Array(repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[source.below(7)] += 1 }
    // Six standard deviations of a binomial with mean 10,000.
    #expect(counts.allSatisfy { abs($0 - 10_000) < 560 })
    #expect((0..<100).allSatisfy { _ in source.below(1) == 0 })
    #expect((0..<100).allSatisfy { _ in (0..<Int.max).contains(source.below(.max)) })
  }

  @Test("A shuffle keeps the elements and reaches every order")
  func aShuffleKeepsTheElementsAndReachesEveryOrder() {
    var source = RandomSource(seed: 10)
    var orders = Set<[Int]>()
    for _ in 0..<200 {
      var elements = [1, 2, 3]
      source.shuffle(&elements)
      #expect(elements.sorted() == [1, 2, 3])
      orders.insert(elements)
    }
    #expect(orders.count == 6)
  }
}
