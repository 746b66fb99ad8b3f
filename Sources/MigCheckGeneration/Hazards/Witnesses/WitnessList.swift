import MigCheckModel
import MigCheckText

/// Witnesses in the order of their making, each once, valid ones only.
struct WitnessList {
  /// A graph that a hazard asks for.
  struct Made {
    var graph: ObjectGraph
    /// Its objects, as they were asked for, if they are of one type and matter only together, whatever else
    /// a store holds. `nil`: the graph is to stay as it is.
    var group: WitnessGroup?
  }

  /// A graph without objects, as which all begin.
  private let empty: ObjectGraph
  private(set) var made = [Made]()

  init(_ empty: ObjectGraph) {
    self.empty = empty
  }

  var schema: Schema { empty.schema }
  var graphs: [ObjectGraph] { made.map(\.graph) }

  /// - Returns: whether the graph is a valid one.
  @discardableResult
  mutating func add(_ graph: ObjectGraph, group: WitnessGroup? = nil) -> Bool {
    // Two ways of making a witness often meet in one graph, and a value that a hazard wants may
    // not be one that the start version admits.
    if made.contains(where: { $0.graph.isIdentical(to: graph) }) { return true }
    guard graph.validate().isEmpty else { return false }
    made.append(Made(graph: graph, group: group))
    return true
  }

  @discardableResult
  mutating func add(_ build: (inout WitnessBuilder) -> Void) -> Bool {
    var builder = WitnessBuilder(empty)
    build(&builder)
    return add(builder.graph)
  }

  /// Objects of one type with these values.
  @discardableResult
  mutating func add(
    _ objects: [[(Name, Value)]], type: Int, filling: WitnessBuilder.Filling = .distinct
  ) -> Bool {
    add { builder in
      for values in objects { builder.add(type, values, filling: filling) }
    }
  }

  /// Objects of one type that matter only together.
  mutating func addGroup(_ objects: [WitnessObject], type: Int) {
    let group = WitnessGroup(type: type, objects: objects)
    let graph = group.graph(in: empty)
    add(graph, group: graph.holdsOnly(objects.count, of: type) ? group : nil)
  }

  /// One object, two, and one as it is made; and none.
  mutating func addObjects(of type: Int) {
    add([[]], type: type)
    add([[]], type: type, filling: .initial)
    add([[], []], type: type)
    add([[], []], type: type, filling: .initial)
    add([], type: type)
  }

  /// One object of each type that is there, filled and as it is made; and an empty store.
  mutating func addEachType() {
    for filling in [WitnessBuilder.Filling.distinct, .initial] {
      add { builder in
        for type in builder.schema.types.indices { builder.add(type, filling: filling) }
      }
    }
    add { _ in }
  }

  /// Each value alone, all of them at once, and the groups.
  mutating func addValues(_ touched: HazardValues, of property: Property, type: Int) {
    let name = property.name
    func wrapped(_ value: Value) -> Value { property.wrap([value]) ?? value }
    for group in touched.groups { addGroup(group.map { [(name, wrapped($0))] }, type: type) }
    // The same default key, the same null, the same value twice.
    for value in [.null, property.type.zeroValue, Value.simple(property.type, 2) ?? .null] {
      add([[(name, wrapped(value))], [(name, wrapped(value))]], type: type)
    }
    // Values of a group matter together only.
    let grouped = touched.groups.flatMap(\.self)
    for value in touched.values where !grouped.contains(value) {
      add([[(name, wrapped(value))]], type: type)
    }
    let fitting = NastyValues.unique(touched.values).filter {
      $0.isNull ? property.isOptional : true
    }
    add(fitting.map { [(name, wrapped($0))] }, type: type)
  }

  /// Objects that were searched for: a few at a time, or each alone where they are not valid together.
  mutating func addFound(_ objects: [WitnessObject], type: Int) {
    for start in stride(from: 0, to: objects.count, by: 8) {
      let some = Array(objects[start..<min(start + 8, objects.count)])
      if !add(some, type: type) { for object in some { add([object], type: type) } }
    }
  }

  /// So many objects, for what asks for the place of an object among them; 0: nothing does.
  mutating func addRow(of count: Int, type: Int) {
    if count > 0 { add(Array(repeating: [], count: count), type: type) }
  }

  /// The values that are tried together with those of others.
  private func usable(_ touched: HazardValues, _ property: Property, of type: Int) -> [Value] {
    let key = schema.types[type].primaryKey ?? ""
    // Values of a key are taken once only, so they need not come round again.
    let values = touched.values.filter { !$0.isNull || property.isOptional }
    return Array(values.prefix(key == property.name ? 1 : 8))
  }

  /// Objects with a value of each, in two orders: those of one place in each list meet, and then those of
  /// different places.
  ///
  /// - Parameter touched: of one type.
  mutating func addMeetings(_ touched: [HazardValues]) {
    guard let type = touched.first.flatMap({ schema.index(of: $0.type) }) else { return }
    var columns = [(name: Name, values: [Value])]()
    for own in touched {
      guard let property = schema.types[type].property(named: own.property) else { continue }
      let values = usable(own, property, of: type).compactMap { property.wrap([$0]) }
      let known = columns.firstIndex { $0.name == own.property }
      if let known {
        columns[known].values += values.filter { !columns[known].values.contains($0) }
      } else if !values.isEmpty {
        columns.append((own.property, values))
      }
    }
    let most = columns.map(\.values.count).max() ?? 0
    for round in 0..<(2 * most) {
      let object = columns.enumerated().map { place, column in
        let shift = round < most ? 0 : place
        return (column.name, column.values[(round + shift) % column.values.count])
      }
      addGroup([object, []], type: type)
    }
  }

  mutating func addPair(_ first: HazardValues, _ second: HazardValues) {
    guard let type = schema.index(of: first.type),
      let firstProperty = schema.types[type].property(named: first.property),
      let secondProperty = schema.types[type].property(named: second.property)
    else { return }
    let firstValues = usable(first, firstProperty, of: type)
    let secondValues = usable(second, secondProperty, of: type)
    for pair in zip(firstValues, secondValues) {
      let (a, b) = (firstProperty.wrap([pair.0]), secondProperty.wrap([pair.1]))
      guard let a, let b else { continue }
      addGroup([[(first.property, a), (second.property, b)], []], type: type)
    }
  }
}
