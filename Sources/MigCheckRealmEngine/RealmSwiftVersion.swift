/// A version of Realm Swift, such as 10.54.2.
public struct RealmSwiftVersion: Sendable, Equatable, Comparable, CustomStringConvertible {
  /// The numbers between the points: major, minor, patch.
  private let parts: [Int]

  /// The version with these numbers.
  public init(_ major: Int, _ minor: Int, _ patch: Int) {
    parts = [major, minor, patch]
  }

  /// Reads `10.54.2`; `10.54` is its first release.
  ///
  /// - Returns: `nil` for a text that is not two or three numbers with points between them.
  public init?(_ text: String) {
    let texts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = texts.compactMap { part in
      part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ? Int(part) : nil
    }
    guard numbers.count == texts.count, (2...3).contains(numbers.count) else { return nil }
    self.init(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }

  /// Whether the left version was released before the right one.
  public static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// The numbers with points between them.
  public var description: String { parts.map(String.init).joined(separator: ".") }
}
