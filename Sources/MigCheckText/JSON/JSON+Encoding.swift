extension JSON {
  /// A value as JSON that `decode(_:)` turns into the same value again, bit for bit.
  ///
  /// - Throws: what the value's own `encode(to:)` throws.
  /// - Complexity: O(*n*) in the size of the value.
  package init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:])
    throws
  {
    let encoder = JSONTreeEncoder(userInfo: userInfo)
    try encoder.encode(value)
    self = encoder.node.json
  }
}

/// A node of a document that is being written: containers are handed out before they are filled.
private final class JSONTreeNode {
  enum Content {
    case leaf(JSON)
    case array([JSONTreeNode])
    case object([(key: String, node: JSONTreeNode)])
  }

  var content = Content.leaf(.null)

  var json: JSON {
    switch content {
    case .leaf(let json): json
    case .array(let nodes): .array(nodes.map(\.json))
    case .object(let members): .object(members.map { JSON.Member($0.key, $0.node.json) })
    }
  }

  func add() -> JSONTreeNode {
    var nodes = [JSONTreeNode]()
    if case .array(let known) = content { nodes = known }
    let node = JSONTreeNode()
    // The array must have one owner while it grows.
    content = .leaf(.null)
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  func add(_ key: String) -> JSONTreeNode {
    var members = [(key: String, node: JSONTreeNode)]()
    if case .object(let known) = content { members = known }
    let node = JSONTreeNode()
    content = .leaf(.null)
    members.append((key, node))
    content = .object(members)
    return node
  }
}

/// Writes values into a tree; unlike `Foundation`'s encoder it keeps the order of the members, the
/// bits of floating-point numbers and all digits of integers.
private struct JSONTreeEncoder: Encoder, SingleValueEncodingContainer {
  let node: JSONTreeNode
  var codingPath: [any CodingKey] = []
  let sendableInfo: [CodingUserInfoKey: any Sendable]

  var userInfo: [CodingUserInfoKey: Any] { sendableInfo }

  init(userInfo: [CodingUserInfoKey: any Sendable]) {
    node = JSONTreeNode()
    sendableInfo = userInfo
  }

  init(_ node: JSONTreeNode, like other: JSONTreeEncoder) {
    self.node = node
    sendableInfo = other.sendableInfo
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .leaf = node.content { node.content = .object([]) }
    return KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .leaf = node.content { node.content = .array([]) }
    return JSONUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.content = .leaf(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    switch value {
    case let value as Bool: node.content = .leaf(.bool(value))
    case let value as String: node.content = .leaf(.string(value))
    case let value as Double: node.content = .leaf(Self.number(value, value.bitPattern))
    case let value as Float: node.content = .leaf(Self.number(value, UInt64(value.bitPattern)))
    case let value as any BinaryInteger: node.content = .leaf(.integer(value))
    default: try value.encode(to: self)
    }
  }

  /// A number, or the bits of what JSON has no number for.
  private static func number<F: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: F, _ bits: UInt64
  ) -> JSON {
    value.isFinite ? .number(value.description) : .string(String(bits, radix: 16))
  }
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONTreeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func member(_ key: any CodingKey) -> JSONTreeEncoder {
    JSONTreeEncoder(encoder.node.add(key.stringValue), like: encoder)
  }

  func encodeNil(forKey key: Key) { member(key).encodeNil() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try member(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    JSONTreeEncoder(encoder.node.add("super"), like: encoder)
  }

  func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: JSONTreeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { if case .array(let nodes) = encoder.node.content { nodes.count } else { 0 } }

  private func element() -> JSONTreeEncoder {
    JSONTreeEncoder(encoder.node.add(), like: encoder)
  }

  func encodeNil() { element().encodeNil() }

  func encode<T: Encodable>(_ value: T) throws { try element().encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }
}
