import MigCheckText

/// Which storage class a column prefers, by the rules of SQLite ("Datatypes In SQLite", 3.1).
package enum ColumnAffinity: Sendable {
  case integer, text, blob, real, numeric

  package init(declaredType: String) {
    let type = declaredType.lowercasedASCII
    func has(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }
    if has("int") {
      self = .integer
    } else if has("char", "clob", "text") {
      self = .text
    } else if has("blob") || type.isEmpty {
      self = .blob
    } else if has("real", "floa", "doub") {
      self = .real
    } else {
      self = .numeric
    }
  }
}

extension DatabaseSchema.Column {
  /// The affinity that its author thinks it has: SQLite takes `string` for a numeric type.
  var presumedAffinity: ColumnAffinity {
    declaredType.lowercasedASCII.hasPrefix("string")
      ? .text : ColumnAffinity(declaredType: declaredType)
  }
}
