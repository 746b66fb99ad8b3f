import Foundation
import MigCheckModel
import MigCheckText

// Moments as dates of Foundation, and back. A `Date` counts in binary fractions of a
// second: in 2025 its steps are 119 ns wide, in the year 9999 30 µs.
//
// Rounded as Realm's Swift interface does it: swift:Realm/RLMUtil.hpp, `RLMTimestampToNSDate` and
// `RLMTimestampForNSDate`.

extension Date {
  /// 2001-01-01T00:00:00Z, from which a `Date` counts, in seconds since 1970.
  package static let referenceSeconds: Int64 = 978_307_200

  /// The date that stands for a moment.
  ///
  /// That is the nearest one, but for moments a few nanoseconds before or after a
  /// whole second: they would become the second itself, and code that cuts off fractions could
  /// not be told from code that copies. They become the nearest date that is on their own side.
  package init(_ moment: Timestamp) {
    let nearest = Self.nearestInterval(to: moment)
    var interval = nearest
    if nearest == nearest.rounded(), let second = Timestamp(Date(interval: nearest)) {
      if second.precedes(moment) { interval = nearest.nextUp }
      if moment.precedes(second) { interval = nearest.nextDown }
    }
    self.init(timeIntervalSinceReferenceDate: interval)
  }

  package init(interval: Double) {
    self.init(timeIntervalSinceReferenceDate: interval)
  }

  private static func nearestInterval(to moment: Timestamp) -> Double {
    // Seconds and nanoseconds of one sign, as that interface keeps them.
    let isBorrowed = moment.seconds < 0 && moment.nanoseconds > 0
    let seconds = moment.seconds + (isBorrowed ? 1 : 0)
    let nanoseconds = moment.nanoseconds - (isBorrowed ? 1_000_000_000 : 0)
    return Double(seconds) - Double(referenceSeconds) + Double(nanoseconds) / 1e9
  }
}

extension Timestamp {
  /// The moment that a date stands for; fractions of a nanosecond are cut off.
  ///
  /// - Returns: `nil` for what is no number, and where the seconds since 1970 do not fit into 64
  ///   bits.
  package init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard let whole = Int64(exactly: interval.rounded(.towardZero)) else { return nil }
    let nanoseconds = Int32((interval - Double(whole)) * 1e9)
    let (seconds, overflows) = whole.addingReportingOverflow(
      Date.referenceSeconds - (nanoseconds < 0 ? 1 : 0))
    guard !overflows else { return nil }
    self.init(
      seconds: seconds, nanoseconds: nanoseconds < 0 ? nanoseconds + 1_000_000_000 : nanoseconds)
  }

  package func precedes(_ other: Timestamp) -> Bool {
    (seconds, nanoseconds) < (other.seconds, other.nanoseconds)
  }
}
