import Foundation
import MigCheckHistory
import MigCheckModel
import MigCheckText

/// Values of an author's Swift code in messages.
enum SwiftValueText {
  /// How many characters of a value are shown.
  private static let limit = 60

  /// Such as `'36' of type 'Int'`.
  static func text(of value: Any) -> String {
    "'\(content(of: value).shortened(to: limit))' of type '\(type(of: value))'"
  }

  /// The value alone, such as `36`.
  static func content(of value: Any?) -> String {
    guard let value else { return "'(null)'" }
    // The author's type may describe itself.
    return BlockThread.inAuthorsCode { plain(value) }
  }

  private static func plain(_ value: Any) -> String {
    switch value {
    // Foundation has no description of dates that no calendar holds.
    case let date as Date:
      Timestamp(date)?.description ?? "\(date.timeIntervalSince1970) seconds since 1970"
    case let elements as [Any?]: "\(elements.count) elements"
    case let entries as [String: Any?]: "\(entries.count) entries"
    case let object as RealmMigrationObject: object.typeName
    default: String(describing: value)
    }
  }
}
