import MigCheckGeneration
import MigCheckModel

extension FollowUp {
  /// What is changed in one object.
  package struct Edit: Sendable, Hashable, Codable {
    package var type: Name
    package var property: Name
    /// The value in the start graph.
    package var from: Value
    /// The value in the graph that is made from it.
    package var to: Value
    /// Of which values the upgrade gives the same end.
    package var extent = Extent.pair
    /// How links are changed, whose targets have other places in a smaller graph; `nil`: `from` and `to`
    /// hold no links, and say all.
    package var relinking: Relinking?
    /// The property, by its name after the upgrade, that has the value then in the place of its own;
    /// `nil`: none has.
    package var taker: Name?

    /// What becomes equal, of the values that were tried.
    package enum Extent: String, Sendable, Codable {
      /// The two values.
      case pair
      /// All values of an object whose other values are these.
      case object
      /// All values of every object.
      case property
    }

    /// What is done to the links of the first object that has some.
    package enum Relinking: String, Sendable, Codable, CaseIterable {
      /// The last one leads to the next object of its target's type.
      case next
      /// The last one leads to the object after that one.
      case afterNext
      /// The last one of several is gone.
      case shorter
      /// All are gone.
      case none
    }

    package static func == (left: Edit, right: Edit) -> Bool {
      left.type == right.type && left.property == right.property && left.from == right.from
        && left.to == right.to && left.extent == right.extent && left.relinking == right.relinking
        && left.taker == right.taker
    }

    package func hash(into hasher: inout Hasher) {
      // Only for looking up: nothing depends on the order of a table of edits.
      hasher.combine(type.text.utf8.count)
      hasher.combine(property.text.utf8.count)
    }
  }
}

extension FollowUp.Edit {
  /// The object in a graph; `nil`: no object has the value, or links.
  ///
  /// - Complexity: O(*n*) in the objects of the type.
  package func place(in graph: ObjectGraph) -> (type: Int, column: Int, row: Int)? {
    guard let type = graph.schema.index(of: type),
      let column = graph.schema.types[type].storedIndex(of: property),
      let row = graph.tables[type].columns[column].firstIndex(where: {
        relinking == nil ? $0 == from : !$0.isNothing
      })
    else { return nil }
    return (type, column, row)
  }

  /// The two values in a graph; `nil`: no object can be edited so.
  package func values(in graph: ObjectGraph) -> (from: Value, to: Value)? {
    guard let place = place(in: graph) else { return nil }
    let current = graph.tables[place.type].columns[place.column][place.row]
    // As the graph has it: its embedded objects may have other keys than those of `from`.
    guard let relinking else { return current == to ? nil : (current, to) }
    return relinking.applied(to: current, in: graph).map { (current, $0) }
  }

  /// The graph with the other value; `nil`: no object can be edited so.
  package func applied(to graph: ObjectGraph) -> ObjectGraph? {
    guard let place = place(in: graph), let values = values(in: graph) else { return nil }
    return graph.setting(values.to, type: place.type, column: place.column, row: place.row)
  }
}

extension FollowUp.Edit.Relinking {
  /// A link, or a collection of links, after the change; `nil`: it cannot be made.
  func applied(to value: Value, in graph: ObjectGraph) -> Value? {
    switch value {
    case .link:
      return self == .none ? .null : self == .shorter ? nil : moved(value, in: graph)
    case .list(let elements): return changed(elements, in: graph).map(Value.list)
    case .set(let elements):
      guard let changed = changed(elements, in: graph) else { return nil }
      // A set holds each object once.
      let isSet = changed.indices.allSatisfy { !changed[..<$0].contains(changed[$0]) }
      return isSet ? .set(changed) : nil
    case .dictionary(let entries):
      guard let values = changed(entries.map(\.value), in: graph) else { return nil }
      return .dictionary(zip(entries, values).map { DictionaryEntry($0.key, $1) })
    default: return nil
    }
  }

  private func changed(_ elements: [Value], in graph: ObjectGraph) -> [Value]? {
    guard let last = elements.last else { return nil }
    switch self {
    case .none: return []
    case .shorter: return elements.count > 1 ? elements.dropLast() : nil
    case .next, .afterNext: return moved(last, in: graph).map { elements.dropLast() + [$0] }
    }
  }

  private func moved(_ value: Value, in graph: ObjectGraph) -> Value? {
    guard case .link(let target) = value else { return nil }
    let (count, distance) = (graph.tables[target.type].count, self == .next ? 1 : 2)
    guard count > distance else { return nil }
    return .link(
      ObjectReference(type: target.type, index: (target.index + distance) % count))
  }
}

extension Value {
  /// Whether the value is nothing: null, or a collection without elements.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .list(let elements), .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    default: false
    }
  }
}
