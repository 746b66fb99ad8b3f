import MigCheckCoreData
import MigCheckModel
import MigCheckStores

/// Names that no model tells, as the stores of an app have them.
///
/// A store of one version tells them for all versions: in the real stores of many versions of one app
/// they stay the same, but for the numbers of entities.
package struct StoreNames: Sendable {
  /// A name with the number of an entity in it, which differs from version to version.
  struct Template: Sendable {
    /// What stands before the number.
    var prefix: String
    /// Whose number it is; `nil`: there is none.
    var entity: Name?
    var rest: String

    /// - Returns: `nil` if there is no such entity.
    func name(_ numbers: [Name: Int64]) -> String? {
      guard let entity else { return prefix + rest }
      return numbers[entity].map { "\(prefix)\($0)\(rest)" }
    }
  }

  /// The table of a many-to-many relationship that gives it its name.
  struct Join: Sendable {
    var table: Template
    var ownColumn: Template
    var memberColumn: Template
    /// Whether the column of the members is the first.
    var startsWithMember: Bool
  }

  /// The column beside the members of a relationship without an inverse.
  struct Foreign: Sendable {
    var ownerColumn: Template
    var isIndexed: Bool
  }

  private(set) var joins = [CoreDataLayout.Place: Join]()
  private(set) var foreignColumns = [CoreDataLayout.Place: Foreign]()
  /// The columns of elements of composite attributes.
  private(set) var elements = [CoreDataLayout.Place: String]()

  package init() {}

  /// Adds what a store tells that is not known yet.
  ///
  /// - Parameters:
  ///   - store: of any version, with objects or without; it is only read, with its write-ahead log.
  ///   - folder: an existing scratch folder, which the caller removes.
  /// - Throws: `InputError` for a store of no version of the bundle, or one that a process has open.
  package mutating func learn(
    from store: String, of bundle: CoreDataBundle, in folder: String
  ) throws {
    try StoreLock.requireClosed(store)
    let file = try CoreDataStoreFile(store, copyingTo: folder, allowsEmpty: true)
    defer { file.close() }
    let found = try StoreRecognition.version(of: file, in: bundle)
    try found.requireKnownHashes(of: store, bundle, remedy: "name a store of a release")
    let model = found.version.model
    for entity in model.entities {
      for attribute in entity.attributes where !attribute.compositePath.isEmpty {
        let place = CoreDataLayout.Place(entity: entity.name, property: attribute.name)
        if elements[place] == nil { elements[place] = found.layout.columns[place] }
      }
      for relationship in entity.relationships {
        let place = CoreDataLayout.Place(entity: entity.name, property: relationship.name)
        if let join = found.layout.joins[place], joins[place] == nil {
          joins[place] = self.join(join, of: relationship, found.layout, file)
        }
        if let column = found.layout.foreignColumns[place], foreignColumns[place] == nil {
          foreignColumns[place] = try foreign(column, found.layout, file)
        }
      }
    }
  }

  /// - Returns: `nil` for a relationship whose inverse gives the table its name.
  private func join(
    _ join: CoreDataLayout.Join, of relationship: CoreDataRelationship, _ layout: CoreDataLayout,
    _ file: CoreDataStoreFile
  ) -> Join? {
    let table = Self.template(join.table, after: "Z_", layout)
    guard table.rest.isNumbered(relationship.name.columnPart),
      let columns = file.columns(of: join.table)
    else { return nil }
    return Join(
      table: table, ownColumn: Self.template(join.ownColumn, after: "Z_", layout),
      memberColumn: Self.template(join.memberColumn, after: "Z_", layout),
      startsWithMember: columns.first == join.memberColumn)
  }

  private func foreign(
    _ column: CoreDataLayout.ForeignColumn, _ layout: CoreDataLayout, _ file: CoreDataStoreFile
  ) throws -> Foreign {
    Foreign(
      ownerColumn: Self.template(column.ownerColumn, after: "Z", layout),
      isIndexed: try file.hasIndex("\(column.table)_\(column.ownerColumn)_INDEX"))
  }

  private static func template(
    _ name: String, after prefix: String, _ layout: CoreDataLayout
  ) -> Template {
    let digits = name.dropFirst(prefix.count).prefix { ("0"..."9").contains($0) }
    let entity = layout.numbers.first { name.hasPrefix(prefix) && "\($0.value)" == digits }?.key
    guard let entity else { return Template(prefix: "", entity: nil, rest: name) }
    return Template(
      prefix: prefix, entity: entity, rest: String(name.dropFirst(prefix.count + digits.count)))
  }
}
