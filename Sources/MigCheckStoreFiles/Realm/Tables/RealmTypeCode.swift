import MigCheckModel

/// The numbers of types in a Realm file.
///
/// Source: realm-core `src/realm/column_type.hpp`, `data_type.hpp`.
enum RealmTypeCode: Int {
  case int = 0
  case bool = 1
  case string = 2
  case binary = 4
  case mixed = 6
  case timestamp = 8
  case float = 9
  case double = 10
  case decimal = 11
  case link = 12
  /// A list of links before format 24.
  case linkList = 13
  case backLink = 14
  case objectId = 15
  /// A link to an object of any table, only inside of `mixed`.
  case typedLink = 16
  case uuid = 17
  /// A list inside of `mixed`.
  case list = 19
  /// A dictionary inside of `mixed`.
  case dictionary = 21

  /// The type of a column's values; `nil` for back links and for what only a `mixed` holds.
  var propertyType: PropertyType? {
    switch self {
    case .int: .int
    case .bool: .bool
    case .string: .string
    case .binary: .data
    case .mixed: .mixed
    case .timestamp: .date
    case .float: .float
    case .double: .double
    case .decimal: .decimal128
    case .link, .linkList: .object
    case .objectId: .objectId
    case .uuid: .uuid
    case .backLink, .typedLink, .list, .dictionary: nil
    }
  }

  /// - Returns: `nil` for linking objects, which are not stored.
  init?(_ type: PropertyType) {
    switch type {
    case .int: self = .int
    case .bool: self = .bool
    case .string: self = .string
    case .data: self = .binary
    case .mixed: self = .mixed
    case .date: self = .timestamp
    case .float: self = .float
    case .double: self = .double
    case .decimal128: self = .decimal
    case .object: self = .link
    case .objectId: self = .objectId
    case .uuid: self = .uuid
    case .linkingObjects: return nil
    }
  }
}
