/// An element of an array with references: nothing, another node, or a number.
///
/// The lowest bit tells a number *n*, stored as 2*n* + 1, from a reference. Source: realm-core
/// `src/realm/array.hpp`, `RefOrTagged`.
enum RealmSlot: Equatable {
  case empty
  case reference(Int)
  case tagged(Int64)
}

extension RealmImage {
  func slot(_ node: RealmNode, _ index: Int) throws -> RealmSlot {
    guard node.hasReferences else {
      throw RealmDamage(node.ref, "an array of references is expected there")
    }
    let value = try integer(node, index)
    if value == 0 { return .empty }
    if value & 1 == 1 { return .tagged(value >> 1) }
    guard let ref = Int(exactly: value) else {
      throw RealmDamage(node.ref, "a reference is outside of the file")
    }
    return .reference(ref)
  }

  /// The reference in an element.
  ///
  /// - Returns: `nil` for an empty element.
  /// - Throws: `RealmDamage` for a number.
  func reference(_ node: RealmNode, _ index: Int) throws -> Int? {
    switch try slot(node, index) {
    case .empty: return nil
    case .reference(let ref): return ref
    case .tagged: throw RealmDamage(node.ref, "element \(index) is a number, not a reference")
    }
  }

  /// The node that an element refers to.
  func child(_ node: RealmNode, _ index: Int) throws -> RealmNode {
    guard let ref = try reference(node, index) else {
      throw RealmDamage(node.ref, "element \(index) is empty")
    }
    return try self.node(at: ref)
  }

  /// The number in an element.
  func tagged(_ node: RealmNode, _ index: Int) throws -> Int64 {
    guard case .tagged(let value) = try slot(node, index) else {
      throw RealmDamage(node.ref, "element \(index) is not a number")
    }
    return value
  }
}
