/// What only one engine's histories say, beside versions and steps.
package protocol EngineOptions: Sendable {
  /// All that they say, as a text; equal options have equal texts.
  var definition: String { get }
}

/// Of an engine without options.
package struct NoEngineOptions: EngineOptions {
  package var definition: String { "" }
}

/// What an engine knows of one version, beyond its schema.
package protocol EnginePayload: Sendable {}
