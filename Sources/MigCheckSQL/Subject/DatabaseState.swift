import MigCheckModel
import MigCheckSQLite

/// All rows of all tables, hidden ones too, and all that the database says of itself: what any
/// statement can read, byte by byte. Of what a runner notes down for itself the moments are left out, at
/// which it applied its migrations.
struct DatabaseState: StoreState, Equatable {
  let version: UInt64
  private let bytes: [UInt8]
  let fingerprint: UInt64

  /// - Parameter ownTables: lower-case names of tables of the runner of the migrations.
  init(of connection: SQLiteConnection, version: UInt64, ownTables: Set<String> = []) throws {
    self.version = version
    var writer = ByteWriter()
    let objects = try connection.rows(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema ORDER BY name, type")
    for value in objects.joined() { writer.append(value) }
    let virtual = objects.filter {
      $0[0].plainText == "table" && $0[3].plainText.uppercased().hasPrefix("CREATE VIRTUAL")
    }
    for object in objects where object[0].plainText == "table" {
      let name = object[1].plainText
      if virtual.contains(where: { $0[1].plainText == name }) { continue }
      try writer.appendTable(
        name, of: connection, leavingOutMoments: ownTables.contains(name.lowercasedASCII))
    }
    bytes = writer.bytes
    fingerprint = writer.hash
  }

  func isIdentical(to other: any StoreState) -> Bool { (other as? DatabaseState) == self }
}

private struct ByteWriter {
  var bytes = [UInt8]()

  /// FNV-1a.
  var hash: UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  mutating func appendTable(
    _ name: String, of connection: SQLiteConnection, leavingOutMoments: Bool
  ) throws {
    bytes.append(7)
    bytes += Array(name.utf8)
    let quoted = name.quotedName
    // Row ids can be read by statements too; a table without them says so. A temporary table, even that
    // in which SQLite keeps the sequences of others, would hide one of the same name.
    let statement =
      try (try? connection.prepare("SELECT rowid, * FROM main.\(quoted) ORDER BY rowid"))
      ?? connection.prepare("SELECT * FROM main.\(quoted)")
    while try statement.step() {
      bytes.append(8)
      for column in 0..<statement.columnCount {
        let value = statement.value(column)
        if !leavingOutMoments || !value.mayBeMoment { append(value) }
      }
    }
  }

  mutating func append(_ value: SQLiteValue) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let number): append(1, UInt64(bitPattern: number))
    case .real(let number): append(2, number.bitPattern)
    case .text(let text): append(3, Array(text.utf8))
    case .invalidText(let content): append(4, content)
    case .blob(let content): append(5, content)
    }
  }

  private mutating func append(_ tag: UInt8, _ word: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: word.littleEndian) { bytes += Array($0) }
  }

  private mutating func append(_ tag: UInt8, _ content: [UInt8]) {
    append(tag, UInt64(content.count))
    bytes += content
  }
}

extension SQLiteValue {
  /// Whether it is a date with a time as text, or a count of seconds or smaller units since 1970.
  fileprivate var mayBeMoment: Bool {
    switch self {
    case .text(let text):
      let shape = text.utf8.prefix(11).map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
      return shape.starts(with: "0000-00-00".utf8) && shape.count > 10
    case .integer(let number): return number > 1_000_000_000
    case .real(let number): return number > 1_000_000_000
    default: return false
    }
  }
}
