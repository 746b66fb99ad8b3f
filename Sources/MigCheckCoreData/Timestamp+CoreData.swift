import MigCheckModel

extension Timestamp {
  /// The seconds from 1970-01-01 to 2001-01-01, where Core Data's dates begin.
  private static let reference: Int64 = 978_307_200

  /// A date as Core Data stores it.
  ///
  /// - Parameter seconds: since 2001-01-01T00:00:00Z; may be negative and have a fraction, of which
  ///   nanoseconds are kept.
  /// - Returns: `nil` for what is no number, or no moment that seconds since 1970 can tell.
  package init?(secondsSince2001 seconds: Double) {
    let whole = seconds.rounded(.down)
    guard let count = Int64(exactly: whole) else { return nil }
    var nanoseconds = Int32(((seconds - whole) * 1e9).rounded())
    var (total, isTooLarge) = count.addingReportingOverflow(Self.reference)
    if nanoseconds == 1_000_000_000 {
      nanoseconds = 0
      let (next, overflow) = total.addingReportingOverflow(1)
      (total, isTooLarge) = (next, isTooLarge || overflow)
    }
    guard !isTooLarge else { return nil }
    self.init(seconds: total, nanoseconds: nanoseconds)
  }

  /// The seconds since 2001-01-01T00:00:00Z, as a store keeps a date.
  package var secondsSince2001: Double {
    let (whole, isTooSmall) = seconds.subtractingReportingOverflow(Self.reference)
    return (isTooSmall ? Double(seconds) - Double(Self.reference) : Double(whole))
      + Double(nanoseconds) / 1e9
  }
}
