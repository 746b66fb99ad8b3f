import MigCheckModel
import MigCheckStores
import MigCheckText

/// What a migration asked for, where the outcome does not tell: for the search for defects of the
/// engine.
final class MigrationLog {
  struct Rename {
    var type: Name
    var source: Property
    /// The property of the new name as it stood in the store.
    var target: Property
  }

  /// Mixed properties that link to an object.
  struct Watch {
    var properties: [PropertyPath]
    /// The type of the object.
    var target: Name
  }

  private let watch: Watch?
  /// Renames to a property that both schemas agree on, whether or not the kit refuses them.
  private(set) var renames: [Rename] = []
  /// Lists that were written after they were renamed and their elements made optional.
  private(set) var lateWrites: [PropertyPath] = []
  /// Types of which the migration deletes objects, or may delete some.
  private(set) var deletedTypes: [Name] = []
  /// Those of them whose objects it deletes one by one, and does not clear as a whole.
  private(set) var singlyDeletedTypes: [Name] = []
  /// Renames to a name that no property has.
  private(set) var passingNames: [(path: PropertyPath, name: Name)] = []
  /// Watched properties whose target was deleted while they led there.
  private(set) var orphanedLinks: [PropertyPath] = []

  init(watch: Watch? = nil) {
    self.watch = watch
  }

  func renamed(_ source: Property, to target: Property, of type: Name) {
    renames.append(Rename(type: type, source: source, target: target))
  }

  func renamed(_ property: Name, toPassingName name: Name, of type: Name) {
    passingNames.append((PropertyPath(type: type, property: property), name))
  }

  func asked(toWrite property: Name, of type: Name) {
    let isLate = renames.contains { rename in
      rename.type == type && rename.target.name == property
        && rename.source.collection == .list && rename.target.collection == .list
        && !rename.source.isOptional && rename.target.isOptional
    }
    let path = PropertyPath(type: type, property: property)
    if isLate, !lateWrites.contains(path) { lateWrites.append(path) }
  }

  /// - Parameters:
  ///   - keys: of the objects that go; `nil`: some objects of the type, or all.
  ///   - isClearing: whether the table is emptied as a whole.
  func willDelete(
    _ keys: [Int64]?, of type: Name, in store: any Store, isClearing: Bool = false
  ) throws {
    if !isClearing, !singlyDeletedTypes.contains(type) {
      singlyDeletedTypes.append(type)
    }
    if !deletedTypes.contains(type) { deletedTypes.append(type) }
    guard let watch, type == watch.target, let target = store.table(named: type)
    else { return }
    for path in watch.properties where !orphanedLinks.contains(path) {
      guard let property = path.property, let origin = store.table(named: path.type),
        origin.index(of: property) != nil
      else { continue }
      for key in try store.keys(of: origin.id) {
        let object = ObjectReference(type: origin.id, index: Int(key))
        guard case .link(let link) = try store.value(of: property, in: object),
          link.type == target.id, keys?.contains(Int64(link.index)) ?? true
        else { continue }
        orphanedLinks.append(path)
        break
      }
    }
  }
}
