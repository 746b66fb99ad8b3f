import Testing

@testable import MigCheckSQL

@Suite("Affinity of columns")
struct ColumnAffinityTests {
  /// Types with what SQLite's documentation says of them, and such as have several of its words.
  private static let types: [(String, ColumnAffinity)] = [
    ("INT", .integer), ("BIGINT", .integer), ("unsigned big int", .integer),
    ("CHARINT", .integer), ("INTCHAR", .integer), ("FLOATING POINT", .integer),
    ("VARCHAR(255)", .text), ("NVARCHAR(100)", .text), ("Clob", .text), ("TEXT", .text),
    ("BLOBTEXT", .text), ("TEXTBLOB", .text), ("REALCHAR", .text), ("CHARREAL", .text),
    ("", .blob), ("BLOB", .blob), ("REALBLOB", .blob), ("BLOBREAL", .blob),
    ("REAL", .real), ("DOUBLE PRECISION", .real), ("float", .real),
    ("NUMERIC", .numeric), ("DECIMAL(10,5)", .numeric), ("BOOLEAN", .numeric),
    ("DATETIME", .numeric), ("STRING", .numeric), ("IN T", .numeric), ("ch", .numeric),
  ]

  @Test("The words of a type decide", arguments: types.indices)
  func words(place: Int) {
    let (type, affinity) = Self.types[place]
    #expect(ColumnAffinity(declaredType: type) == affinity, "\(type)")
  }
}
