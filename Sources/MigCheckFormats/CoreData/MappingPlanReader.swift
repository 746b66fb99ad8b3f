import MigCheckCoreData
import MigCheckModel
import MigCheckText

/// Makes a plan of what a mapping model says.
struct MappingPlanReader {
  private let file: MappingModelFile
  private let old: CoreDataModel
  private let new: CoreDataModel

  init(_ file: MappingModelFile, from old: CoreDataModel, to new: CoreDataModel) {
    (self.file, self.old, self.new) = (file, old, new)
  }

  /// - Throws: `Problem` for what only the app can do.
  /// - Complexity: O(*n*) in the number of properties, times that of properties of an entity.
  func plan() throws(MappingPlan.Problem) -> MappingPlan {
    var entities = [MappingPlan.Entity]()
    for entity in file.entities {
      let name = entity.destination ?? entity.source ?? ""
      if let policy = entity.policy {
        throw MappingPlan.Problem("migrates \(name) with the policy \(quoted(policy))")
      }
    }
    for (place, entity) in file.entities.enumerated() {
      if let whole = whole(besides: place) {
        try entities.append(further(entity, besides: whole))
        continue
      }
      // Without a policy nothing is added to an entity that has no source.
      guard let source = entity.source, let destination = entity.destination else { continue }
      var plan = MappingPlan.Entity(
        Name(destination), from: Name(source), [:], where: try filter(of: entity))
      for property in entity.attributes { try add(property, to: &plan) }
      for property in entity.relationships {
        if let source = try self.source(of: property, in: plan) {
          plan.properties[Name(property.name)] = source
        }
      }
      entities.append(plan)
    }
    return try MappingPlan(entities, from: old, to: new)
  }

  // MARK: Several mappings of one source

  /// The mapping that lets the objects of the source of another one stay, all of them or as many as its
  /// filter takes, where the other one makes further objects of them; `nil`: it does not.
  private func whole(besides place: Int) -> MappingModelFile.Entity? {
    let entity = file.entities[place]
    guard let source = entity.source, entity.destination != nil else { return nil }
    let all = file.entities.indices.filter {
      file.entities[$0].source == source && file.entities[$0].destination != nil
    }
    let unfiltered = all.filter { file.entities[$0].filter == nil }
    let whole = unfiltered.isEmpty ? all : unfiltered
    // Of several the one that keeps the name.
    let first = whole.first { file.entities[$0].destination == source } ?? whole.first
    return first == place ? nil : first.map { file.entities[$0] }
  }

  private func further(
    _ entity: MappingModelFile.Entity, besides whole: MappingModelFile.Entity
  ) throws(MappingPlan.Problem) -> MappingPlan.Entity {
    let source = entity.source ?? ""
    let filter = try filter(of: entity)
    var plan = MappingPlan.Entity(Name(entity.destination ?? ""), from: Name(source), [:])
    for property in entity.attributes { try add(property, to: &plan) }
    for (name, source) in plan.properties { plan.assignments[name] = .path([source]) }
    plan.properties = [:]
    var links = [Name]()
    for property in entity.relationships where try isFilled(property, of: plan, by: whole) {
      links.append(Name(property.name))
    }
    plan.further = MappingPlan.Further(filter: filter, links: links)
    return plan
  }

  private func filter(
    of entity: MappingModelFile.Entity
  ) throws(MappingPlan.Problem) -> MappingFilter? {
    guard let text = entity.filter else { return nil }
    guard let filter = MappingFilter(text) else {
      throw MappingPlan.Problem("takes only some objects of \(entity.source ?? ""), by \(text)")
    }
    return filter
  }

  /// Whether a relationship leads to what another mapping makes of the same object; if not, it is left
  /// empty.
  private func isFilled(
    _ property: MappingModelFile.Property, of entity: MappingPlan.Entity,
    by whole: MappingModelFile.Entity
  ) throws(MappingPlan.Problem) -> Bool {
    let place = PropertyPath(type: entity.name, property: Name(property.name))
    switch property.filling {
    case .sameName, .generated(nil, _):
      let isKnown = old.relationships(of: entity.source).contains {
        $0.name == place.property
      }
      if !isKnown { return false }
    case .generated(let path?, let mapping?),
      .expression(.destinations(let mapping, .source(let path))):
      if path.isEmpty, mapping.isIdentical(to: whole.mapping) { return true }
    case .generated, .expression, .unread: break
    }
    throw MappingPlan.Problem(
      "takes the objects of \(entity.source) twice, and fills \(place) with others than what the mapping "
        + "\(quoted(whole.mapping)) makes of the same object")
  }

  // MARK: Attributes

