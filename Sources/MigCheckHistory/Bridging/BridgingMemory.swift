import Foundation
import MigCheckModel
import MigCheckText

/// What the plain Swift values that a migration block was given stand for exactly, so that a value
/// that was read and not touched is written back as it was.
///
/// A `Date` cannot hold most moments to the nanosecond. Each moment gets a date of its own here,
/// so that the date alone says which moment it was, whatever the block does with it in between: a
/// moment whose date is taken gets a neighbouring one. Dates that the block makes itself are no
/// moments that were read, unless they are equal to one to the last bit.
///
/// Whole seconds, which most dates are, have a date that is exact, and cost nothing here.
package final class BridgingMemory {
  private var dates: [Timestamp: UInt64] = [:]
  private var moments: [UInt64: Timestamp] = [:]
  /// Dictionaries with keys that are equal to Swift, and not equal by their bytes: as they were,
  /// and as they were given to the block.
  private var dictionaries: [(original: [DictionaryEntry], given: [DictionaryEntry])] = []

  /// Up to here dates hold whole seconds and more: 2⁵² seconds, 142 million years.
  private static let wholeSecondLimit = 0x1p52

  package init() {}

  // MARK: Dates

  /// The date that stands for a moment.
  package func date(for moment: Timestamp) -> Date {
    let natural = Date(moment)
    var interval = natural.timeIntervalSinceReferenceDate
    if moment.nanoseconds == 0, abs(interval) < Self.wholeSecondLimit { return natural }
    if let bits = dates[moment] { return Date(interval: Double(bitPattern: bits)) }
    if let other = moments[interval.bitPattern] {
      let isLater = other.precedes(moment)
      repeat {
        interval = isLater ? interval.nextUp : interval.nextDown
      } while isTaken(interval)
    }
    dates[moment] = interval.bitPattern
    moments[interval.bitPattern] = moment
    return Date(interval: interval)
  }

  private func isTaken(_ interval: Double) -> Bool {
    moments[interval.bitPattern] != nil
      || abs(interval) < Self.wholeSecondLimit && interval == interval.rounded()
  }

  /// The moment that a date of the block stands for.
  ///
  /// - Returns: `nil` for a date that no store can hold.
  package func timestamp(of date: Date) -> Timestamp? {
    moments[date.timeIntervalSinceReferenceDate.bitPattern] ?? Timestamp(date)
  }

  // MARK: Dictionaries

  /// The entries whose keys a Swift dictionary can tell apart: "é" and "e◌́" it cannot.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package func distinct(_ entries: [DictionaryEntry]) -> [DictionaryEntry] {
    var seen = Set<String>()
    let given = entries.filter { seen.insert($0.key).inserted }
    if given.count < entries.count {
      // The one that was read last is what is meant where two look alike.
      dictionaries.removeAll { $0.original == entries }
      dictionaries.append((entries, given))
    }
    return given
  }

  /// The entries of a dictionary as it was read, if it comes back as it was given to the block.
  package func original(of entries: [DictionaryEntry]) -> [DictionaryEntry] {
    guard !dictionaries.isEmpty else { return entries }
    return dictionaries.last { $0.given == entries }?.original ?? entries
  }
}
