extension JSON {
  /// The value that `init(encoding:)` was given.
  ///
  /// - Throws: `DecodingError` with the place of what does not fit.
  /// - Complexity: O(*n*) in the size of the document.
  package func decode<T: Decodable>(
    _ type: T.Type, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try JSONTreeDecoder(json: self, codingPath: [], sendableInfo: userInfo).decode(type)
  }
}

private struct JSONTreeDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSON
  let codingPath: [any CodingKey]
  let sendableInfo: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { sendableInfo }

  func child(_ json: JSON, _ key: any CodingKey) -> JSONTreeDecoder {
    JSONTreeDecoder(json: json, codingPath: codingPath + [key], sendableInfo: sendableInfo)
  }

  func wrong(_ needed: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "this must be \(needed)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw wrong("an object") }
    return KeyedDecodingContainer(JSONKeyedDecoding<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw wrong("an array") }
    return JSONUnkeyedDecoding(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { if case .null = json { true } else { false } }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value: Any? =
      switch type {
      case is Bool.Type: if case .bool(let value) = json { value } else { nil }
      case is String.Type: if case .string(let value) = json { value } else { nil }
      case is Double.Type: double
      case is Float.Type: float
      case let type as any FixedWidthInteger.Type: integer(type)
      default: try type.init(from: self)
      }
    guard let value = value as? T else { throw wrong("a \(type)") }
    return value
  }

  private func integer<I: FixedWidthInteger>(_ type: I.Type) -> I? {
    if case .number(let text) = json { I(text) } else { nil }
  }

  private var double: Double? {
    switch json {
    case .number(let text): Double(text)
    case .string(let bits): UInt64(bits, radix: 16).map { Double(bitPattern: $0) }
    default: nil
    }
  }

  private var float: Float? {
    switch json {
    case .number(let text): Float(text)
    case .string(let bits): UInt32(bits, radix: 16).map { Float(bitPattern: $0) }
    default: nil
    }
  }
}

private struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: JSONTreeDecoder
  let members: [JSON.Member]

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

  private func member(_ key: any CodingKey) throws -> JSONTreeDecoder {
    guard let json = json(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "the key \"\(key.stringValue)\" is missing")
      )
    }
    return decoder.child(json, key)
  }

  private func json(_ key: any CodingKey) -> JSON? {
    members.first { $0.key.isIdentical(to: key.stringValue) }?.value
  }

  func contains(_ key: Key) -> Bool { json(key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    decoder.child(
      members.first { $0.key.isIdentical(to: "super") }?.value ?? .null, JSONIndex(intValue: 0))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  let decoder: JSONTreeDecoder
  let elements: [JSON]
  private(set) var currentIndex = 0

  init(decoder: JSONTreeDecoder, elements: [JSON]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> JSONTreeDecoder {
    guard !isAtEnd else { throw decoder.wrong("an array with more elements") }
    defer { currentIndex += 1 }
    return decoder.child(elements[currentIndex], JSONIndex(intValue: currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

/// The position of an element in an array.
private struct JSONIndex: CodingKey {
  let position: Int

  var stringValue: String { "[\(position)]" }
  var intValue: Int? { position }

  init(intValue: Int) { position = intValue }
  init?(stringValue: String) { nil }
}
