#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// A class with `@Model`, as an entity.
  struct ReadModel {
    /// A relationship with what its declaration says besides.
    struct Link {
      var relationship: CoreDataRelationship
      /// The path of the class that it leads to.
      var target: [String]
      /// Whether its type is `T?`, and no array.
      var isOptionalToOne: Bool
      var place: SourcePlace
    }

    var path: [String]
    var place: SourcePlace
    /// Without its relationships and its parent.
    var entity: CoreDataEntity
    /// The path of the model that it inherits from.
    var parent: [String]?
    var links = [Link]()

    var name: String { entity.name.text }
  }
#endif
