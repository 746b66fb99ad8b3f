import MigCheckModel
import MigCheckText

/// What a file store holds and where: the tables as the rules see them, and the SQLite tables and
/// columns that they stand in. One BLOB in the file, read on opening and written on commit.
struct FileCatalogue: Sendable {
  var version: UInt64
  /// Tables stand at the index that is their id; `nil`: removed.
  var tables: [FileTable?] = []
  /// The number of the next SQLite table for a collection; never used again.
  var nextCollection = 0
  var slots = ColumnSlots()
  /// The properties whose links have an order of their own, which the table `links` holds under
  /// the number of their place here; `nil`: none any more.
  var linkOrders: [PropertyPlace?] = []

  var layouts: [StoreTable] { tables.compactMap { $0?.layout } }

  /// The id of the table that a link property leads to.
  func target(of property: Property) -> Int? {
    guard property.isLink, let name = property.objectType else { return nil }
    return tables.firstIndex { $0?.layout.name == name }
  }
}

/// One table of a file store.
struct FileTable: Sendable {
  var layout: StoreTable
  /// Where each property is; parallel to `layout.properties`.
  var slots: [Slot] = []
  var nextKey: Int64 = 0
  /// How many objects there are.
  var count: Int64 = 0
  /// Whether the SQLite table is there; it comes with the first object.
  var isPhysical = false
  /// The columns of the SQLite table beside the key.
  var width = 0
  /// How many of them have ever been given to a property; those behind are all NULL.
  var used = 0

  /// Where the values of a property are.
  enum Slot: Sendable, Equatable {
    /// The column `c…`. If `nullIsZero`, a NULL stands for the zero value of a required property.
    case column(Int, nullIsZero: Bool)
    /// The table `x…`, which comes with the first element. If `hasGaps`, positions only tell the
    /// order of elements.
    case collection(Int, isPhysical: Bool, hasGaps: Bool)
  }

  /// Whether the objects have the keys 0 ..< `nextKey`.
  var isDense: Bool { count == nextKey }

  var name: String { "t\(layout.id)" }
}

// MARK: The BLOB

extension FileCatalogue {
  private static let formatByte: UInt8 = 2

  var bytes: [UInt8] {
    var writer = CatalogueWriter()
    writer.bytes.reserveCapacity(1_024)
    writer.bytes.append(Self.formatByte)
    writer.write(version)
    writer.write(UInt64(nextCollection))
    writer.write(UInt64(tables.count))
    writer.write(UInt64(tables.lazy.filter { $0 != nil }.count))
    for case let table? in tables {
      writer.write(UInt64(table.layout.id))
      writer.write(table.layout.name)
      writer.write(table.layout.isEmbedded)
      writer.write(table.layout.primaryKey)
      writer.write(UInt64(table.nextKey))
      writer.write(UInt64(table.count))
      writer.write(table.isPhysical)
      writer.write(UInt64(table.width))
      writer.write(UInt64(table.used))
      writer.write(UInt64(table.slots.count))
      for (property, slot) in zip(table.layout.properties, table.slots) {
        writer.write(property.name)
        writer.write(property.type.rawValue)
        writer.write(property.collection?.rawValue)
        writer.write(property.objectType)
        writer.write(property.isOptional)
        writer.write(property.isIndexed)
        switch slot {
        case .column(let column, let nullIsZero):
          writer.write(UInt64(column))
          writer.write(nullIsZero)
        case .collection(let number, let isPhysical, let hasGaps):
          writer.write(UInt64(number))
          writer.write(isPhysical)
          writer.write(hasGaps)
        }
      }
    }
    slots.write(to: &writer)
    writer.write(UInt64(linkOrders.count))
    for place in linkOrders {
      writer.write(place != nil)
      if let place { writer.write(place) }
    }
    let checksum = Self.checksum(of: writer.bytes[...])
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      writer.bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
    }
    return writer.bytes
  }

  /// FNV-1a of 64 bits. A damaged number would otherwise be believed, such as a count of objects.
  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// - Returns: `nil` for bytes that are no catalogue.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 8,
      bytes.suffix(8).reduce(0, { $0 << 8 | UInt64($1) })
        == Self.checksum(of: bytes.dropLast(8))
    else { return nil }
    var reader = CatalogueReader(bytes: bytes.dropLast(8))
    do {
      let format = try reader.byte()
      guard format == 1 || format == Self.formatByte else { return nil }
      version = try reader.number()
      nextCollection = try reader.count()
      let tableCount = try reader.count()
      tables = Array(repeating: nil, count: tableCount)
      for _ in 0..<(try reader.count()) {
        let table = try reader.table()
        guard tables.indices.contains(table.layout.id), tables[table.layout.id] == nil else {
          return nil
        }
        tables[table.layout.id] = table
      }
      if format == 1 {
        slots = ColumnSlots(of: self)
      } else {
        slots = try ColumnSlots(from: &reader)
        for _ in 0..<(try reader.count()) {
          linkOrders.append(try reader.flag() ? try reader.place() : nil)
        }
      }
      guard reader.bytes.isEmpty else { return nil }
    } catch {
      return nil
    }
  }
}

