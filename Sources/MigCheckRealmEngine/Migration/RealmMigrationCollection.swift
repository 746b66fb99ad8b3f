import MigCheckModel
import MigCheckStores
import MigCheckText

/// A list, set or dictionary of an object: what a block changes takes effect at once, and it is valid
/// while its object lives.
///
/// - Complexity: each change is O(*n*) in the number of elements.
package final class RealmMigrationCollection {
  package let object: RealmMigrationObject
  package let property: Property
  package let kind: CollectionKind

  /// - Returns: `nil` for the name of a property that is not a collection.
  package init?(_ object: RealmMigrationObject, named name: String) {
    guard let property = object.declaredType.property(named: Name(name)),
      let kind = property.collection
    else { return nil }
    self.object = object
    self.property = property
    self.kind = kind
  }

  private var migration: RealmMigration { object.migration }

  func isSame(as property: Property, of object: RealmMigrationObject) -> Bool {
    self.property.name == property.name && self.object.isSame(as: object)
  }

  package var isInvalidated: Bool { object.isDeleted }

  // MARK: Reading

  /// What the property holds.
  ///
  /// - Throws: what Realm does where the object is gone.
  func storedValue() throws -> Value {
    guard try object.isAlive() else {
      throw RealmException.invalidCollection(kind, object.type, property.name)
    }
    return try object.storedValue(of: property.name)
  }

  /// The elements of a list or set, or the values of a dictionary in the order of its keys.
  package var elements: [Any?] {
    migration.attempt {
      try values(in: storedValue()).map { migration.bridge($0, isOld: object.isOld) }
    } ?? []
  }

  /// The keys of a dictionary, in byte order.
  package var keys: [String] {
    migration.attempt {
      if case .dictionary(let entries) = try storedValue() { entries.map(\.key) } else { [] }
    } ?? []
  }

  package var count: Int { migration.attempt { try values(in: storedValue()).count } ?? 0 }

  package func element(at index: Int) -> Any? {
    migration.attempt {
      let values = try values(in: storedValue())
      try verify(index, below: values.count)
      return migration.bridge(values[index], isOld: object.isOld)
    } ?? nil
  }

  /// The value of a key; `.some(nil)` for a null, `nil` for a key that is missing.
  package func value(forKey key: String) -> Any?? {
    migration.attempt { () -> Any?? in
      guard case .dictionary(let entries) = try storedValue(),
        let entry = entries.first(where: { $0.key.utf8.elementsEqual(key.utf8) })
      else { return nil }
      return .some(migration.bridge(entry.value, isOld: object.isOld))
    } ?? nil
  }

  /// The place of a stored object, or of a value of the store.
  ///
  /// Ends the block for an object that is gone or of another type, and where a set is asked for an
  /// object that is not of its state (realm-core `list.cpp`, `set.cpp` `find`).
  package func index(of element: Any?) -> Int? {
    migration.attempt {
      let present = try values(in: storedValue())
      let element = migration.flattened(element)
      try verifyType(of: element)
      if let object = element as? RealmMigrationObject {
        guard try object.isAlive() else { throw RealmException.deleted(object.type) }
        if object.isOld == self.object.isOld, object.migration === migration {
          return present.firstIndex { $0.links == [object.reference] }
        }
      }
      if property.isLink, element != nil {
        guard kind == .list else { throw RealmException.notOfSet(property, of: object.type) }
        return nil
      }
      let wanted = try migration.element(element, of: property, type: object.type, nested: .linked)
      return present.firstIndex { isEqual($0, wanted) }
    } ?? nil
  }

  private func isEqual(_ first: Value, _ second: Value) -> Bool {
    SetElements.arrange([first, second], of: property.type, byValue: true).count == 1
  }

  private func values(in value: Value) -> [Value] {
    switch value {
    case .list(let elements), .set(let elements): elements
    case .dictionary(let entries): entries.map(\.value)
    default: []
    }
  }

  // MARK: Changing

  /// Changes the elements of a list or set.
  private func change(_ body: (inout [Value]) throws -> Void) {
    migration.attempt {
      var elements = values(in: try modifiableValue())
      try body(&elements)
      try store(kind == .set ? .set(elements) : .list(elements))
    }
  }

  private func modifiableValue() throws -> Value {
    let value = try storedValue()
    guard !object.isOld else {
      throw RealmException.readOnlyCollection(kind, object.type, property.name)
    }
    return value
  }

  private func store(_ value: Value) throws {
    try object.store(migration.arranged(value, of: property), in: property)
  }

  private func verify(_ index: Int, below count: Int) throws {
    guard index >= 0, index < count else {
      throw RealmException.outOfBounds(index, count: count, object.type, property.name)
    }
  }

  /// A new element.
  private func element(_ value: Any?) throws -> Value {
    let value = migration.flattened(value)
    try verifyType(of: value)
    return try migration.element(
      value, of: property, type: object.type,
      nested: migration.checksObjects(of: property) ? .linked : .linkedInside)
  }

  /// - Throws: for an object that is not of the declared type.
  private func verifyType(of value: Any?) throws {
    let type =
      (value as? RealmMigrationObject)?.type
      ?? (value as? RealmObjectValues).map { Name($0.className) }
    if property.isLink, let type, type != property.objectType {
      throw RealmException.wrongElement(type, in: property, of: object.type)
    }
  }

  /// Adds elements to the end, one after the other; a set does not take those that it has.
  package func append(_ newElements: [Any?]) {
    guard !newElements.isEmpty else { return verifyUse() }
    change { elements in
      for newElement in newElements { elements.append(try element(newElement)) }
    }
  }

  package func insert(_ newElement: Any?, at index: Int) {
    change { elements in
      try verify(index, below: elements.count + 1)
      elements.insert(try element(newElement), at: index)
    }
  }

  package func replace(at index: Int, with newElement: Any?) {
    change { elements in
      try verify(index, below: elements.count)
      elements[index] = try element(newElement)
    }
  }

  /// Ends the block unless a list has as many elements as are to be removed.
  package func verifyRemoval(of number: Int) {
    migration.attempt {
      let count = values(in: try storedValue()).count
      guard number <= count else {
        throw RealmException.tooManyToRemove(number, count: count, object.type, property.name)
      }
    }
  }

  package func remove(at index: Int) {
    change { elements in
      try verify(index, below: elements.count)
      elements.remove(at: index)
    }
  }

  package func move(from: Int, to: Int) {
    change { elements in
      try verify(from, below: elements.count)
      try verify(to, below: elements.count)
      elements.insert(elements.remove(at: from), at: to)
    }
  }

  package func swap(_ first: Int, _ second: Int) {
    change { elements in
      try verify(first, below: elements.count)
      try verify(second, below: elements.count)
      elements.swapAt(first, second)
    }
  }

  /// Removes an element of a set.
  package func remove(_ old: Any?) {
    guard let index = index(of: old) else { return verifyModifiable() }
    remove(at: index)
  }

  package func removeAll() {
    migration.attempt {
      _ = try modifiableValue()
      try store(property.zeroValue)
    }
  }

  package func setValue(_ value: Any?, forKey key: String) {
    migration.attempt {
      guard case .dictionary(var entries) = try modifiableValue() else { return }
      let entry = DictionaryEntry(
        try migration.validKey(key, of: property, type: object.type), try element(value))
      entries.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
      entries.append(entry)
      try store(.dictionary(entries.sorted { $0.key.precedes($1.key) }))
    }
  }

  package func removeValue(forKey key: String) {
    migration.attempt {
      guard case .dictionary(var entries) = try modifiableValue() else { return }
      entries.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
      try store(.dictionary(entries))
    }
  }

  /// Sets a property of all objects that a list or set holds.
  package func setValueOfAll(_ value: Any?, forKey key: String) {
    migration.attempt {
      let value = migration.flattened(value)
      guard let value else {
        throw UpgradeError(
          .nullForRequired, "Invalid nil value for array of '\(property.objectType ?? "")'.",
          type: object.type, property: property.name)
      }
      try verifyType(of: value)
      _ = try modifiableValue()
    }
    for element in elements { (element as? RealmMigrationObject)?.set(value, for: key) }
  }

  /// Ends the block unless another set can be combined with this one.
  package func verifyOperand(_ other: RealmMigrationCollection?) {
    migration.attempt {
      _ = try storedValue()
      guard let other else {
        throw UpgradeError(
          .exception, "Right hand side value must be a managed Set.", type: object.type,
          property: property.name)
      }
      guard other.migration === migration, other.object.isOld == object.isOld else {
        throw UpgradeError(
          .exception,
          "Cannot intersect sets managed by different Realms: one is of the old state.",
          type: object.type, property: property.name)
      }
    }
  }

  /// A change that changes nothing: refused where the collection cannot be used.
  private func verifyUse() { migration.attempt { _ = try storedValue() } }
  private func verifyModifiable() { migration.attempt { _ = try modifiableValue() } }
}
