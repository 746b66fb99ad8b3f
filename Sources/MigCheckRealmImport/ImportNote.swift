#if RealmImport
  import MigCheckModel

  /// Something that whoever imports schemas has to know, with its place in the source code.
  package struct ImportNote: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// Something is not in the schema.
      case omission
      /// The schema is complete; it is said so that nobody is surprised.
      case remark
      /// A default that is found out when an object is created, which no schema holds.
      case computedDefault
    }

    package var place: SourcePlace
    /// A sentence without a full stop.
    package var sentence: String
    package var kind: Kind

    package init(_ place: SourcePlace, _ sentence: String, _ kind: Kind = .omission) {
      self.place = place
      self.sentence = sentence
      self.kind = kind
    }
  }
#endif
