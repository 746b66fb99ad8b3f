/// A part of an app that opens the store in a way that hurts, and the order of openings that shows it.
package struct OpenerProblem: Sendable, Equatable, Codable {
  package enum Code: String, Sendable, CaseIterable, Codable {
    /// It brings an old store to a version whose migration never runs then.
    case openedWithoutBlock
    /// It cannot open the store once the app has.
    case openedAtLowerVersion
    /// It deletes a store that is at another version.
    case deletedByOpener
    /// Its classes link to one that it does not list.
    case linkedTypeMissing
    /// It brings a store to a version without the types that it does not list.
    case typesLeftBehind
    /// It has another schema than the app, and the same version.
    case openedWithOtherSchema
    /// It has another schema than the release that users have, and the same version.
    case versionForgotten
    /// It is of an older release, and changes a store that a newer one has upgraded.
    case changedByOlder
    /// It is of an older release, and leaves something that cannot be read.
    case damagedByOlder
    /// It is of an older release, and crashes, or does not end.
    case refusedUncleanly
    /// It is of an older release, and opens the store without an error: a warning.
    case acceptedByOlder
  }

  package var code: Code
  /// What the author calls the part.
  package var opener: Name
  /// The version of the store before all openings.
  package var from: UInt64
  /// The highest version that it is opened at.
  package var to: UInt64
  /// The type that shows it, if one does.
  package var type: Name?
  package var property: Name?
  /// What is wrong, in sentences.
  package var sentence: String
  /// The openings one after the other, each in a phrase.
  package var order: [String]
  package var source: SourcePlace?

  package init(
    _ code: Code, opener: Name, from: UInt64, to: UInt64, type: Name? = nil, property: Name? = nil,
    sentence: String, order: [String], source: SourcePlace?
  ) {
    self.code = code
    self.opener = opener
    self.from = from
    self.to = to
    self.type = type
    self.property = property
    self.sentence = sentence
    self.order = order
    self.source = source
  }
}
