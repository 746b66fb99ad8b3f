import MigCheckModel
import MigCheckStores
import MigCheckText

/// What the condition of an invariant may name, and where its values are: the properties of the object
/// at both ends of an upgrade, and of those that its links lead to.
struct InvariantNames {
  let scope: ExpressionEvaluator.Scope
  private let oldSide: Side
  private let newSide: Side

  private struct Side {
    let graph: ObjectGraph
    let properties: [Property]
    let paths: LinkPaths

    func value(_ index: Int, _ values: [Value]) -> (value: Value, property: Property) {
      guard index >= properties.count else { return (values[index], properties[index]) }
      let path = paths.paths[index - properties.count]
      let value = path.value { name in
        properties.firstIndex { $0.name == name }.map { values[$0] } ?? .null
      } next: { link, name in
        graph.value(of: name, behind: link)
      }
      return (value, path.property)
    }
  }

  init(
    _ condition: HistoryInvariant.Condition, of type: Name, from start: ObjectGraph,
    to end: ObjectGraph
  ) {
    let expressions: [SQLExpression] =
      if case .expression(let text) = condition { [text] } else { [] }
    func side(_ graph: ObjectGraph, isOld: Bool) -> Side {
      let properties = graph.schema.type(named: type)?.storedProperties ?? []
      return Side(
        graph: graph, properties: properties,
        paths: LinkPaths(in: expressions, isOld: isOld, properties: properties) {
          graph.schema.type(named: $0)?.storedProperties
        })
    }
    oldSide = side(start, isOld: true)
    newSide = side(end, isOld: false)
    var scope = ExpressionEvaluator.Scope(
      old: oldSide.properties + oldSide.paths.paths.map(\.property),
      new: newSide.properties + newSide.paths.paths.map(\.property), hasOrdinal: true)
    scope.problems = oldSide.paths.problems + newSide.paths.problems
    self.scope = scope
  }

  /// - Parameters:
  ///   - index: into the scope's `old`.
  ///   - values: those of the object.
  func old(_ index: Int, _ values: [Value]) -> (value: Value, property: Property) {
    oldSide.value(index, values)
  }

  func new(_ index: Int, _ values: [Value]) -> (value: Value, property: Property) {
    newSide.value(index, values)
  }
}

/// The condition of an invariant, ready to be tried on objects.
struct CompiledInvariant {
  // Keeps the compiled expression from being used by others.
  private let evaluator = SharedEvaluator()
  private let names: InvariantNames
  private let compiled: ExpressionEvaluator.Compiled?
  private let closure: (@Sendable (ObjectView, ObjectView) throws -> Bool)?

  init(
    _ condition: HistoryInvariant.Condition, _ names: InvariantNames, type: ObjectType
  ) throws {
    self.names = names
    switch condition {
    case .closure(let body):
      closure = body
      compiled = nil
    case .expression(let text):
      closure = nil
      compiled = try evaluator.get().compile(
        text, in: names.scope, type: type.name, condition: true)
    }
  }

  func callAsFunction(_ old: ObjectView, _ new: ObjectView, ordinal: Int) throws -> Bool {
    if let closure { return try closure(old, new) }
    let result = try compiled?.value(ordinal: ordinal) { source in
      switch source {
      case .old(let index): names.old(index, old.values)
      case .new(let index): names.new(index, new.values)
      case .ordinal: preconditionFailure("it is given beside")
      }
    }
    return result.map { $0 == .int(1) } ?? true
  }
}

extension ObjectGraph {
  /// A property of the object that a link leads to, or of an embedded one; null if it has none.
  fileprivate func value(of name: Name, behind link: Value) -> Value {
    switch link {
    case .link(let target):
      guard let place = schema.types[target.type].storedIndex(of: name) else { return .null }
      return tables[target.type].columns[place][target.index]
    case .embedded(let object):
      guard let place = schema.types[object.type].storedIndex(of: name) else { return .null }
      return object.values[place]
    default: return .null
    }
  }
}
