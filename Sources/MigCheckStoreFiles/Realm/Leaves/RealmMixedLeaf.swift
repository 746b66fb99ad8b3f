import MigCheckModel

/// A node of values of any type: a number for each value says its type and where it is.
///
/// The number holds the type and one more in its lowest five bits, and in the next three which of
/// the other arrays the rest of the number is an index of; 0 is null. Source: realm-core
/// `src/realm/array_mixed.hpp`, `array_mixed.cpp`.
struct RealmMixedLeaf {
  /// Where a value is.
  enum Payload: Int {
    /// In the number itself.
    case inline = 0
    /// Wide integers, and bits of floating-point numbers.
    case integers = 1
    /// Dates, decimals and links: two integers each.
    case pairs = 2
    /// Texts, binary data and identifiers.
    case texts = 3
    /// Lists and dictionaries.
    case collections = 4
  }

  let numbers: [Int64]
  private let node: RealmNode
  private let integers: RealmNode?
  private let pairs: RealmNode?
  private let texts: RealmTextLeaf?
  private let collections: RealmNode?

  init(_ node: RealmNode, in image: RealmImage, expecting check: (Int) throws -> Void) throws {
    self.node = node
    let numbers = try image.child(node, 0)
    try check(numbers.count)
    self.numbers = try image.integers(numbers)
    func part(_ payload: Payload) throws -> RealmNode? {
      guard payload.rawValue < node.count else { return nil }
      return try image.reference(node, payload.rawValue).map(image.node)
    }
    integers = try part(.integers)
    pairs = try part(.pairs)
    texts = try part(.texts).map { try RealmTextLeaf($0, in: image, isBinary: false) }
    collections = try part(.collections)
  }

  func integer(_ index: Int, in image: RealmImage) throws -> Int64 {
    guard let integers else { throw missing }
    return try image.integer(integers, index)
  }

  func pair(_ index: Int, in image: RealmImage) throws -> (Int64, Int64) {
    guard let pairs, index < RealmNode.largestCount else { throw missing }
    return (try image.integer(pairs, 2 * index), try image.integer(pairs, 2 * index + 1))
  }

  /// - Returns: where the bytes are; `nil` for null.
  func text(_ index: Int, in image: RealmImage) throws -> Range<Int>? {
    guard let texts else { throw missing }
    return try texts.range(index, in: image)
  }

  /// - Returns: `nil` for an empty collection.
  func collection(_ index: Int, in image: RealmImage) throws -> Int? {
    guard let collections else { throw missing }
    return try image.reference(collections, index)
  }

  private var missing: RealmDamage {
    RealmDamage(node.ref, "a mixed value is in an array that does not exist")
  }
}