extension ColumnSlots {
  /// The columns of a store that was made before it kept them: as if they all had come at once.
  fileprivate init(of catalogue: FileCatalogue) {
    self.init()
    for case let table? in catalogue.tables {
      for property in table.layout.properties {
        addProperty(
          property.name, to: table.layout.id, target: catalogue.target(of: property))
      }
    }
  }

  fileprivate func write(to writer: inout CatalogueWriter) {
    writer.write(UInt64(tables.count))
    for slots in tables {
      writer.write(UInt64(slots.count))
      for slot in slots {
        switch slot {
        case nil: writer.bytes.append(0)
        case .property(let name):
          writer.bytes.append(1)
          writer.write(name.text)
        case .links(let place):
          writer.bytes.append(2)
          writer.write(place)
        case .mixedLinks(let place):
          writer.bytes.append(3)
          writer.write(place)
        case .formerLinks(let table):
          writer.bytes.append(4)
          writer.write(UInt64(table))
        }
      }
    }
  }

  fileprivate init(from reader: inout CatalogueReader) throws(CatalogueReader.Invalid) {
    var tables = [[Slot?]]()
    for _ in 0..<(try reader.count()) {
      var slots = [Slot?]()
      for _ in 0..<(try reader.count()) {
        switch try reader.byte() {
        case 0: slots.append(nil)
        case 1: slots.append(.property(try reader.name()))
        case 2: slots.append(.links(try reader.place()))
        case 3: slots.append(.mixedLinks(try reader.place()))
        case 4: slots.append(.formerLinks(table: try reader.count()))
        default: throw CatalogueReader.Invalid()
        }
      }
      tables.append(slots)
    }
    self.init(tables: tables)
  }
}

private struct CatalogueWriter {
  var bytes: [UInt8] = []

  mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ place: PropertyPlace) {
    write(UInt64(place.table))
    write(place.name)
  }

  mutating func write(_ text: String?) {
    write(text != nil)
    if let text { write(text) }
  }

  mutating func write(_ name: Name) {
    write(name.text)
  }

  mutating func write(_ name: Name?) {
    write(name?.text)
  }
}

private struct CatalogueReader {
  struct Invalid: Error {}

  var bytes: ArraySlice<UInt8>

  mutating func byte() throws(Invalid) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw Invalid() }
    return byte
  }

  mutating func number() throws(Invalid) -> UInt64 {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      guard shift < 63 || byte <= 1 else { throw Invalid() }
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
  }

  /// A number that is small enough to count things.
  mutating func count() throws(Invalid) -> Int {
    let number = try number()
    guard number < 1 << 24 else { throw Invalid() }
    return Int(number)
  }

  mutating func key() throws(Invalid) -> Int64 {
    guard let key = Int64(exactly: try number()) else { throw Invalid() }
    return key
  }

  mutating func flag() throws(Invalid) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw Invalid()
    }
  }

  mutating func text() throws(Invalid) -> String {
    let count = try count()
    guard count <= bytes.count, let text = String(exactUTF8: bytes.prefix(count))
    else { throw Invalid() }
    bytes.removeFirst(count)
    return text
  }

  mutating func place() throws(Invalid) -> PropertyPlace {
    PropertyPlace(try count(), try name())
  }

  mutating func optionalText() throws(Invalid) -> String? { try flag() ? try text() : nil }

  mutating func name() throws(Invalid) -> Name { Name(try text()) }

  mutating func optionalName() throws(Invalid) -> Name? { try flag() ? try name() : nil }

  mutating func table() throws(Invalid) -> FileTable {
    var table = FileTable(
      layout: StoreTable(
        id: try count(), name: try name(), isEmbedded: try flag(), primaryKey: try optionalName()))
    table.nextKey = try key()
    table.count = try key()
    table.isPhysical = try flag()
    table.width = try count()
    table.used = try count()
    for _ in 0..<(try count()) {
      let name = try name()
      guard let type = PropertyType(rawValue: try text()) else { throw Invalid() }
      var collection: CollectionKind?
      if let text = try optionalText() {
        guard let kind = CollectionKind(rawValue: text) else { throw Invalid() }
        collection = kind
      }
      table.layout.properties.append(
        Property(
          name, type, collection: collection, objectType: try optionalName(),
          optional: try flag(), indexed: try flag()))
      table.slots.append(
        collection == nil
          ? .column(try count(), nullIsZero: try flag())
          : .collection(try count(), isPhysical: try flag(), hasGaps: try flag()))
    }
    return table
  }
}
