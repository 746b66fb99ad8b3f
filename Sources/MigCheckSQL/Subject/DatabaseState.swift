import MigCheckModel
import MigCheckSQLite

/// All rows of all tables, hidden ones too, and all that the database says of itself: what any
/// statement can read, byte by byte. Of what a runner notes down for itself the moments are left out, at
/// which it applied its migrations.
///
/// Where possible only the pages are kept: nearly all databases with the same rows have equal pages, since the same
/// statements wrote them. Rows are read where pages differ.
struct DatabaseState: StoreState {
  let version: UInt64
  private let content: Content

  init(of database: ScratchDatabase, version: UInt64) throws {
    self.version = version
    let engine = database.engine
    if engine.opensImages, let image = database.connection.image() {
      content = Content(image: image, engine: engine)
    } else {
      content = Content(rows: try Rows(of: database.connection, ownTables: engine.ownTables))
    }
  }

  /// - Parameter engine: one that opens images.
  init(of image: DatabaseImage, engine: any DatabaseEngine, version: UInt64) {
    self.version = version
    content = Content(image: image, engine: engine)
  }

  var fingerprint: UInt64 { content.rows?.hash ?? 0 }

  func isIdentical(to other: any StoreState) -> Bool {
    guard let other = other as? DatabaseState, version == other.version else { return false }
    if let own = content.image, own == other.content.image { return true }
    guard let own = content.rows else { return false }
    return own == other.content.rows
  }

  private final class Content: Sendable {
    let image: DatabaseImage?
    private let engine: (any DatabaseEngine)?
    private let known: Locked<Rows?>

    init(rows: Rows) {
      (image, engine, known) = (nil, nil, Locked(rows))
    }

    init(image: DatabaseImage, engine: any DatabaseEngine) {
      self.image = image
      self.engine = engine
      known = Locked(nil)
    }

    /// `nil`: they cannot be read.
    var rows: Rows? {
      known.withLock { known in
        if known == nil, let image, let engine {
          known = try? Rows(
            of: ScratchDatabase(holding: image, engine: engine).connection,
            ownTables: engine.ownTables)
        }
        return known
      }
    }
  }
}

/// What statements can read, one after the other.
private struct Rows: Equatable {
  private let bytes: [UInt8]
  let hash: UInt64

  /// - Parameter ownTables: lower-case names of tables of the runner of the migrations.
  init(of connection: SQLiteConnection, ownTables: Set<String>) throws {
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
    hash = writer.hash
  }
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
