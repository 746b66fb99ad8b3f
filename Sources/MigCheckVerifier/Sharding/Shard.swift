/// One of several runs that together try everything exactly once.
///
/// A shard takes every `count`th trial of the whole run, witnesses and cases of the corpus
/// included. `ReportMerge` joins the reports of all shards into that of the whole run.
public struct Shard: Sendable, Hashable, Codable {
  /// Counted from 1.
  public let index: Int
  /// How many shards there are.
  public let count: Int

  /// - Parameters:
  ///   - index: from 1 to `count`; `Verifier.run()` refuses others.
  ///   - count: 1 or more.
  public init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  var isValid: Bool { count >= 1 && (1...count).contains(index) }

  /// Reads `3/16`, the third of sixteen shards.
  ///
  /// - Throws: `ShardError` that says what would be right.
  package init(_ text: String) throws(ShardError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
    else { throw ShardError("write an index and a count, such as 3/16") }
    try self.init(checked: index, of: count)
  }

  init(checked index: Int, of count: Int) throws(ShardError) {
    self.init(index: index, count: count)
    guard count >= 1 else { throw ShardError("there is at least 1 shard") }
    guard isValid else { throw ShardError("the index goes from 1 to \(count)") }
  }

  /// A number in decimal digits, without a sign.
  static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}

extension Shard: CustomStringConvertible {
  /// The index and the count, as `3/16`.
  public var description: String { "\(index)/\(count)" }
}

/// Why a text or the environment names no shard.
package struct ShardError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A phrase that says what would be right.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The positions of the trials that a shard runs.
struct TrialShare: Sendable {
  /// The first one, counted from 0.
  private let first: Int
  private let stride: Int
  /// How many there are.
  let count: Int

  /// - Parameters:
  ///   - shard: `nil`: all trials.
  ///   - total: of the whole run.
  init(_ shard: Shard?, of total: Int) {
    first = (shard?.index ?? 1) - 1
    stride = shard?.count ?? 1
    count = first < total ? (total - first - 1) / stride + 1 : 0
  }

  func position(_ number: Int) -> Int { first + number * stride }

  /// How many of the first `prefix` positions of the share lie in a range of positions.
  func count(in range: Range<Int>, of prefix: Int) -> Int {
    func below(_ limit: Int) -> Int {
      first < limit ? min(prefix, (limit - first - 1) / stride + 1) : 0
    }
    return below(range.upperBound) - below(range.lowerBound)
  }
}
