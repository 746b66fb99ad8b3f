import MigCheckModel

/// Where a store keeps what a model declares.
struct CoreDataLayout {
  /// A property with the entity that declares it.
  struct Place: Hashable {
    var entity: Name
    var property: Name
  }

  /// A table of a many-to-many relationship, seen from one side.
  struct Join {
    var table: String
    /// Holds the keys of the objects that have the relationship.
    var ownColumn: String
    /// Holds the keys of the objects in it.
    var memberColumn: String
    /// Holds their order; `nil`: it has none.
    var orderColumn: String?
  }

  /// The column beside the members of a to-many relationship without an inverse.
  struct ForeignColumn {
    var table: String
    /// Holds the key of the object that has the relationship.
    var ownerColumn: String
    /// Holds the order of its members; `nil`: it has none.
    var orderColumn: String?
  }

  /// `Z_ENT` of each entity.
  var numbers = [Name: Int64]()
  /// The table of each root.
  var tables = [Name: String]()
  /// The columns of attributes and to-one relationships.
  var columns = [Place: String]()
  /// The columns that hold the place of an object in the ordered inverse of a to-one relationship.
  var orders = [Place: String]()
  /// To-many relationships with a table of their own.
  var joins = [Place: Join]()
  /// To-many relationships that stand in the table of their members.
  var foreignColumns = [Place: ForeignColumn]()
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
struct ColumnNames {
  private var taken: Set<String>

  init(taken: Set<String> = []) {
    self.taken = taken
  }

  /// The name, or if it is taken the name with the first number that makes it free.
  mutating func take(_ name: String) -> String {
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
  var columnPart: String { text.uppercased() }
}

extension String {
  /// Whether it is a name, perhaps with a number behind it.
  func isNumbered(_ name: String) -> Bool {
    hasPrefix(name) && dropFirst(name.count).allSatisfy { ("0"..."9").contains($0) }
  }
}
