import MigCheckModel

/// Schemas in which nothing is wrong, so that each is examined once and not at every opening.
package final class ValidSchemas: Sendable {
  private let known = Locked([Schema]())

  /// More than most histories have versions, and few enough to look through.
  private static let limit = 256

  package init() {}

  /// Whether a schema, or what it is a copy of, was found to be valid.
  ///
  /// - Complexity: O(*n*) in the number of schemas.
  package func contains(_ schema: Schema) -> Bool {
    known.withLock { $0.contains { $0.isSameValue(as: schema) } }
  }

  package func insert(_ schema: Schema) {
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
      known.append(schema)
    }
  }
}

extension Schema {
  /// Whether both are copies of one value: equal without a look at what they hold.
  package func isSameValue(as other: Schema) -> Bool {
    types.withUnsafeBufferPointer { left in
      other.types.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
    } && types.count == other.types.count
  }
}
