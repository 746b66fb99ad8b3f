/// Knows which graphs a store can begin with, where that is more than the schema says.
///
/// Random graphs and witnesses are made from the schema alone. A subject with further constraints
/// makes of each of them one that its stores accept; what a store still refuses is no start, and no
/// fault of an upgrade.
public protocol StartGraphs: Sendable {
  /// A graph that a store at the version accepts, as much like the given one as can be.
  ///
  /// - Parameter graph: of the version's schema.
  /// - Returns: the same for the same graph; perhaps with objects less, or more that others need.
  func accepted(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph

  /// Whether a store at the version accepts a graph as it is.
  func isAccepted(_ graph: ObjectGraph, at version: UInt64) -> Bool

  /// An accepted graph like the given one, in which each property has a value whose loss would show
  /// where a store accepts one.
  ///
  /// - Parameter graph: one that holds everything at once.
  func filled(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph

  /// Why a store at the version accepts no object of a type, in the words of the engine.
  ///
  /// - Returns: `nil`: it accepts some, or nothing is known.
  func refusal(of type: Name, at version: UInt64) -> String?

  /// The values that a store at the version does not accept twice. A store need not accept all that
  /// repeats none of them.
  ///
  /// - Returns: empty: nothing is known.
  func uniqueProperties(at version: UInt64) -> [UniqueProperties]

  /// A graph to be shown in the place of one that was made from a start graph that nobody may see.
  ///
  /// - Parameter start: a start graph of a run.
  /// - Returns: `nil`: everybody may see it.
  func disguised(
    _ graph: ObjectGraph, madeFrom start: ObjectGraph, at version: UInt64
  ) -> ObjectGraph?
}

extension StartGraphs {
  /// All that is known is how the graph is changed.
  public func isAccepted(_ graph: ObjectGraph, at version: UInt64) -> Bool {
    accepted(graph, at: version).isIdentical(to: graph)
  }

  /// The accepted graph, with no further values.
  public func filled(_ graph: ObjectGraph, at version: UInt64) -> ObjectGraph {
    accepted(graph, at: version)
  }

  /// `nil`: no reason is known.
  public func refusal(of type: Name, at version: UInt64) -> String? { nil }

  /// Nothing is known.
  public func uniqueProperties(at version: UInt64) -> [UniqueProperties] { [] }

  /// `nil`: start graphs may be shown as they are.
  public func disguised(
    _ graph: ObjectGraph, madeFrom start: ObjectGraph, at version: UInt64
  ) -> ObjectGraph? { nil }
}

/// Properties whose values, taken together, no two objects of some types have.
public struct UniqueProperties: Sendable, Equatable {
  /// Each has the properties; no object of one repeats the values of an object of another one.
  public var types: [Name]
  /// An object that has `null` in one of them repeats no other; none: there is at most one object.
  public var properties: [Name]
  /// Whether values that differ never exclude each other, as they do where `lower(email)` is unique.
  package var isExact = true

  /// Properties that objects of some types have no two the same values of.
  public init(of types: [Name], _ properties: [Name]) {
    self.types = types
    self.properties = properties
  }
}
