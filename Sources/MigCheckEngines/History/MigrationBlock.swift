/// A migration written in Swift, against the migration type of one engine.
///
/// Each engine makes blocks from closures over a type of its own, and takes out again what it made;
/// a history is refused if it holds a block of another engine.
package struct MigrationBlock: Sendable {
  /// The engine whose migration the code is written against.
  package let engine: History.Rules
  /// The closure, of the type that the engine knows.
  package let body: any Sendable

  package init(for engine: History.Rules, _ body: any Sendable) {
    self.engine = engine
    self.body = body
  }
}
