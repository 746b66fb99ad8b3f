import MigCheckModel

/// Something about a Realm file that its values do not show.
package enum RealmNote: Sendable, Equatable {
  /// The file belongs to Device Sync.
  case synchronized
  /// The file was never given a schema version.
  case noSchemaVersion
  /// Texts that are not UTF-8; the invalid bytes became replacement characters.
  case invalidText(PropertyPath, count: Int)
  /// Links to objects that do not exist on this device; they read as null, or are left out.
  case unresolvedLinks(PropertyPath, count: Int)
  /// Dates before all that the model holds; they became its first moment.
  case movedDates(PropertyPath, count: Int)
  /// Sets of numbers that hold a NaN, whose order Realm itself does not keep.
  case setWithNaN(PropertyPath, count: Int)
  /// Lists and dictionaries inside of values of type `mixed`.
  case nestedCollections(PropertyPath, count: Int)
  /// Null in a property that does not admit it.
  case nullInRequired(PropertyPath, count: Int)
  /// A table that belongs to no class, and its objects.
  case otherTable(String, objects: Int)
  /// A class that the schema does not have, such as one that a later version removed.
  case otherClass(Name, objects: Int)
  /// Links to objects that are not in graphs of the schema; they are null or left out.
  case linksOutside(PropertyPath, count: Int)
  /// A class whose objects are never held on disk.
  case asymmetricClass(Name)
  /// Embedded objects without a parent.
  case orphans(Name, count: Int)
  /// Embedded objects with several parents.
  case shared(Name, count: Int)
}

extension RealmNote {
  /// The property whose values are not what the file holds, or have no order to compare; `nil` if
  /// there is none.
  package var property: PropertyPath? {
    switch self {
    case .invalidText(let place, _), .movedDates(let place, _), .unresolvedLinks(let place, _),
      .setWithNaN(let place, _),
      .nestedCollections(let place, _), .nullInRequired(let place, _),
      .linksOutside(let place, _):
      place
    case .synchronized, .noSchemaVersion, .otherTable, .otherClass, .asymmetricClass, .orphans,
      .shared:
      nil
    }
  }
}

extension RealmNote: CustomStringConvertible {
  /// A phrase without a full stop, for a line that begins with the name of the file.
  package var description: String {
    switch self {
    case .synchronized:
      "belongs to Device Sync: a local configuration cannot open it; export a copy of it first"
    case .noSchemaVersion:
      "was never given a schema version: Realm runs no migration on such a file"
    case .invalidText(let place, let count):
      "\(place) holds \(Self.text(count, "text")) that \(Self.verb(count)) not UTF-8; the invalid "
        + "bytes became replacement characters"
    case .unresolvedLinks(let place, let count):
      "\(place) holds \(Self.text(count, "link")) to objects that do not exist in the file; Realm "
        + "shows none of them"
    case .movedDates(let place, let count):
      "\(place) holds \(Self.text(count, "date")) before all that migcheck can hold; "
        + "\(count == 1 ? "it" : "they") became the first moment that it can hold"
    case .setWithNaN(let place, let count):
      "\(place) holds \(Self.text(count, "set")) with NaN, in which Realm keeps neither order nor "
        + "uniqueness"
    case .nestedCollections(let place, let count):
      "\(place) holds \(Self.text(count, "list or dictionary", "lists or dictionaries")) inside of "
        + "mixed values; \(count == 1 ? "it is" : "they are") null in graphs"
    case .nullInRequired(let place, let count):
      "\(place) is required and null in \(Self.text(count, "object")); it became the zero "
        + "of its type"
    case .otherTable(let name, let objects):
      "table \(name) belongs to no class; its \(Self.text(objects, "object")) "
        + "\(Self.verb(objects)) left out"
    case .otherClass(let name, let objects):
      "class \(name) is not in the schema; its \(Self.text(objects, "object")) "
        + "\(Self.verb(objects)) left out"
    case .linksOutside(let place, let count):
      "\(place) holds \(Self.text(count, "link")) to objects of classes that the schema does not "
        + "have; \(count == 1 ? "it is" : "they are") left out"
    case .asymmetricClass(let name):
      "class \(name) is asymmetric: its objects are never held on disk; it is left out"
    case .orphans(let name, let count):
      "\(Self.text(count, "embedded object")) of \(name) \(count == 1 ? "has" : "have") no parent "
        + "and \(Self.verb(count)) left out"
    case .shared(let name, let count):
      "\(Self.text(count, "embedded object")) of \(name) \(count == 1 ? "has" : "have") several "
        + "parents; in graphs the first parent keeps it"
    }
  }

  private static func text(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  private static func verb(_ count: Int) -> String { count == 1 ? "is" : "are" }
}
