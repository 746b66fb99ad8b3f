/// A release of the app before the newest one, whose own code can be run on a store.
package struct OlderRelease: Sendable, Equatable {
  /// The last version that it knows.
  package var version: UInt64
  /// What the authors call that version.
  package var name: String

  package init(version: UInt64, name: String) {
    (self.version, self.name) = (version, name)
  }
}

/// A store that can be handed to older releases of its app.
package protocol NewerStore: SubjectStore {
  /// Hands a copy of the store, which is at a later version, to a release.
  ///
  /// - Throws: `UpgradeError` for a copy that cannot be read afterwards.
  func opened(by release: OlderRelease) throws -> OlderOpening
}

/// What an older release made of a copy of a store of a later version.
package struct OlderOpening {
  /// How it refused the store; `nil`: it did not.
  package var refusal: UpgradeError?
  /// The store as it was left; `nil`: byte by byte as it was before.
  package var store: (any SubjectStore)?
  /// What is different and no object shows, each in a clause.
  package var changes: [String]

  package init(
    refusal: UpgradeError?, store: (any SubjectStore)? = nil, changes: [String] = []
  ) {
    self.refusal = refusal
    self.store = store
    self.changes = changes
  }
}
