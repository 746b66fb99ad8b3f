/// Knows where the content of one version comes from in an upgrade from another, wherever an engine
/// settles that by rules of its own and not by names.
package protocol KnownMappings: Sendable {
  /// - Returns: the same for the same pair; `nil`: types and properties are known by their names.
  func mapping(from: UInt64, to: UInt64) -> HopMapping?

  /// Pairs of versions that no trial upgrades between, in increasing order: it is unknown what these
  /// upgrades do, or there are no such upgrades.
  var unjudged: [(from: UInt64, to: UInt64)] { get }

  /// Whether a store is upgraded from one version straight to another.
  func isUpgrade(from: UInt64, to: UInt64) -> Bool

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
    /// No property of the object alone: the upgrade gives it a value of its own.
    case assigned
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
      case .added, .assigned: nil
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
  /// Properties of old types that no property of their objects comes from, and whose values are in further
  /// objects all the same: the upgrade makes these of each object that has one.
  package let copied: Set<PropertyPath>
  /// What comes from nothing although its author names where it comes from.
  package let misnamed: [Misnaming]
  /// Why the engine refuses the upgrade, whatever the store holds; `nil`: it does not.
  package let refusal: UpgradeError?
  /// Whether anybody knows what the upgrade does. One that is not judged is not run.
  package let isJudged: Bool

  /// A type or property whose author says by which name it was known, and which the engine knows by
  /// another one, so that nothing goes there.
  package struct Misnaming: Sendable {
    /// In the new version; without a property: the type.
    package var place: PropertyPath
    /// The name of the type or property in the old version.
    package var source: Name
    /// By what the engine knows it there.
    package var identifier: Name

    package init(_ place: PropertyPath, source: Name, identifier: Name) {
      (self.place, self.source, self.identifier) = (place, source, identifier)
    }
  }

  private let successors: [Name: Name]

  package init(
    types: [Name: TypeOrigin] = [:], removed: Set<Name> = [], copied: Set<PropertyPath> = [],
    misnamed: [Misnaming] = [], refusal: UpgradeError? = nil, isJudged: Bool = true
  ) {
    self.types = types
    self.removed = removed
    self.copied = copied
    self.misnamed = misnamed
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
    var found: (name: Name, origin: Origin)?
    for (name, origin) in changed where origin.source == property {
      if found.map({ name < $0.name }) ?? true { found = (name, origin) }
    }
    if let found { return found }
    guard changed[property] == nil, type.storedIndex(of: property) != nil else { return nil }
    return (property, .kept(property))
  }
}

// MARK: - Several upgrades in a row

extension HopMapping {
  /// What this upgrade and the next one do together.
  ///
  /// - Parameters:
  ///   - old: the schema before both.
  ///   - middle: the schema between them.
  ///   - new: the schema after both.
  package func followed(
    by next: HopMapping, from old: Schema, through middle: Schema, to new: Schema
  ) -> HopMapping {
    var types = [Name: TypeOrigin]()
    for type in new.types {
      let between = next.source(of: type.name).flatMap(middle.type(named:))
      let source = between.flatMap { self.source(of: $0.name) }
      var properties = [Name: Origin]()
      if let between, source != nil {
        for property in type.storedProperties {
          let origin = next.origin(of: property.name, in: type)
          let all = origin.after { self.origin(of: $0, in: between) }
          if !(all.isKept && all.source == property.name) { properties[property.name] = all }
        }
      }
      guard source != type.name || !properties.isEmpty else { continue }
      types[type.name] = TypeOrigin(source: source, properties: properties)
    }
    let removed = old.types.map(\.name).filter {
      successor(of: $0).flatMap(next.successor) == nil
    }
    return HopMapping(
      types: types, removed: Set(removed), refusal: refusal ?? next.refusal,
      isJudged: isJudged && next.isJudged)
  }
}

extension HopMapping.Origin {
  /// - Parameter origin: where the source of this one came from in the upgrade before.
  fileprivate func after(_ origin: (Name) -> Self) -> Self {
    guard let source else { return self }
    switch (origin(source), self) {
    case (.kept(let name), .kept): return .kept(name)
    case (.assigned, .kept): return .assigned
    case (.kept(let name), .converted(_, let convert)): return .converted(name, convert)
    case (.converted(let name, let convert), .kept): return .converted(name, convert)
    case (.converted(let name, let first), .converted(_, let second)):
      return .converted(name) { first($0).flatMap(second) }
    case (.kept(let name), .reordered), (.reordered(let name), .kept): return .reordered(name)
    case (let before, _): return .unspecified(before.source)
    }
  }
}
