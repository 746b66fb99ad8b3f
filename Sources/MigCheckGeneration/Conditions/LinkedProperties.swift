import MigCheckModel
import MigCheckText

/// Properties of objects that links lead to, under the names by which expressions know them:
/// `address.city`, and `dogs.count` for the number of elements.
///
/// The search for values takes them for properties of the object itself; `WitnessBuilder` makes the
/// objects in between.
extension Schema {
  func linkedProperties(of type: ObjectType, namedIn nodes: [SQLNode]) -> [Property] {
    var names = [Name]()
    for node in nodes {
      node.visit { part in
        guard case .column(_?, let name) = part.kind, name.contains("."),
          !names.contains(Name(name))
        else { return }
        names.append(Name(name))
      }
    }
    return names.compactMap { linkedProperty($0, of: type) }
  }

  private func linkedProperty(_ name: Name, of type: ObjectType) -> Property? {
    var known = type
    let parts = name.path
    for (place, part) in parts.enumerated() {
      let isLast = place == parts.count - 1
      guard let property = known.property(named: part) else { return nil }
      if isLast {
        guard place > 0, !property.isLink, !property.isComputed else { return nil }
        var result = property
        result.name = name
        result.isOptional = true
        result.defaultValue = nil
        return result
      }
      let target =
        property.collection == nil ? property.objectType.flatMap(self.type(named:)) : nil
      let isCount = place == parts.count - 2 && parts[place + 1] == "count"
      if isCount, target?.property(named: "count") == nil,
        property.collection != nil || target != nil
      {
        return Property(name.text, .int, optional: true)
      }
      guard let target else { return nil }
      known = target
    }
    return nil
  }
}

extension Name {
  /// The names between the points.
  var path: [Name] {
    text.split(separator: ".", omittingEmptySubsequences: false).map { Name(String($0)) }
  }
}

extension WitnessBuilder {
  /// Values of an object alone, with those of linked objects made to links.
  ///
  /// - Parameter values: properties by name, also such as `address.city` and `dogs.count`.
  /// - Returns: only properties of the type; a link that could not be made is left out.
  mutating func linking(
    _ values: [(Name, Value)], of type: ObjectType, filling: Filling
  ) -> [(Name, Value)] {
    var result = [(Name, Value)]()
    var linked = [(link: Name, values: [(Name, Value)])]()
    for (name, value) in values {
      let parts = name.path
      guard parts.count > 1, type.property(named: name) == nil else {
        result.append((name, value))
        continue
      }
      let rest = (Name(parts.dropFirst().map(\.text).joined(separator: ".")), value)
      if let place = linked.firstIndex(where: { $0.link == parts[0] }) {
        linked[place].values.append(rest)
      } else {
        linked.append((parts[0], [rest]))
      }
    }
    for (name, values) in linked {
      guard let property = type.property(named: name),
        let value = link(property, values, filling: filling)
      else { continue }
      result.append((name, value))
    }
    return result
  }

  private mutating func link(
    _ property: Property, _ values: [(Name, Value)], filling: Filling
  ) -> Value? {
    let target = property.objectType.flatMap(schema.index(of:))
    let targetType = target.map { schema.types[$0] }
    if let count = values.first(where: { $0.0 == "count" })?.1,
      property.collection != nil || targetType?.property(named: "count") == nil
    {
      return counted(property, target, count, values.filter { $0.0 != "count" }, filling: filling)
    }
    guard property.collection == nil, let target, let targetType else { return nil }
    // What cannot be null is null only where there is no object.
    let isMissing = values.contains { name, value in
      value.isNull && !(targetType.property(named: name)?.isOptional ?? (name.path.count > 1))
    }
    return isMissing ? .null : object(target, values, filling: filling)
  }

  /// - Returns: `nil` for a number of objects that no witness should have.
  private mutating func counted(
    _ property: Property, _ target: Int?, _ count: Value, _ values: [(Name, Value)],
    filling: Filling
  ) -> Value? {
    guard case .int(let count) = count, (0...40).contains(count) else { return nil }
    if property.collection == nil {
      guard let target, count > 0 else { return .null }
      return object(target, values, filling: filling)
    }
    var elements = [Value]()
    for number in 0..<Int(count) {
      if let target {
        guard let element = object(target, [], filling: filling) else { return nil }
        elements.append(element)
      } else if let element = Value.simple(property.type, number + 2) {
        elements.append(element)
      }
    }
    if property.collection == .dictionary, elements.count > 26 { return nil }
    return property.wrap(elements)
  }

  private mutating func object(
    _ type: Int, _ values: [(Name, Value)], filling: Filling
  ) -> Value? {
    guard schema.types[type].isEmbedded else {
      return add(type, values, filling: filling).map { .link($0) }
    }
    return .embedded(embedded(type, values, filling: filling))
  }
}
