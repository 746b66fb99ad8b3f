/// A known defect of a real engine that an upgrade may run into on a user's device.
///
/// The stores of the kit do what the engine should do; a defect says what it does instead.
public struct EngineDefect: Sendable, Equatable {
  /// A stable name with the engine in front, one for all places.
  public var name: String
  /// The type or property whose values are at stake.
  public var place: PropertyPath
  /// What happens on a device and under which condition, in one to three sentences.
  public var message: String
  /// How to write the migration around it, in one or two sentences.
  public var remedy: String

  /// A defect at one place.
  public init(name: String, place: PropertyPath, message: String, remedy: String) {
    self.name = name
    self.place = place
    self.message = message
    self.remedy = remedy
  }
}

/// Knows the defects of a real engine.
public protocol KnownDefects: Sendable {
  /// The known defects of the real engine that one upgrade would run into on a user's device, told
  /// from schemas and migration alone, in a stable order.
  ///
  /// - Parameters:
  ///   - from: the version of the store, which may have passed any lower ones.
  ///   - to: a higher version.
  func defects(from: UInt64, to: UInt64) -> [EngineDefect]

  /// The names of all defects that `defects(from:to:)` may tell of.
  var defectNames: [String] { get }
}
