/// The node that all others hang from.
///
/// Source: realm-core `src/realm/group.hpp` for the order of its elements.
struct RealmTop {
  let names: Int
  let tables: Int
  /// In bytes.
  let logicalSize: Int
  let history: History?

  enum History: Int64 {
    case none = 0
    /// Of changes within the process, and for others that have the file open.
    case local = 2
    case syncClient = 3
    case syncServer = 4
  }

  private static let counts: Set = [3, 5, 7, 9, 10, 11, 12]

  init(at ref: Int, in image: RealmImage) throws {
    let node = try image.node(at: ref)
    guard node.hasReferences, !node.isInner, Self.counts.contains(node.count),
      let names = try image.reference(node, 0), let tables = try image.reference(node, 1)
    else { throw RealmDamage(ref, "the top of the file is expected there") }
    self.names = names
    self.tables = tables
    let size = try image.tagged(node, 2)
    guard let size = Int(exactly: size), size >= 24, size <= image.bytes.count, size > names,
      size > tables
    else {
      throw RealmDamage(
        ref, "the file says that it has \(size) bytes, and has \(image.bytes.count)")
    }
    logicalSize = size
    if node.count > 7, case .tagged(let kind) = try image.slot(node, 7) {
      history = History(rawValue: kind)
    } else {
      history = nil
    }
  }
}
