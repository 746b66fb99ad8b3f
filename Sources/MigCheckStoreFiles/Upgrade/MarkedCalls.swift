package import MigCheckModel

/// A subject whose upgrades run code of an app, which may end this process with it.
package protocol MarkedCalls: Subject {
  /// Whether the code runs in this process.
  var isInProcess: Bool { get }
  /// The version that the code upgrades to.
  var end: UInt64 { get }
  /// Notes each call of code that may end this process; what it returns is called after the call.
  var willRun: (@Sendable (_ start: ObjectGraph, _ version: UInt64) -> @Sendable () -> Void)? {
    get set
  }
}

extension StoreFileSubject: MarkedCalls {
  package var isInProcess: Bool { upgrade.isInProcess }
}

extension SQLiteFileSubject: MarkedCalls {
  package var end: UInt64 { engine.numbers.last ?? 0 }
}
