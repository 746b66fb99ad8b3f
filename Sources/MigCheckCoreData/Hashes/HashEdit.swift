import MigCheckModel

/// A small difference between two models, as it shows in what a version hash is computed from.
struct HashEdit {
  enum Part: Equatable {
    case property(Name)
    case abstract
    case uniqueness
    case modifier
  }

  enum Change {
    /// `nil`: the property is not there.
    case property([UInt8]?)
    case abstract(Bool)
    case noUniqueness
    case noModifier
  }

  let part: Part
  let change: Change
  /// What the store's model has.
  let phrase: String

  func apply(to content: inout HashedEntity) {
    switch change {
    case .property(let hash):
      if case .property(let name) = part { content.properties[name] = hash }
    case .abstract(let isAbstract): content.isAbstract = isAbstract
    case .noUniqueness: content.uniqueness = []
    case .noModifier: content.modifier = ""
    }
  }
}

/// The edits of one entity that are worth a try.
struct HashEdits {
  let entity: CoreDataEntity
  /// The number of the version that is edited.
  let version: UInt64

  /// Other flags, types and counts of the properties that the entity declares, and each of them left
  /// out.
  var ofProperties: [HashEdit] {
    entity.attributes.flatMap(edits) + entity.relationships.flatMap(edits)
  }

  var ofEntity: [HashEdit] {
    let name = entity.name
    var edits = [
      HashEdit(
        part: .abstract, change: .abstract(!entity.isAbstract),
        phrase: contrast("\(name)", "abstract", "not abstract", isFirst: entity.isAbstract))
    ]
    if !entity.uniquenessConstraints.isEmpty {
      edits.append(
        HashEdit(
          part: .uniqueness, change: .noUniqueness,
          phrase: "\(name) has no uniqueness constraint in the store's model"))
    }
    if entity.versionHashModifier != nil {
      edits.append(
        HashEdit(
          part: .modifier, change: .noModifier,
          phrase: "\(name) has no hash modifier in the store's model"))
    }
    return edits
  }

  /// Properties that other versions of the entity have, and this one has not.
  func additions(from others: [(version: UInt64, entity: CoreDataEntity)]) -> [HashEdit] {
    var known = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    var edits = [HashEdit]()
    func add(_ name: Name, _ hash: [UInt8], _ version: UInt64) {
      guard known.insert(name).inserted else { return }
      edits.append(
        HashEdit(
          part: .property(name), change: .property(hash),
          phrase: "the store's model has \(entity.name).\(name), as version \(version) has"))
    }
    // The nearest versions first.
    for other in others.sorted(by: { distance($0.version) < distance($1.version) }) {
      for attribute in other.entity.attributes where !attribute.isTransient {
        add(attribute.name, VersionHasher.hash(attribute), other.version)
      }
      for relationship in other.entity.relationships where !relationship.isTransient {
        add(relationship.name, VersionHasher.hash(relationship), other.version)
      }
    }
    return edits
  }

  private func distance(_ number: UInt64) -> UInt64 {
    number > version ? number - version : version - number
  }

  // MARK: Attributes

  private func edits(of attribute: CoreDataAttribute) -> [HashEdit] {
    guard !attribute.isTransient else {
      return [becomesStored(attribute) { $0.isTransient = false }]
    }
    let name = attribute.name
    func edit(_ phrase: String, _ change: (inout CoreDataAttribute) -> Void) -> HashEdit {
      var copy = attribute
      change(&copy)
      return property(name, VersionHasher.hash(copy), phrase)
    }
    var edits = [
      edit(optionality(name, attribute.isOptional)) { $0.isOptional.toggle() }, removal(of: name),
    ]
    if attribute.type == .binary || attribute.type == .transformable {
      let (own, other) = ("allows external storage", "does not")
      edits.append(
        edit(
          "\(place(name)) \(attribute.allowsExternalStorage ? other : own) "
            + "\(attribute.allowsExternalStorage ? "allow external storage " : "")"
            + "in the store's model"
        ) { $0.allowsExternalStorage.toggle() })
    }
    for spelling in CoreDataAttributeType.names {
      guard let type = CoreDataAttributeType(spelling), type != attribute.type, type != .composite
      else { continue }
      edits.append(
        edit(
          "\(place(name)) is \(type) in the store's model and \(attribute.type) in version \(version)"
        ) { $0.type = type })
    }
    if attribute.versionHashModifier != nil {
      edits.append(edit(noModifier(name)) { $0.versionHashModifier = nil })
    }
    return edits
  }

  private func becomesStored(
    _ attribute: CoreDataAttribute, _ change: (inout CoreDataAttribute) -> Void
  ) -> HashEdit {
    var copy = attribute
    change(&copy)
    return property(
      attribute.name, VersionHasher.hash(copy),
      "\(place(attribute.name)) is not transient in the store's model")
  }

  // MARK: Relationships

  private func edits(of relationship: CoreDataRelationship) -> [HashEdit] {
    guard !relationship.isTransient else { return [] }
    let name = relationship.name
    func edit(_ phrase: String, _ change: (inout CoreDataRelationship) -> Void) -> HashEdit {
      var copy = relationship
      change(&copy)
      return property(name, VersionHasher.hash(copy), phrase)
    }
    var edits = [
      edit(optionality(name, relationship.isOptional)) { $0.isOptional.toggle() },
      edit(contrast(place(name), "to-many", "to-one", isFirst: relationship.isToMany)) {
        $0.isToMany.toggle()
        $0.isOrdered = false
        $0.maximumCount = 0
      }, removal(of: name),
    ]
    if relationship.isToMany {
      edits.append(
        edit(contrast(place(name), "ordered", "unordered", isFirst: relationship.isOrdered)) {
          $0.isOrdered.toggle()
        })
      if relationship.maximumCount != 0 {
        edits.append(
          edit("\(place(name)) has no maximum count in the store's model") { $0.maximumCount = 0 })
      }
    }
    for count in [0, 1] where relationship.minimumCount != count {
      edits.append(
        edit("\(place(name)) has the minimum count \(count) in the store's model") {
          $0.minimumCount = count
        })
    }
    if relationship.inverse != nil {
      edits.append(edit("\(place(name)) has no inverse in the store's model") { $0.inverse = nil })
    }
    if relationship.versionHashModifier != nil {
      edits.append(edit(noModifier(name)) { $0.versionHashModifier = nil })
    }
    return edits
  }

  // MARK: Phrases

  private func property(_ name: Name, _ hash: [UInt8]?, _ phrase: String) -> HashEdit {
    HashEdit(part: .property(name), change: .property(hash), phrase: phrase)
  }

  private func removal(of name: Name) -> HashEdit {
    property(name, nil, "the store's model has no \(place(name)), or a transient one")
  }

  private func place(_ name: Name) -> String { "\(entity.name).\(name)" }

  private func noModifier(_ name: Name) -> String {
    "\(place(name)) has no hash modifier in the store's model"
  }

  private func optionality(_ name: Name, _ isOptional: Bool) -> String {
    contrast(place(name), "optional", "required", isFirst: isOptional)
  }

  /// - Parameter isFirst: whether the version has the first of two.
  private func contrast(
    _ place: String, _ first: String, _ second: String, isFirst: Bool
  ) -> String {
    let (own, other) = isFirst ? (first, second) : (second, first)
    return "\(place) is \(other) in the store's model and \(own) in version \(version)"
  }
}
