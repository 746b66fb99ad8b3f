import MigCheckModel
import MigCheckText

/// What a table's own nodes say: its columns and where its objects are.
///
/// Source: realm-core `src/realm/table.hpp` for the order of the elements, `spec.cpp` for the
/// columns.
struct RealmTableLayout {
  /// A public column and where its values are.
  struct Column {
    var column: RealmColumn
    /// The place among the leaves of a cluster. It is not the position: places of removed columns
    /// are used again.
    let leaf: Int
    /// Of a link, the key of the table that it leads to.
    let opposite: Int64?
    /// The texts that the leaves number, or `nil`.
    let enumeratedTexts: Int?
  }

  let name: String
  let key: Int64
  let kind: RealmTable.Kind
  /// A position in `columns`.
  let primaryKey: Int?
  var columns: [Column]
  let clusters: Int

  /// The elements of a table's node.
  private enum Slot {
    static let spec = 0
    static let clusters = 2
    static let key = 3
    static let indexes = 4
    static let oppositeTables = 7
    static let primaryKey = 11
    static let kind = 12
  }

  init(_ node: RealmNode, name: String, in image: RealmImage) throws {
    func number(_ slot: Int) throws -> Int64? {
      guard slot < node.count else { return nil }
      return switch try image.slot(node, slot) {
      case .tagged(let value): value
      case .empty: nil
      case .reference: throw RealmDamage(node.ref, "element \(slot) of a table is not a number")
      }
    }
    guard node.hasReferences, !node.isInner, node.count > Slot.indexes,
      let clusters = try image.reference(node, Slot.clusters)
    else { throw RealmDamage(node.ref, "a table is expected there") }
    self.name = name
    self.clusters = clusters
    key = try number(Slot.key) ?? 0
    guard let kind = RealmTable.Kind(rawValue: Int(truncatingIfNeeded: try number(Slot.kind) ?? 0))
    else { throw RealmDamage(node.ref, "a table has no known kind") }
    self.kind = kind
    let spec = try RealmSpec(try image.child(node, Slot.spec), in: image)
    let opposites =
      node.count > Slot.oppositeTables ? try image.child(node, Slot.oppositeTables) : nil
    let indexes = try image.reference(node, Slot.indexes).map(image.node)
    columns = try spec.columns.map { column in
      var result = column.column
      if result.index == .none, let indexes, column.key.index < indexes.count,
        try image.slot(indexes, column.key.index) != .empty
      {
        result.index = .general
      }
      return Column(
        column: result, leaf: column.key.index,
        opposite: result.type == .object
          ? try opposites.map { try image.integer($0, column.key.index) } : nil,
        enumeratedTexts: column.enumeratedTexts)
    }
    let key = try number(Slot.primaryKey)
    primaryKey = key.flatMap { key in spec.columns.firstIndex { $0.key.rawValue == key } }
    if let key, primaryKey == nil, key != 0 || !spec.columns.isEmpty {
      throw RealmDamage(node.ref, "the primary key of a table is not among its columns")
    }
  }
}
