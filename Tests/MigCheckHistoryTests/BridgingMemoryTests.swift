import Foundation
import MigCheckModel
import Testing

@testable import MigCheckHistory

@Suite("What a migration block was given is written back exactly")
struct BridgingMemoryTests {
  private static func moments(_ texts: String...) -> [Timestamp] {
    texts.compactMap { Timestamp($0) }
  }

  /// Moments that no date can hold, many of them nearest to the same one.
  private static let close =
    moments(
      "9999-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00.000000001Z",
      "+10000-01-01T00:00:00.000000001Z", "+33658-09-27T01:46:40Z", "-0044-03-15T12:00:00.5Z",
      "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00.000000001Z",
      "2025-06-01T12:00:00.123456789Z", "2000-12-31T23:59:59.999999999Z")
    + (0..<300).map { Timestamp(seconds: 1_750_000_000, nanoseconds: 123_456_000 + $0) }
    + (0..<40).flatMap {
      [Timestamp(seconds: .max - $0, nanoseconds: 999_999_999), Timestamp(seconds: .min + $0)]
    }
    + [-5, 5].flatMap { base in
      (0..<3).map { Timestamp(seconds: 1 << 53 * base.signum() + base, nanoseconds: $0) }
    }

  @Test("Each of many moments that share the nearest date has one of its own")
  func eachHasItsOwn() {
    let memory = BridgingMemory()
    let dates = Self.close.map(memory.date)
    #expect(Set(dates.map(\.timeIntervalSinceReferenceDate.bitPattern)).count == Self.close.count)
    #expect(dates.map(memory.timestamp) == Self.close)
    #expect(Self.close.reversed().map(memory.date) == dates.reversed())
  }

  @Test("A date that a block makes is the moment that Realm stores for it")
  func made() {
    let memory = BridgingMemory()
    // The same second a nanosecond earlier and later must not be taken for it.
    for nanoseconds in [1, 999_999_999] as [Int32] {
      _ = memory.date(
        for: Timestamp(seconds: 4 + (nanoseconds == 1 ? 1 : 0), nanoseconds: nanoseconds))
    }
    let expected: [(Double, Int64, Int32)] = [
      (5, 5, 0), (0, 0, 0), (1e12, 1_000_000_000_000, 0), (-1e12, -1_000_000_000_000, 0),
      (0.5, 0, 500_000_000), (-0.5, -1, 500_000_000), (253_402_300_800, 253_402_300_800, 0),
      (978_307_200.25, 978_307_200, 250_000_000),
    ]
    for (interval, seconds, nanoseconds) in expected {
      #expect(
        memory.timestamp(of: Date(timeIntervalSince1970: interval))
          == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }
    for interval in [Double.nan, .infinity, -.infinity, 1e19, -1e19, .greatestFiniteMagnitude] {
      #expect(memory.timestamp(of: Date(timeIntervalSince1970: interval)) == nil)
    }
  }

  @Test("Whole seconds of a date that is cut are those of the moment")
  func cut() {
    for moment in Self.close where moment.seconds.magnitude < 1 << 50 {
      let date = Date(moment)
      let second = Date(
        timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded(.down))
      #expect(Timestamp(second)?.seconds == moment.seconds, "\(moment)")
    }
  }

  @Test("A dictionary whose keys are equal to Swift comes back whole, if nothing was changed")
  func dictionaries() {
    let memory = BridgingMemory()
    let entries = [DictionaryEntry("e\u{301}", .int(1)), DictionaryEntry("é", .int(2))]
    let given = memory.distinct(entries)
    #expect(given == [DictionaryEntry("e\u{301}", .int(1))])
    #expect(memory.original(of: given) == entries)
    let changed = [DictionaryEntry("e\u{301}", .int(7))]
    #expect(memory.original(of: changed) == changed)
  }
}
