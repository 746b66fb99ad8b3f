import MigCheckModel
import MigCheckStores

/// Adds the values of columns and the elements of collections to a file.
struct RealmValueWriter {
  /// 24 or 23.
  let format: Int
  /// The key of the first table of the content; the others follow.
  let firstTableKey: Int

  /// Adds a leaf of single values.
  func leaf(
    _ values: ArraySlice<Value>, of type: PropertyType, optional: Bool, inCollection: Bool = false,
    to output: inout RealmOutput
  ) -> Int {
    switch type {
    case .int:
      if optional { return output.optionalIntegers(values.map(\.integer)) }
      return output.integers(values.map { $0.integer ?? 0 })
    case .bool:
      return output.integers(
        values.map { value in
          if case .bool(let flag) = value { flag ? 1 : 0 } else { RealmNull.boolean }
        })
    case .float:
      return output.words(
        values.map { value in
          if case .float(let number) = value { number.bitPattern } else { RealmNull.float }
        })
    case .double:
      return output.words(
        values.map { value in
          if case .double(let number) = value { number.bitPattern } else { RealmNull.double }
        })
    case .decimal128:
      return output.decimals(
        values.map { if case .decimal128(let number) = $0 { number } else { nil } })
    case .string:
      return output.texts(
        values.map { if case .string(let text) = $0 { Array(text.utf8) } else { nil } })
    case .data:
      return output.binaries(values.map { if case .data(let bytes) = $0 { bytes } else { nil } })
    case .date:
      return output.dates(values.map { if case .date(let date) = $0 { date } else { nil } })
    case .objectId:
      return output.identifiers(
        values.map { if case .objectId(let id) = $0 { id.bytes } else { nil } }, size: 12)
    case .uuid:
      return output.identifiers(
        values.map { if case .uuid(let id) = $0 { id.bytes } else { nil } }, size: 16)
    case .object:
      // In a property one more than the key, so that 0 is null; in a collection the key itself.
      return output.integers(
        values.map { value in
          if case .link(let object) = value {
            Int64(object.index) + (inCollection ? 0 : 1)
          } else {
            0
          }
        })
    case .mixed, .linkingObjects:
      return RealmMixedWriter(values: self).leaf(values, firstPlace: nil, to: &output)
    }
  }

  /// Adds the collections of a leaf: each has a tree of its own, an empty one none.
  func collections(
    _ values: ArraySlice<Value>, of column: RealmColumn, to output: inout RealmOutput
  ) -> Int {
    let slots = values.map { value in
      switch value {
      case .list(let elements): list(elements, of: column, to: &output)
      case .set(let elements): list(ordered(elements, of: column), of: column, to: &output)
      case .dictionary(let entries): dictionary(entries, to: &output)
      default: Int64(0)
      }
    }
    return output.references(slots)
  }

  /// The elements of a set in the order by which the engine searches it.
  ///
  /// Until format 23 bytes had a sign. Source: realm-core `src/realm/set.hpp`, and `string_data.hpp`
  /// before version 14.
  private func ordered(_ elements: [Value], of column: RealmColumn) -> [Value] {
    let sorted = SetElements.arrange(elements, of: column.type, byValue: true)
    guard format < 24, column.type == .string || column.type == .data else { return sorted }
    return sorted.map { (key: $0.signedBytes, value: $0) }.sorted { left, right in
      guard let left = left.key, let right = right.key else {
        return left.key == nil && right.key != nil
      }
      return left.lexicographicallyPrecedes(right)
    }.map(\.value)
  }

  private func list(
    _ elements: [Value], of column: RealmColumn, to output: inout RealmOutput
  ) -> Int64 {
    guard !elements.isEmpty else { return 0 }
    if column.type == .mixed { return mixedList(elements, to: &output) }
    return Int64(
      output.tree(count: elements.count) { output, range in
        leaf(
          elements[range], of: column.type, optional: column.isOptional, inCollection: true,
          to: &output)
      })
  }

  /// Adds a list of values of any type; 0 for an empty one.
  func mixedList(_ elements: [Value], to output: inout RealmOutput) -> Int64 {
    guard !elements.isEmpty else { return 0 }
    return Int64(
      output.tree(count: elements.count) { output, range in
        RealmMixedWriter(values: self).leaf(
          elements[range], firstPlace: range.lowerBound, to: &output)
      })
  }

  /// Adds a dictionary: a tree of keys and one of values, which may be of any type whatever the
  /// property's type is; 0 for an empty one.
  func dictionary(_ entries: [DictionaryEntry], to output: inout RealmOutput) -> Int64 {
    guard !entries.isEmpty else { return 0 }
    let keys = entries.map { Value.string($0.key) }
    let keyTree = output.tree(count: keys.count) { output, range in
      leaf(keys[range], of: .string, optional: false, inCollection: true, to: &output)
    }
    let values = mixedList(entries.map(\.value), to: &output)
    return Int64(output.references([Int64(keyTree), values]))
  }
}

extension Value {
  fileprivate var integer: Int64? {
    if case .int(let number) = self { number } else { nil }
  }

  fileprivate var signedBytes: [Int8]? {
    switch self {
    case .string(let text): text.utf8.map { Int8(bitPattern: $0) }
    case .data(let bytes): bytes.map { Int8(bitPattern: $0) }
    default: nil
    }
  }
}
