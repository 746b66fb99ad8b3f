/// The kit's own random numbers: xoshiro256** seeded by SplitMix64.
///
/// The same seed gives the same numbers on every machine and with every version of Swift, which
/// the standard library's shuffles and draws do not promise.
package struct RandomSource: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var mixer = SplitMix64(state: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// The numbers of one trial: they depend on nothing but these three, so that any trial can be
  /// made alone.
  package init(seed: UInt64, name: String, trial: Int) {
    var mixer = SplitMix64(state: seed)
    var state = mixer.next()
    for byte in name.utf8 {
      mixer = SplitMix64(state: state ^ UInt64(byte))
      state = mixer.next()
    }
    mixer = SplitMix64(state: state ^ UInt64(bitPattern: Int64(trial)))
    self.init(seed: mixer.next())
  }

  package mutating func next() -> UInt64 {
    let scrambled = state.1 &* 5
    let result = (scrambled << 7 | scrambled >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }
}

extension RandomSource {
  /// A number in `0 ..< bound`, each equally likely.
  ///
  /// Lemire's multiplication with rejection, so that no remainder is favoured.
  ///
  /// - Parameter bound: at least 1.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "there is no number below \(bound)")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      let threshold = (0 &- bound) % bound
      while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// True in `percent` of 100 draws.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// - Parameter elements: not empty.
  package mutating func pick<Elements: RandomAccessCollection>(
    from elements: Elements
  ) -> Elements.Element {
    elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// How often `chance` fails in a row before the first success, with the mean given: 0, 1, 2 ….
  package mutating func geometric(mean: Int, limit: Int) -> Int {
    guard mean > 0 else { return 0 }
    var count = 0
    while count < limit, below(mean + 1) != 0 { count += 1 }
    return count
  }

  /// Fisher and Yates' shuffle: every order equally likely.
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for index in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(index, below(index + 1))
    }
  }
}

/// Spreads a seed of few bits over many: the generator that xoshiro's authors recommend for
/// seeding theirs.
private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
