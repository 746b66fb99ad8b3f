import MigCheckModel
import MigCheckText

/// A table of a store: the objects of one type, whether or not the schema still has that type.
package struct StoreTable: Sendable, Equatable {
  /// Names the table within its store; never used again after the table is gone.
  package var id: Int
  package var name: Name
  package var isEmbedded: Bool
  package var primaryKey: Name?
  /// The stored properties in the order in which they were added; without defaults.
  package var properties: [Property]

  package init(
    id: Int, name: Name, isEmbedded: Bool = false, primaryKey: Name? = nil,
    properties: [Property] = []
  ) {
    self.id = id
    self.name = name
    self.isEmbedded = isEmbedded
    self.primaryKey = primaryKey
    self.properties = properties
  }

  package func index(of property: Name) -> Int? {
    // A closure over elements would copy each of them.
    for index in properties.indices where properties[index].name == property {
      return index
    }
    return nil
  }

  package func property(named name: Name) -> Property? {
    index(of: name).map { properties[$0] }
  }
}

/// Where the objects of a history live while they are upgraded.
///
/// Rules are written once against this protocol; every store carries them out in its own way, so
/// that one verifies the other.
///
/// **Values.** A property of a table holds exactly the `Value` that the model describes, except
/// that there are no inline embedded objects: an embedded object is a row of its own table, and
/// its parent holds a link. A link is an `ObjectReference` of the target table's id and the
/// object's key, and never dangles. Sets are kept in the order of `SetElements`, dictionaries in
/// the byte order of their keys. A property of type `object` links to the table whose name is its
/// `objectType`; a `mixed` value may link to any table.
///
/// **Keys.** Objects of a table have increasing keys from 0; a key is never used again.
///
/// **Upgrades.** All changes happen between `begin` and `commit` or `rollback`. From `begin` on
/// the state at that moment, tables and values, can be read through `old…` until the end.
///
/// A store is used by one thread at a time. Everything may throw `UpgradeError` of code
/// `storeCorrupt` for a damaged file, and `StoreError` where the file cannot be read or written.
package protocol Store: AnyObject {
  var kind: StoreKind { get }
  var version: UInt64 { get }

  // MARK: Upgrades

  func begin() throws
  func commit(version: UInt64) throws
  func rollback()

  /// In increasing order of their ids.
  var tables: [StoreTable] { get }
  /// The tables at the time of `begin`; a table that lives on has the same id.
  var oldTables: [StoreTable] { get }

  // MARK: Structure

  func addTable(named name: Name, embedded: Bool) throws -> Int
  /// Gives a table another name. Properties of type `object` that lead to it must not be there: they
  /// know it by its name. No table may have the name for longer than the caller takes to rename.
  func renameTable(_ table: Int, to name: Name) throws
  /// Removes a table with its objects, and nothing else: embedded objects that they link to stay.
  /// No property may link to it any more.
  func removeTable(_ table: Int) throws
  func setPrimaryKey(_ property: Name?, of table: Int) throws
  /// Changes what kind of table it is; the objects stay as they are.
  func setEmbedded(_ isEmbedded: Bool, of table: Int) throws
  /// Adds a property; every object gets its zero value: null, zero or empty.
  func addProperty(_ property: Property, to table: Int) throws
  /// Removes a property and its values. Objects that it linked to stay, embedded ones too.
  func removeProperty(_ name: Name, from table: Int) throws
  func renameProperty(_ from: Name, to: Name, of table: Int) throws
  /// Makes values, or the elements of collections, optional or required; values stay. The caller
  /// makes sure that no null is left when it makes a property required.
  func setOptional(_ isOptional: Bool, property: Name, of table: Int) throws
  func setIndexed(_ isIndexed: Bool, property: Name, of table: Int) throws

  // MARK: Objects

  /// Increasing.
  func keys(of table: Int) throws -> [Int64]
  /// The keys at the time of `begin`; empty for a table that was not there.
  func oldKeys(of table: Int) throws -> [Int64]
  func contains(_ object: ObjectReference) throws -> Bool

  /// Adds objects with the next keys.
  ///
  /// - Parameters:
  ///   - count: how many; with none nothing happens.
  ///   - columns: by property, a value for each object; the other properties get their zero value.
  /// - Returns: the key of the first.
  @discardableResult
  func create(_ count: Int, in table: Int, columns: [NewColumn]) throws -> Int64

  /// Deletes objects, and with them the objects of embedded tables that they link to, and theirs.
  ///
  /// Links to what was deleted go: single ones and values of dictionaries become null, entries of
  /// lists and sets vanish, also of `mixed`; a single `mixed` value becomes null.
  ///
  /// - Parameter keys: increasing; keys that no object has are passed over.
  /// - Returns: all that was deleted, those named first, in order.
  @discardableResult
  func delete(_ keys: [Int64], from table: Int) throws -> [ObjectReference]

  /// Deletes all objects of a table as `delete` does, except that embedded objects which they hold
  /// in dictionaries stay.
  @discardableResult
  func clear(_ table: Int) throws -> [ObjectReference]

  /// Only for properties that the table has now.
  func value(of property: Name, in object: ObjectReference) throws -> Value

  /// Sets a value. Embedded objects that the property linked to, and no longer does, are deleted.
  ///
  /// - Returns: the embedded objects that were deleted.
  @discardableResult
  func setValue(
    _ value: Value, of property: Name, in object: ObjectReference
  ) throws -> [ObjectReference]

  /// Gives every object of a table the same value of a property that can hold no link.
  func fill(_ property: Name, of table: Int, with value: Value) throws

  /// A value at the time of `begin`, by the property's name at that time.
  func oldValue(of property: Name, in object: ObjectReference) throws -> Value

  // MARK: Many objects at once

  /// Evaluates the expressions of one step for each object that it visits, in order of the keys.
  func apply(_ update: ObjectUpdate) throws -> AppliedUpdate

  /// Whether two objects have equal values, two nulls included. Floating point does not occur.
  func hasDuplicates(of property: Name, in table: Int) throws -> Bool

  /// How many links from all tables lead to each object; each entry of a list and of a dictionary
  /// counts. Parallel to `keys(of:)`.
  func incomingLinkCounts(to table: Int) throws -> [Int]

  /// All links to some objects, except those from `mixed` properties.
  ///
  /// - Parameter keys: increasing.
  /// - Returns: by target; then by property in the order of `slots`; then in the order of
  ///   `linkOrders` or, where there is none, by origin object; then by position.
  func incomingLinks(to keys: [Int64], in table: Int) throws -> [IncomingLink]

  /// The first object of a table, in order of the keys, that a `mixed` property links to, plain or
  /// of a collection; with the first such property by table and place.
  func firstMixedLink(to table: Int) throws -> MixedLink?

  /// Points one link at another object of the same table, and leaves the old target alone. All
  /// links to an object by way of one property are redirected one after the other.
  func redirect(_ link: IncomingLink, to key: Int64) throws

  /// All objects of a table.
  func contents(of table: Int) throws -> TableContents

  /// Whether a table holds the same as one with the same properties.
  ///
  /// - Parameter contents: of the other table.
  func holds(_ contents: TableContents, in table: Int) throws -> Bool

  // MARK: Order of links

  /// How the engine stores values; forks have the same.
  var rules: StorageRules { get set }

  /// The columns of all tables.
  var slots: ColumnSlots { get }

  /// The names of types for whose objects the order of links is kept. It shows only when they
  /// become embedded, and costs something. Forks have the same ones.
  var orderedTypes: [Name] { get set }

  /// Orders of links to objects of `orderedTypes` that are not the order of keys; by table,
  /// name and target.
  func linkOrders() throws -> [LinkOrder]

  // MARK: Life

  /// An independent copy in the same state; not between `begin` and `commit`.
  func fork() throws -> any Store
  /// Closes and opens again; not between `begin` and `commit`.
  func reopen() throws
  /// Closes, and removes the files.
  func discard()
}

