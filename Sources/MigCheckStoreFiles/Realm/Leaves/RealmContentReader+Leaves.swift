import MigCheckModel

extension RealmContentReader {
  /// Appends the values of one leaf, of a column or of a collection.
  ///
  /// - Parameter expected: how many there must be; `nil`: as many as there are.
  /// - Returns: how many elements the leaf has. Fewer are appended where links of a list have no
  ///   target on this device.
  @discardableResult
  func append(
    _ node: RealmNode, of element: RealmElement, expecting expected: Int?, to values: inout [Value]
  ) throws -> Int {
    guard !node.isInner else { throw RealmDamage(node.ref, "a leaf is an inner node") }
    switch element.type {
    case .int:
      return try appendIntegers(
        node, nullable: element.isNullable, expecting: expected, to: &values)
    case .bool: return try appendBooleans(node, expecting: expected, to: &values)
    case .float:
      return try appendFloats(
        node, nullable: element.isNullable, expecting: expected, to: &values)
    case .double:
      return try appendDoubles(
        node, nullable: element.isNullable, expecting: expected, to: &values)
    case .decimal128: return try appendDecimals(node, expecting: expected, to: &values)
    case .string: return try appendTexts(node, of: element, expecting: expected, to: &values)
    case .data: return try appendBinary(node, expecting: expected, to: &values)
    case .date: return try appendDates(node, at: element.place, expecting: expected, to: &values)
    case .objectId:
      return try appendIdentifiers(
        node, size: 12, expecting: expected, to: &values, objectId(at:))
    case .uuid:
      return try appendIdentifiers(node, size: 16, expecting: expected, to: &values, uuid(at:))
    case .object: return try appendLinks(node, of: element, expecting: expected, to: &values)
    case .mixed:
      return try appendMixed(
        node, at: element.place, expecting: expected, depth: 0, to: &values)
    case .linkingObjects: throw RealmDamage(node.ref, "linking objects are not stored")
    }
  }

  func require(_ count: Int, _ expected: Int?, at ref: Int) throws {
    guard expected == nil || expected == count else {
      throw RealmDamage(ref, "a node has \(count) values for \(expected ?? 0) objects")
    }
  }
}
