/// A node of texts or of binary data, of which any can be looked up.
///
/// There are three forms, and a leaf never returns to a smaller one when its texts get shorter: so
/// each form may hold texts of any length. Source: realm-core `src/realm/array_string.cpp`,
/// `array_string_short.cpp`, `array_blobs_small.cpp`, `array_blobs_big.cpp`.
struct RealmTextLeaf {
  private enum Form {
    /// Elements of equal width; the last byte says how many of the others are unused.
    case short(RealmNode)
    /// Ends in one blob that holds all texts, and which of them are null.
    case medium(ends: RealmNode, blob: RealmNode, nulls: RealmNode)
    /// Each text in a node of its own.
    case big(RealmNode)
  }

  let count: Int
  private let form: Form
  /// 1 where a zero byte follows each text, as it does but for binary data.
  private let terminator: Int
  private let ref: Int

  /// Whether the leaf holds numbers of texts that are elsewhere.
  static func isEnumerated(_ node: RealmNode) -> Bool {
    !node.hasReferences && node.kind == .bits
  }

  init(_ node: RealmNode, in image: RealmImage, isBinary: Bool) throws {
    ref = node.ref
    terminator = isBinary ? 0 : 1
    guard node.hasReferences else {
      guard node.kind == .bytes, !isBinary else {
        throw RealmDamage(node.ref, "a node of texts is expected there")
      }
      form = .short(node)
      count = node.count
      return
    }
    if node.hasContext {
      form = .big(node)
      count = node.count
      return
    }
    let ends = try image.child(node, 0)
    let blob = try image.child(node, 1)
    let nulls = try image.child(node, 2)
    guard blob.kind == .blob, ends.count == nulls.count else {
      throw RealmDamage(node.ref, "the parts of a node of texts do not fit together")
    }
    form = .medium(ends: ends, blob: blob, nulls: nulls)
    count = ends.count
  }

  /// Where the bytes of a text are in the file.
  ///
  /// - Returns: `nil` for null.
  func range(_ index: Int, in image: RealmImage) throws -> Range<Int>? {
    guard index >= 0, index < count else {
      throw RealmDamage(ref, "a node of \(count) texts is asked for text \(index)")
    }
    switch form {
    case .short(let node):
      guard node.width > 0 else { return nil }
      let start = node.payload + index * node.width
      let unused = Int(image.bytes[start + node.width - 1])
      guard unused < node.width else {
        guard unused == node.width else {
          throw RealmDamage(start, "a text is longer than its element")
        }
        return nil
      }
      return start..<start + node.width - 1 - unused
    case .medium(let ends, let blob, let nulls):
      if try image.integer(nulls, index) != 0 { return nil }
      let start = index == 0 ? 0 : try image.integer(ends, index - 1)
      let end = try image.integer(ends, index)
      guard start >= 0, end <= Int64(blob.count), end - start >= Int64(terminator) else {
        throw RealmDamage(ends.ref, "the ends of texts do not ascend within their node")
      }
      return blob.payload + Int(start)..<blob.payload + Int(end) - terminator
    case .big(let node):
      guard let child = try image.reference(node, index) else { return nil }
      let blob = try image.node(at: child)
      guard blob.kind == .blob, !blob.hasReferences, blob.count >= terminator else {
        throw RealmDamage(child, "a node of bytes is expected there")
      }
      return blob.payload..<blob.payload + blob.count - terminator
    }
  }
}
