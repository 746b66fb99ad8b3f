import MigCheckModel

/// Where a store keeps what a model declares.
package struct CoreDataLayout: Sendable {
  /// A property with the entity that declares it.
  package struct Place: Hashable, Sendable {
    package var entity: Name
    package var property: Name

    package init(entity: Name, property: Name) {
      self.entity = entity
      self.property = property
    }
  }

  /// A table of a many-to-many relationship, seen from one side.
  package struct Join: Sendable {
    package var table: String
    /// Holds the keys of the objects that have the relationship.
    package var ownColumn: String
    /// Holds the keys of the objects in it.
    package var memberColumn: String
    /// Holds their order; `nil`: it has none.
    package var orderColumn: String?
    /// Of a relationship that is its own inverse: holds the order of the other side.
    package var ownOrderColumn: String?
  }

  /// The column beside the members of a to-many relationship without an inverse.
  package struct ForeignColumn: Sendable {
    package var table: String
    /// Holds the key of the object that has the relationship.
    package var ownerColumn: String
    /// Holds the order of its members; `nil`: it has none.
    package var orderColumn: String?
    /// Holds the number of the owner's entity; `nil`: it has no subentities.
    package var entityColumn: String?
  }

  /// The name of the column with the order of the objects in a column of keys.
  package static func orderColumn(beside column: String) -> String {
    "Z_FOK_" + (column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)
  }

  /// `Z_ENT` of each entity.
  package var numbers = [Name: Int64]()
  /// The table of each root.
  package var tables = [Name: String]()
  /// The columns of attributes and to-one relationships.
  package var columns = [Place: String]()
  /// The columns beside those of to-one relationships that hold the number of the target's entity.
  package var entityColumns = [Place: String]()
  /// The columns that hold the place of an object in the ordered inverse of a to-one relationship.
  package var orders = [Place: String]()
  /// To-many relationships with a table of their own.
  package var joins = [Place: Join]()
  /// To-many relationships that stand in the table of their members.
  package var foreignColumns = [Place: ForeignColumn]()
}

/// Something in which a store and a model differ.
struct LayoutMismatch {
  var table: String
  /// `nil`: the table as a whole.
  var column: String?
  /// A phrase.
  var problem: String

  /// `ZNOTE.ZTITLE` or `ZNOTE`.
  var place: String { column.map { "\(table).\($0)" } ?? table }
}

/// Names as the columns and tables of a store are called.
package struct ColumnNames {
  private var taken: Set<String>

  package init(taken: Set<String> = []) {
    self.taken = taken
  }

  /// The name, or if it is taken the name with the first number that makes it free.
  package mutating func take(_ name: String) -> String {
    var candidate = name
    var number = 0
    while !taken.insert(candidate).inserted {
      number += 1
      candidate = "\(name)\(number)"
    }
    return candidate
  }
}

extension Name {
  /// As it stands in names of tables and columns.
  package var columnPart: String { text.uppercased() }
}

extension String {
  /// Whether it is a name, perhaps with a number behind it.
  package func isNumbered(_ name: String) -> Bool {
    hasPrefix(name) && dropFirst(name.count).allSatisfy { ("0"..."9").contains($0) }
  }
}
