import MigCheckText

/// Which storage class a column prefers, by the rules of SQLite ("Datatypes In SQLite", 3.1).
package enum ColumnAffinity: Int, Sendable {
  // Where a type has words of several affinities, SQLite takes the last of these.
  case numeric, real, blob, text, integer

  /// - Complexity: O(*n*) in the length of the type.
  package init(declaredType: String) {
    self = declaredType.isEmpty ? .blob : .numeric
    var lastFour: UInt32 = 0
    for byte in declaredType.utf8 {
      lastFour = lastFour << 8 | UInt32((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      for word in Self.words
      where lastFour & word.mask == word.letters && word.affinity.rawValue > rawValue {
        self = word.affinity
      }
    }
  }

  private static let words = [
    Word("int", .integer), Word("char", .text), Word("clob", .text), Word("text", .text),
    Word("blob", .blob), Word("real", .real), Word("floa", .real), Word("doub", .real),
  ]

  /// Up to four letters of a type, and the affinity that they give it.
  private struct Word {
    var letters: UInt32
    var mask: UInt32
    var affinity: ColumnAffinity

    init(_ word: String, _ affinity: ColumnAffinity) {
      letters = word.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      mask = word.utf8.reduce(0) { mask, _ in mask << 8 | 0xFF }
      self.affinity = affinity
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
