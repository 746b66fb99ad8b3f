import MigCheckModel

/// What a Realm file holds, in the file's own terms: its tables, and what is to be said about them.
///
/// Values are those of the model, with three differences: an embedded object is a link to a row of
/// its own table; a link's `type` and `index` are positions in `tables` and among the rows of one;
/// and a value of a `mixed` column may be a list or a dictionary.
package struct RealmContent: Sendable {
  /// The file format: 10 to 24, or 0 for a file without content.
  package var format: Int
  /// `nil`: the file was never given one, and Realm runs no migration on it.
  package var schemaVersion: UInt64?
  /// In the order of the file, without those that hold no objects of the app's classes.
  package var tables: [RealmTable]
  /// What cannot be seen in the values themselves, in a stable order.
  package var notes: [RealmNote]

  package init(
    format: Int = 24, schemaVersion: UInt64?, tables: [RealmTable] = [], notes: [RealmNote] = []
  ) {
    self.format = format
    self.schemaVersion = schemaVersion
    self.tables = tables
    self.notes = notes
  }
}

/// One table: a class with its objects.
package struct RealmTable: Sendable {
  package enum Kind: Int, Sendable {
    case topLevel = 0
    case embedded = 1
    /// Its objects leave the device and are never held on disk.
    case asymmetric = 2
  }

  /// With the prefix `class_` of the tables of an app's classes.
  package var name: String
  package var kind: Kind
  /// A position in `columns`, or `nil`.
  package var primaryKey: Int?
  package var columns: [RealmColumn]
  /// The objects' keys, ascending.
  package var keys: [Int64]
  /// Parallel to `columns`; each holds one value for each key.
  package var values: [[Value]]

  package init(
    name: String, kind: Kind = .topLevel, primaryKey: Int? = nil, columns: [RealmColumn],
    keys: [Int64] = [], values: [[Value]]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.primaryKey = primaryKey
    self.columns = columns
    self.keys = keys
    self.values = values ?? columns.map { _ in [] }
  }

  package static let classPrefix = "class_"

  /// The name of the class; `nil` for a table that belongs to no class.
  package var className: Name? {
    name.hasPrefix(Self.classPrefix) ? Name(String(name.dropFirst(Self.classPrefix.count))) : nil
  }
}

/// One column of a table: a stored property.
package struct RealmColumn: Sendable, Equatable {
  package enum Index: Sendable, Equatable {
    case none
    case general
    case fullText
  }

  package var name: String
  package var type: PropertyType
  package var collection: CollectionKind?
  /// Whether values, or the elements of a collection, may be null.
  package var isOptional: Bool
  /// Of a link: the position of the table that it leads to.
  package var target: Int?
  package var index: Index

  package init(
    _ name: String, _ type: PropertyType, collection: CollectionKind? = nil, optional: Bool = false,
    target: Int? = nil, index: Index = .none
  ) {
    self.name = name
    self.type = type
    self.collection = collection
    self.isOptional = optional
    self.target = target
    self.index = index
  }
}
