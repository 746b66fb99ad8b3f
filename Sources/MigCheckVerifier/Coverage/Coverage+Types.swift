import MigCheckModel

extension Coverage {
  /// In how many of the random trials something was met.
  package struct Rate: Sendable, Equatable, Codable {
    package var met: Int
    package var trials: Int

    package init(met: Int = 0, trials: Int = 0) {
      self.met = met
      self.trials = trials
    }
  }

  /// One object type at one start version, and how often its objects were upgraded.
  ///
  /// Only trials count in which all paths from the start version ran to the end.
  package struct TypeCoverage: Sendable, Equatable, Codable {
    /// The version of the start graphs.
    package var start: UInt64
    package var type: Name
    /// How many trials started with an object of the type.
    package var trials: Int
    /// How many of the random trials from the start version did.
    package var random: Rate
    /// Why no store holds an object of the type, in the words of the engine; `nil`: not known.
    package var refusal: String?
    /// All properties of the type that can differ from object to object.
    package var properties: [PropertyCoverage]

    package init(
      start: UInt64, type: Name, trials: Int, random: Rate = Rate(),
      properties: [PropertyCoverage] = []
    ) {
      self.start = start
      self.type = type
      self.trials = trials
      self.random = random
      self.properties = properties
    }

    package var isExercised: Bool { trials > 0 && properties.allSatisfy(\.isExercised) }
  }

  /// One property of a type at one start version.
  package struct PropertyCoverage: Sendable, Equatable, Codable {
    package var property: Name
    /// How many trials started with an object that had a value whose loss would show: not the
    /// default, not zero, not null, not empty.
    package var trials: Int

    package init(property: Name, trials: Int) {
      self.property = property
      self.trials = trials
    }

    package var isExercised: Bool { trials > 0 }
  }
}
