import MigCheckModel
import MigCheckText

/// The steps of one version's migration.
package struct VersionSteps: Sendable {
  package var version: UInt64
  package var steps: [MigrationStep]
  /// The place of the version in the file of the history, counted from 0; `nil`: there is no file.
  package var position: Int?

  package init(version: UInt64, steps: [MigrationStep], position: Int? = nil) {
    self.version = version
    self.steps = steps
    self.position = position
  }
}

/// Where a step stands, for errors to name.
package struct StepPlace {
  package var version: UInt64
  /// Counted from 0.
  package var index: Int
  /// The place of the version in the file of the history, counted from 0; `nil`: there is no file.
  package var position: Int?

  package init(version: UInt64, index: Int, position: Int? = nil) {
    self.version = version
    self.index = index
    self.position = position
  }

  /// A number that other places hardly have.
  package var number: Int64 {
    Int64(bitPattern: version &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xBF58_476D_1CE4_E5B9)
  }

  /// The error of one of the step's expressions, with the place in its message.
  package func added(to error: UpgradeError, of step: MigrationStep) -> UpgradeError {
    let part: (words: String, path: String)
    switch (step.action, error.property) {
    case (.enumerate, nil): part = ("the condition", ".enumerate.where")
    case (.enumerate, let property?):
      part = ("the value of \(property)", ".enumerate.set" + Self.key(property.text))
    case (.create, let property?):
      part = ("the value of \(property)", ".create.value" + Self.key(property.text))
    default: return error
    }
    let place = "\(part.words) in step \(index + 1) of version \(version)"
    let file = position.map { " (versions[\($0)].migration[\(index)]\(part.path))" } ?? ""
    return UpgradeError(
      error.code, "\(error.message): \(place)\(file)", type: error.type, property: error.property)
  }

  private static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    return isPlain ? ".\(name)" : "[\(JSON.string(name).compactText)]"
  }
}
