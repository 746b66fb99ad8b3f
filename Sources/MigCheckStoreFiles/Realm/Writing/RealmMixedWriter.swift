import MigCheckModel

/// Adds leaves of values of any type; `RealmMixedLeaf` says how they are laid out.
struct RealmMixedWriter {
  /// Adds lists and dictionaries inside of values.
  let values: RealmValueWriter
  private var integers = [Int64]()
  private var pairs = [Int64]()
  private var texts = [[UInt8]?]()
  private var collections = [Int64]()

  init(values: RealmValueWriter) {
    self.values = values
  }

  /// - Parameter firstPlace: the place of the first element in its list or dictionary; `nil` for
  ///   values of a property.
  func leaf(
    _ elements: ArraySlice<Value>, firstPlace: Int?, to output: inout RealmOutput
  ) -> Int {
    var writer = self
    let numbers = elements.map { writer.number(for: $0, to: &output) }
    // Collections in a list are known by numbers of their own, not by their places, which change.
    var places = [Int64]()
    if let firstPlace, !writer.collections.isEmpty {
      places = elements.enumerated().map { offset, element in
        element.isCollection ? Int64(firstPlace + offset + 1) : 0
      }
    }
    return writer.finish(numbers, places, to: &output)
  }

  private mutating func finish(
    _ numbers: [Int64], _ places: [Int64], to output: inout RealmOutput
  ) -> Int {
    func part(_ isEmpty: Bool, _ add: () -> Int) -> Int64 { isEmpty ? 0 : Int64(add()) }
    var slots = [
      Int64(output.integers(numbers)),
      part(integers.isEmpty) { output.integers(integers) },
      part(pairs.isEmpty) { output.integers(pairs) },
      part(texts.isEmpty) { output.texts(texts) },
    ]
    if values.format >= 24 {
      slots.append(part(collections.isEmpty) { output.references(collections) })
      slots.append(part(places.isEmpty) { output.integers(places) })
    }
    return output.references(slots)
  }

  private mutating func number(for value: Value, to output: inout RealmOutput) -> Int64 {
    func number(_ content: Int, _ payload: RealmMixedLeaf.Payload, _ type: RealmTypeCode) -> Int64 {
      Int64(content) << 8 | Int64(payload.rawValue) << 5 | Int64(type.rawValue + 1)
    }
    func integer(_ bits: Int64, _ type: RealmTypeCode) -> Int64 {
      integers.append(bits)
      return number(integers.count - 1, .integers, type)
    }
    func pair(_ first: Int64, _ second: Int64, _ type: RealmTypeCode) -> Int64 {
      pairs += [first, second]
      return number(pairs.count / 2 - 1, .pairs, type)
    }
    func text(_ bytes: [UInt8], _ type: RealmTypeCode) -> Int64 {
      texts.append(bytes)
      return number(texts.count - 1, .texts, type)
    }
    func collection(_ slot: Int64, _ type: RealmTypeCode) -> Int64 {
      collections.append(slot)
      return number(collections.count - 1, .collections, type)
    }
    switch value {
    case .null, .embedded, .set: return 0
    case .bool(let flag): return number(flag ? 1 : 0, .inline, .bool)
    case .int(let number):
      guard let short = Int32(exactly: number) else { return integer(number, .int) }
      return Int64(short) << 8 | Int64(RealmTypeCode.int.rawValue + 1)
    case .float(let number): return integer(Int64(number.bitPattern), .float)
    case .double(let number): return integer(Int64(bitPattern: number.bitPattern), .double)
    case .decimal128(let number):
      let (high, low) = number.binary
      return pair(Int64(bitPattern: low), Int64(bitPattern: high), .decimal)
    case .date(let date):
      let (seconds, nanoseconds) = date.realmParts
      return pair(seconds, nanoseconds, .timestamp)
    case .link(let object):
      return pair(
        Int64(object.type + values.firstTableKey), Int64(object.index), .typedLink)
    case .string(let string): return text(Array(string.utf8), .string)
    case .data(let bytes): return text(bytes, .binary)
    case .objectId(let id): return text(id.bytes, .objectId)
    case .uuid(let id): return text(id.bytes, .uuid)
    case .list(let elements):
      return collection(values.mixedList(elements, to: &output), .list)
    case .dictionary(let entries):
      return collection(values.dictionary(entries, to: &output), .dictionary)
    }
  }
}

extension Value {
  fileprivate var isCollection: Bool {
    switch self {
    case .list, .dictionary: true
    default: false
    }
  }
}
