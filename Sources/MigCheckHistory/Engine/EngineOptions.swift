import MigCheckModel

/// What only one engine's histories say, beside versions and steps.
package protocol EngineOptions: Sendable {
  /// All that they say, as a text; equal options have equal texts.
  var definition: String { get }

  /// Whether the migrations are code that the history is still to be given.
  var awaitsBlock: Bool { get }

  /// Looks for mistakes in what they say.
  ///
  /// - Parameter schemaErrors: what the engine says of a schema that it refuses; empty for a valid one.
  func check(_ schemaErrors: (Schema) -> [String], with validator: inout HistoryValidator)
}

extension EngineOptions {
  package var awaitsBlock: Bool { false }
  package func check(
    _ schemaErrors: (Schema) -> [String], with validator: inout HistoryValidator
  ) {}
}

/// Of an engine without options.
package struct NoEngineOptions: EngineOptions {
  package var definition: String { "" }
}

/// What an engine knows of one version, beyond its schema.
package protocol EnginePayload: Sendable {
  /// By which the engine tells the version from others; `nil`: by nothing but its number.
  var checksum: String? { get }
}
