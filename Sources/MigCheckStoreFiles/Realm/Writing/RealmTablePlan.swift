import MigCheckModel

/// The columns that a table has in a file: first those of its properties, then those of back links.
struct RealmTablePlan {
  struct Column {
    let type: RealmTypeCode
    let attributes: RealmColumnAttributes
    let key: RealmColumnKey
    /// What is at the other end of a column of links or of back links.
    fileprivate(set) var opposite: (table: Int64, column: Int64)?
    let isDictionary: Bool
  }

  /// What means no opposite. Source: realm-core `src/realm/keys.hpp`, the null keys.
  static let noTable: Int64 = 0x7FFF_FFFF
  static let noColumn: Int64 = .max

  /// The key of the table, which is its position in the file.
  let key: Int
  private(set) var columns: [Column]

  /// - Returns: the plans of all tables of a content.
  static func plans(
    for content: RealmContent, _ backLinks: RealmBackLinks, firstKey: Int, format: Int
  ) -> [RealmTablePlan] {
    var plans = content.tables.indices.map { index in
      RealmTablePlan(
        content.tables[index], backLinks: backLinks.columns[index].count, key: firstKey + index,
        format: format)
    }
    for (target, columns) in backLinks.columns.enumerated() {
      let first = content.tables[target].columns.count
      for (number, link) in columns.enumerated() {
        let origin = plans[link.table]
        let back = plans[target].columns[first + number].key
        plans[target].columns[first + number].opposite = (
          Int64(origin.key), origin.columns[link.column].key.rawValue
        )
        // A column of `mixed` may link to several tables, and so has no opposite.
        if content.tables[link.table].columns[link.column].type == .object {
          plans[link.table].columns[link.column].opposite = (
            Int64(plans[target].key), back.rawValue
          )
        }
      }
    }
    return plans
  }

  init(_ table: RealmTable, backLinks: Int, key: Int, format: Int) {
    self.key = key
    columns = table.columns.enumerated().map { index, column in
      var attributes = RealmColumnAttributes()
      switch column.collection {
      case .list: attributes.insert(.list)
      case .set: attributes.insert(.set)
      case .dictionary: attributes.insert(.dictionary)
      case nil: break
      }
      if column.admitsNull { attributes.insert(.nullable) }
      let isOldList = format < 24 && column.type == .object && column.collection == .list
      let type = isOldList ? .linkList : RealmTypeCode(column.type) ?? .mixed
      return Column(
        type: type, attributes: attributes,
        key: RealmColumnKey(index: index, type: type, attributes: attributes, tag: key),
        isDictionary: column.collection == .dictionary)
    }
    for _ in 0..<backLinks {
      columns.append(
        Column(
          type: .backLink, attributes: [],
          key: RealmColumnKey(index: columns.count, type: .backLink, attributes: [], tag: key),
          isDictionary: false))
    }
  }
}

extension RealmColumn {
  /// Whether the engine marks the column as one that may hold null: links do but in lists and sets,
  /// and `mixed` everywhere.
  var admitsNull: Bool {
    switch type {
    case .object: collection == nil || collection == .dictionary
    case .mixed: true
    default: isOptional
    }
  }
}