  private func add(
    _ property: MappingModelFile.Property, to entity: inout MappingPlan.Entity
  ) throws(MappingPlan.Problem) {
    let name = Name(property.name)
    switch property.filling {
    case .sameName, .generated(nil, _):
      if old.attributes(of: entity.source).contains(where: { $0.name == name }) {
        entity.properties[name] = name
      }
    case .generated(let path?, _), .expression(.source(let path)):
      if path.count == 1 {
        entity.properties[name] = Name(path[0])
      } else if path.isEmpty {
        throw MappingPlan.Problem("fills the attribute \(entity.name).\(name) with an object")
      } else {
        entity.assignments[name] = .path(path.map { Name($0) })
      }
    case .expression(.constant(let constant)):
      guard
        let attribute = new.attributes(of: entity.name).first(where: { $0.name == name })
      else {
        entity.assignments[name] = .constant(.null)
        return
      }
      guard let value = constant.value(as: attribute.type) else {
        throw MappingPlan.Problem(
          "fills \(entity.name).\(name) with \(constant), which is not a value of type \(attribute.type)"
        )
      }
      entity.assignments[name] = .constant(value)
    case .expression(.destinations), .unread:
      throw MappingPlan.Problem(
        "computes \(entity.name).\(name) by an expression of its own")
    }
  }

  // MARK: Relationships

  /// The relationship of the source that another has its objects from; `nil`: it is left empty.
  private func source(
    of property: MappingModelFile.Property, in entity: MappingPlan.Entity
  ) throws(MappingPlan.Problem) -> Name? {
    let name = Name(property.name)
    let place = PropertyPath(type: entity.name, property: name)
    let path: [String]
    var mapping: String?
    switch property.filling {
    case .sameName, .generated(nil, _):
      guard old.relationships(of: entity.source).contains(where: { $0.name == name }) else {
        return nil
      }
      path = [property.name]
      if case .generated(_, let name) = property.filling { mapping = name }
    case .generated(let given?, let name): (path, mapping) = (given, name)
    case .expression(.destinations(let name, .source(let given))): (path, mapping) = (given, name)
    case .expression(.source):
      throw MappingPlan.Problem(
        "fills \(place) with objects of the source, and not with what a mapping makes of them")
    case .expression, .unread:
      throw MappingPlan.Problem("computes \(place) by an expression of its own")
    }
    guard path.count == 1 else {
      throw MappingPlan.Problem(
        path.isEmpty
          ? "links \(place) to what another mapping makes of the same object"
          : "follows several relationships for \(place): \(path.joined(separator: "."))")
    }
    if let mapping { try requireWhole(mapping, Name(path[0]), of: entity, at: place) }
    return Name(path[0])
  }

  /// A relationship gets the objects that one mapping makes of those that it led to. They are all there
  /// if that is the mapping of all that it can lead to.
  private func requireWhole(
    _ mapping: String, _ relationship: Name, of entity: MappingPlan.Entity,
    at place: PropertyPath
  ) throws(MappingPlan.Problem) {
    guard let found = file.entities.first(where: { $0.mapping.isIdentical(to: mapping) }) else {
      throw MappingPlan.Problem(
        "fills \(place) by the mapping \(quoted(mapping)), which it does not have")
    }
    guard
      let target = old.relationships(of: entity.source).first(where: { $0.name == relationship }),
      let source = found.source, let destination = found.destination
    else { return }
    let concrete = old.entities.filter {
      !$0.isAbstract && old.entity($0.name, isKindOf: target.destination)
    }
    if let other = concrete.first(where: { $0.name != Name(source) }) {
      throw MappingPlan.Problem(
        "fills \(place) by the mapping \(quoted(mapping)), which leaves out objects of \(other.name)"
      )
    }
    guard
      let filled = new.relationships(of: entity.name).first(where: { $0.name == place.property }),
      !new.entity(Name(destination), isKindOf: filled.destination)
    else { return }
    throw MappingPlan.Problem(
      "fills \(place) by the mapping \(quoted(mapping)), which makes objects of \(destination)")
  }
}

extension MappingExpression.Constant {
  /// The value as one of an attribute; `nil`: it is none.
  fileprivate func value(as type: CoreDataAttributeType) -> Value? {
    switch (self, type) {
    case (.null, _): return .null
    case (.text(let text), .string), (.text(let text), .uri): return .string(text)
    case (.text, _), (_, .string), (_, .uri): return nil
    case (.date(let seconds), .date):
      return Timestamp(secondsSince2001: seconds).map(Value.date)
    case (.date, _), (_, .date): return nil
    default:
      guard case .value(let value) = CoreDataDefaults.value("\(self)", as: type) else { return nil }
      return value
    }
  }
}

extension MappingExpression.Constant: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): quoted(text)
    case .date(let seconds): "the date \(seconds)"
    }
  }
}