/// What new objects hold in one property.
package struct NewColumn {
  package var property: Name
  /// One for each new object, in order of the keys.
  package var values: [Value]

  package init(_ property: Name, _ values: [Value]) {
    self.property = property
    self.values = values
  }
}

extension [NewColumn] {
  /// The values of each property of a table; `nil`: zeros.
  func values(by properties: [Property]) -> [[Value]?] {
    properties.indices.map { index in
      let name = properties[index].name
      if index < count, self[index].property == name { return self[index].values }
      return first { $0.property == name }?.values
    }
  }
}

extension Store {
  /// Reads all objects.
  package func holds(_ contents: TableContents, in table: Int) throws -> Bool {
    try self.contents(of: table).isEqual(to: contents)
  }

  /// Adds an object with the next key.
  ///
  /// - Parameter values: the other properties get their zero value.
  package func create(in table: Int, values: [(property: Name, value: Value)]) throws -> Int64 {
    try create(1, in: table, columns: values.map { NewColumn($0.property, [$0.value]) })
  }

  package func table(named name: Name) -> StoreTable? {
    tables.first(named: name)
  }

  /// The ids of tables by their names, to look up many.
  ///
  /// - Complexity: O(*n*) in the number of tables.
  package var tableIDs: [Name: Int] {
    let tables = tables
    return tables.placesByName.mapValues { tables[$0].id }
  }

  package func oldTable(named name: Name) -> StoreTable? {
    oldTables.first(named: name)
  }
}

extension [StoreTable] {
  /// The places of tables by their names, to look up many.
  ///
  /// - Complexity: O(*n*) in the number of tables.
  package var placesByName: [Name: Int] {
    var places = [Name: Int](minimumCapacity: count)
    // A table of its own would be a copy.
    for place in indices { places[self[place].name] = place }
    return places
  }

  package func first(named name: Name) -> StoreTable? {
    for index in indices where self[index].name == name { return self[index] }
    return nil
  }
}

/// A link to an object.
package struct IncomingLink: Sendable, Equatable {
  /// The key of the object that is linked to.
  package var target: Int64
  package var origin: ObjectReference
  package var property: Name
  /// The position in a list, or in a dictionary in the order of its keys; 0 for a single link.
  package var position: Int

  package init(target: Int64, origin: ObjectReference, property: Name, position: Int) {
    self.target = target
    self.origin = origin
    self.property = property
    self.position = position
  }
}

/// A `mixed` property that links to an object.
package struct MixedLink: Sendable, Equatable {
  package var target: Int64
  package var table: Int
  package var property: Name
}

/// The objects of one table.
package struct TableContents: Sendable {
  /// Increasing.
  package var keys: [Int64]
  /// Parallel to `StoreTable.properties`; each column is parallel to `keys`.
  package var columns: [[Value]]

  package init(keys: [Int64] = [], columns: [[Value]]) {
    self.keys = keys
    self.columns = columns
  }

  /// - Complexity: O(*n*) in the number of objects where both are copies of one, else in the size of all
  ///   values.
  package func isEqual(to other: TableContents) -> Bool {
    keys == other.keys && columns.isEqual(to: other.columns)
  }
}

/// Why a store could not be opened, read or written; not a matter of its content.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  /// One sentence with the file's path and a remedy.
  package let message: String
  /// Whether the file is no store that can be read here, rather than one that cannot be got at.
  package let isBadData: Bool

  package init(_ message: String, isBadData: Bool = false) {
    self.message = message
    self.isBadData = isBadData
  }

  package var description: String { message }
}
