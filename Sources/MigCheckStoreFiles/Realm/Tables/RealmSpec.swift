import MigCheckModel

/// The columns of a table.
///
/// The public ones come first; those that hold back links follow and have no names. Source:
/// realm-core `src/realm/spec.hpp`, `spec.cpp`.
struct RealmSpec {
  struct Column {
    let column: RealmColumn
    let key: RealmColumnKey
    let enumeratedTexts: Int?
  }

  let columns: [Column]

  private enum Slot {
    static let types = 0
    static let names = 1
    static let attributes = 2
    static let enumeratedTexts = 4
    static let keys = 5
  }

  init(_ node: RealmNode, in image: RealmImage) throws {
    guard node.hasReferences, node.count > Slot.keys else {
      throw RealmDamage(node.ref, "the columns of a table are expected there")
    }
    let types = try image.child(node, Slot.types)
    let attributes = try image.child(node, Slot.attributes)
    let keys = try image.child(node, Slot.keys)
    let names = try image.names(try image.child(node, Slot.names))
    let texts = try image.reference(node, Slot.enumeratedTexts).map(image.node)
    guard types.count == keys.count, attributes.count == keys.count, names.count <= keys.count
    else { throw RealmDamage(node.ref, "the columns of a table do not fit together") }
    columns = try names.enumerated().map { position, name in
      // The type of a dictionary's keys, always text, is in the higher bits.
      let type = RealmTypeCode(
        rawValue: Int(try image.integer(types, position) & 0xFFFF))
      let bits = RealmColumnAttributes(
        rawValue: Int(truncatingIfNeeded: try image.integer(attributes, position)))
      guard let type, let propertyType = type.propertyType else {
        throw RealmDamage(types.ref, "a column has no known type")
      }
      let collection: CollectionKind? =
        if bits.contains(.list) || type == .linkList {
          .list
        } else if bits.contains(.set) {
          .set
        } else if bits.contains(.dictionary) {
          .dictionary
        } else {
          nil
        }
      return Column(
        column: RealmColumn(
          name, propertyType, collection: collection, optional: bits.contains(.nullable),
          index: bits.contains(.fullText)
            ? .fullText : bits.contains(.indexed) ? .general : .none),
        key: RealmColumnKey(rawValue: try image.integer(keys, position)),
        enumeratedTexts: try texts.flatMap { try image.reference($0, position) })
    }
  }
}

extension RealmImage {
  /// Names of tables or columns: short texts, of which those of width 0 are empty and not null.
  func names(_ node: RealmNode) throws -> [String] {
    try charge(node.count, at: node.ref)
    guard node.width > 0 else { return Array(repeating: "", count: node.count) }
    let leaf = try RealmTextLeaf(node, in: self, isBinary: false)
    return try (0..<leaf.count).map { index in
      guard let range = try leaf.range(index, in: self) else { return "" }
      return String(decoding: bytes[range], as: UTF8.self)
    }
  }
}
