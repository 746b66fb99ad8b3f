import MigCheckModel
import MigCheckText

// Lists, sets and dictionaries. An empty one has no node.

extension RealmContentReader {
  /// Appends the collections of one leaf of a column.
  func appendCollections(
    _ node: RealmNode, _ kind: CollectionKind, of element: RealmElement, expecting count: Int,
    to values: inout [Value]
  ) throws {
    try require(node.count, count, at: node.ref)
    try image.charge(count, at: node.ref)
    var element = element
    element.isInCollection = true
    for index in 0..<count {
      let ref = try image.reference(node, index)
      switch kind {
      case .list: values.append(.list(try elements(at: ref, of: element)))
      case .set: values.append(.set(try set(at: ref, of: element)))
      case .dictionary:
        let entries = try dictionary(at: ref, place: element.place, depth: 0)
        for entry in entries { try requireType(entry.value, element, at: ref ?? node.ref) }
        values.append(.dictionary(entries))
      }
    }
  }

  private func elements(at ref: Int?, of element: RealmElement) throws -> [Value] {
    guard let ref else { return [] }
    var values = [Value]()
    try image.visitTree(at: ref) { leaf in
      try append(leaf, of: element, expecting: nil, to: &values)
    }
    return values
  }

  /// The elements in the order of the file, which depends on its format.
  private func set(at ref: Int?, of element: RealmElement) throws -> [Value] {
    let values = try elements(at: ref, of: element)
    let holdsNaN = values.contains { value in
      switch value {
      case .float(let number): number.isNaN
      case .double(let number): number.isNaN
      default: false
      }
    }
    if holdsNaN { setsWithNaN[element.place, default: 0] += 1 }
    return values
  }

  /// The entries by ascending keys.
  ///
  /// From format 23 on a dictionary is two trees, of keys and of `mixed` values, whatever the type of
  /// the property; before, a cluster tree in the order of hashes. Source: realm-core
  /// `src/realm/dictionary.cpp`, and `dictionary_cluster_tree.cpp` before version 13.
  func dictionary(at ref: Int?, place: RealmPlace, depth: Int) throws -> [DictionaryEntry] {
    guard let ref else { return [] }
    try requireNesting(depth, at: ref)
    var keys = [Value]()
    var values = [Value]()
    let element = RealmElement(type: .string, isNullable: false, place: place)
    if image.format < 23 {
      for leaf in try RealmClusters(at: ref, in: image).leaves {
        try append(
          try image.child(leaf.node, 1), of: element, expecting: leaf.count, to: &keys)
        try appendMixed(
          try image.child(leaf.node, 2), at: place, expecting: leaf.count, depth: depth,
          to: &values)
      }
    } else {
      let node = try image.node(at: ref)
      guard let keyTree = try image.reference(node, 0), let valueTree = try image.reference(node, 1)
      else { throw RealmDamage(ref, "a dictionary has no keys or no values") }
      try image.visitTree(at: keyTree) {
        try append($0, of: element, expecting: nil, to: &keys)
      }
      try image.visitTree(at: valueTree) {
        try appendMixed($0, at: place, expecting: nil, depth: depth, to: &values)
      }
    }
    return try entries(keys, values, at: ref)
  }

  private func entries(
    _ keys: [Value], _ values: [Value], at ref: Int
  ) throws -> [DictionaryEntry] {
    guard keys.count == values.count else {
      throw RealmDamage(ref, "a dictionary has \(keys.count) keys for \(values.count) values")
    }
    var entries = [DictionaryEntry]()
    entries.reserveCapacity(keys.count)
    var isAscending = true
    for (key, value) in zip(keys, values) {
      guard case .string(let text) = key else {
        throw RealmDamage(ref, "a key of a dictionary is null")
      }
      isAscending = isAscending && entries.last?.key.precedes(text) ?? true
      entries.append(DictionaryEntry(text, value))
    }
    if isAscending { return entries }
    entries.sort { $0.key.precedes($1.key) }
    for index in entries.indices.dropFirst()
    where !entries[index - 1].key.precedes(entries[index].key) {
      throw RealmDamage(ref, "a dictionary has one key twice")
    }
    return entries
  }

  /// Refuses values in a dictionary that its property does not admit.
  private func requireType(_ value: Value, _ element: RealmElement, at ref: Int) throws {
    let isAllowed: Bool
    switch value {
    case .null: isAllowed = true
    case .link(let object): isAllowed = element.type == .mixed || object.type == element.target
    case .list, .dictionary: isAllowed = element.type == .mixed
    default: isAllowed = element.type == .mixed || value.scalarType == element.type
    }
    guard isAllowed else {
      throw RealmDamage(ref, "a dictionary holds a value of another type than its property")
    }
  }
}
