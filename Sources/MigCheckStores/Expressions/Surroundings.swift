import MigCheckModel

/// What an expression can read beside its objects: a clock and random numbers.
///
/// They belong to the run of a hop. All stores and paths of an exploration see one frozen clock and
/// the same random numbers for the same object, so that nothing but a second run of the hop, which
/// is made to find this out, sees others.
package struct Surroundings: Sendable {
  /// Whether it is a second run, made to be compared with the first.
  package var isPerturbed: Bool
  /// What expressions are evaluated for: the key of an object, or the place of a step.
  package var subject: Int64

  package init(isPerturbed: Bool = false, subject: Int64 = 0) {
    self.isPerturbed = isPerturbed
    self.subject = subject
  }

  /// The time in milliseconds since 1970.
  ///
  /// The two differ in whatever can be written of a time: century, year, month, day, weekday, half
  /// of the day, hour, minute, second and fraction, as numbers of each and modulo small numbers.
  /// The first is later than most dates of test data, the second earlier.
  var milliseconds: Int64 {
    isPerturbed ? Self.replicaMilliseconds : Self.ordinaryMilliseconds
  }

  /// 2031-10-25T21:47:38.614Z, a Saturday.
  static let ordinaryMilliseconds: Int64 = 1_950_731_258_614
  /// 1968-05-06T08:18:27.405Z, a Monday.
  static let replicaMilliseconds: Int64 = -52_242_092_595
}

/// Random numbers that are a function of what they are drawn for.
struct RandomStream {
  private var state: UInt64
  private let isPerturbed: Bool

  /// - Parameter salt: tells expressions apart.
  init(_ surroundings: Surroundings, salt: UInt64) {
    isPerturbed = surroundings.isPerturbed
    state = salt &+ UInt64(bitPattern: surroundings.subject) &* 0xD6E8_FEB8_6659_FD93
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Half of all magnitudes away, and 1 more than a multiple of every number up to 41.
  private static let shift: UInt64 = 21 * 219_060_189_739_591_200 + 1

  /// A number of either sign, never the least one.
  ///
  /// That of a replica has the other sign, another remainder modulo whatever has a factor up to
  /// 41, and other leading digits: however coarsely it is read, the difference shows.
  mutating func number() -> Int64 {
    let drawn = next()
    var magnitude = drawn >> 1
    var isNegative = drawn & 1 == 1
    if isPerturbed {
      let greatest = UInt64(Int64.max)
      magnitude =
        magnitude <= greatest - Self.shift
        ? magnitude + Self.shift : magnitude - (Self.shift - 2)
      isNegative.toggle()
    }
    return isNegative ? -Int64(magnitude) : Int64(magnitude)
  }

  /// Bytes of which none, and neither half of one, is that of a replica.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8]()
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let drawn = next()
      for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
        let byte = UInt8(truncatingIfNeeded: drawn >> UInt64(shift))
        bytes.append(isPerturbed ? byte ^ 0x77 : byte)
      }
    }
    return bytes
  }
}
