/// What a comparison found to differ: one place, or one pattern in many places.
///
/// The comparison of two graphs has no natural alignment of their objects, and a smallest
/// difference is NP-hard to find: this is *a* difference, which names real objects.
package struct GraphDifference: Sendable {
  package enum Kind: String, Sendable {
    /// The two schemas do not have the same types, or the same properties of one type.
    case schemaDiffers
    /// An object of the first graph has no counterpart in the second.
    case objectMissing
    /// An object of the second graph has no counterpart in the first.
    case objectAdded
    /// A property without links holds another value.
    case valueDiffers
    /// A property with links leads to other objects, or to the same ones in another order.
    case linkDiffers
  }

  package var kind: Kind
  package var type: Name
  /// `nil` for whole objects and types.
  package var property: Name?
  /// The object in the first graph: its row in its type's table.
  package var firstRow: Int?
  /// The object in the second graph.
  package var secondRow: Int?
  /// The value in the first graph; its links lead to rows of the first graph.
  package var firstValue: Value?
  /// The value in the second graph; its links lead to rows of the second graph.
  package var secondValue: Value?
  /// How many objects differ in this way; the rows and values are those of one of them.
  package var count: Int
  /// Whether all `count` objects have the same two values, or `firstValue` and `secondValue` are
  /// those of one example.
  package var isUniform: Bool
  /// How many objects of the type both graphs have, matched with each other; for missing and
  /// added objects, how many the graph that has them holds.
  package var total: Int

  package init(
    _ kind: Kind, type: Name, property: Name? = nil, firstRow: Int? = nil,
    secondRow: Int? = nil, firstValue: Value? = nil, secondValue: Value? = nil, count: Int = 1,
    isUniform: Bool = true, total: Int = 1
  ) {
    self.kind = kind
    self.type = type
    self.property = property
    self.firstRow = firstRow
    self.secondRow = secondRow
    self.firstValue = firstValue
    self.secondValue = secondValue
    self.count = count
    self.isUniform = isUniform
    self.total = total
  }
}

extension GraphDifference: Equatable {}
