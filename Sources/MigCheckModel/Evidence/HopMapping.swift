/// Knows where the content of one version comes from in an upgrade from another, wherever an engine
/// settles that by rules of its own and not by names.
package protocol KnownMappings: Sendable {
  /// - Returns: the same for the same pair; `nil`: types and properties are known by their names.
  func mapping(from: UInt64, to: UInt64) -> HopMapping?

  /// Upgrades of which nobody knows what they do, in increasing order.
  var unjudged: [(from: UInt64, to: UInt64)] { get }

  /// Why it is unknown what they do, as what is said of one of them, and what to do to have it
  /// checked.
  var whyUnjudged: (reason: String, remedy: String) { get }
}

/// Where types and properties come from in one upgrade, told from the versions alone.
///
/// Only what differs is listed: a type that is not comes from the type of its name, and has each of
/// its properties from the one of the same name, as it was.
package struct HopMapping: Sendable {
  /// Where the values of a property come from.
  package enum Origin: Sendable {
    /// Nothing: objects that are there get the default, or null without one.
    case added
    /// A property whose values stay as they are.
    case kept(Name)
    /// A property whose values become others: the function tells which; `nil`: nobody knows.
    case converted(Name, @Sendable (Value) -> Value?)
    /// A list whose elements stay, and whose order nobody knows.
    case reordered(Name)
    /// Nobody knows what the values are; `nil`: they come from no property.
    case unspecified(Name?)

    /// The name of the property before the upgrade.
    package var source: Name? {
      switch self {
      case .added: nil
      case .kept(let name), .converted(let name, _), .reordered(let name): name
      case .unspecified(let name): name
      }
    }

    /// Whether all that is there is as it was.
    package var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// Where one type of the new version comes from.
  package struct TypeOrigin: Sendable {
    /// `nil`: nothing; it has no objects.
    package var source: Name?
    /// By the name in the new version; only what is not plainly the property of the same name.
    package var properties: [Name: Origin]

    package init(source: Name?, properties: [Name: Origin] = [:]) {
      self.source = source
      self.properties = properties
    }
  }

  /// By the name in the new version.
  package let types: [Name: TypeOrigin]
  /// Types of the old version that nothing comes from.
  package let removed: Set<Name>
  /// Why the engine refuses the upgrade, whatever the store holds; `nil`: it does not.
  package let refusal: UpgradeError?
  /// Whether anybody knows what the upgrade does. One that is not judged is not run.
  package let isJudged: Bool

  private let successors: [Name: Name]

  package init(
    types: [Name: TypeOrigin] = [:], removed: Set<Name> = [], refusal: UpgradeError? = nil,
    isJudged: Bool = true
  ) {
    self.types = types
    self.removed = removed
    self.refusal = refusal
    self.isJudged = isJudged
    var successors = [Name: Name]()
    for (name, origin) in types {
      if let source = origin.source { successors[source] = name }
    }
    self.successors = successors
  }
}

extension HopMapping {
  /// The type that objects of an old type have then; `nil`: they are gone.
  package func successor(of type: Name) -> Name? {
    if removed.contains(type) { return nil }
    return successors[type] ?? (types[type] == nil ? type : nil)
  }

  /// The type that objects of a new type had before; `nil`: nothing says that there are any.
  package func source(of type: Name) -> Name? {
    if let origin = types[type] { return origin.source }
    return removed.contains(type) || successors[type] != nil ? nil : type
  }

  /// Where a property of a new type comes from.
  package func origin(of property: Name, in type: ObjectType) -> Origin {
    types[type.name]?.properties[property] ?? .kept(property)
  }

  /// Where the values of an old property are then.
  ///
  /// - Parameters:
  ///   - type: the type as it is then.
  /// - Returns: `nil`: nowhere.
  /// - Complexity: O(*n*) in the number of properties that change.
  package func successor(of property: Name, in type: ObjectType) -> (name: Name, origin: Origin)? {
    let changed = types[type.name]?.properties ?? [:]
    // Of several, which an engine would have to choose from, the first name.
    let found = changed.filter { $0.value.source == property }.min { $0.key < $1.key }
    if let found { return (found.key, found.value) }
    guard changed[property] == nil, type.storedIndex(of: property) != nil else { return nil }
    return (property, .kept(property))
  }
}
