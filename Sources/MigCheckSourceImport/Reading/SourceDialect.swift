#if RealmImport
  /// The framework whose stores an app's source code declares: what of it counts.
  package enum SourceDialect: Sendable {
    case realm, swiftData

    /// Words that make a file count whatever else there is.
    var rootWords: [String] {
      switch self {
      case .realm: ["Persisted", "schemaVersion", "objectTypes"]
      case .swiftData: ["@Model", "VersionedSchema", "SchemaMigrationPlan"]
      }
    }

    /// The classes of the framework of which those of the store are made.
    var bases: [String] {
      switch self {
      case .realm:
        [
          "Object", "RealmSwiftObject", "EmbeddedObject", "RealmSwiftEmbeddedObject",
          "AsymmetricObject",
        ]
      case .swiftData: []
      }
    }

    /// Whether a store may depend on what a type declares.
    func matters(_ type: TypeDeclaration) -> Bool {
      switch self {
      case .realm:
        let names = ["primaryKey", "indexedProperties", "ignoredProperties", "propertiesMapping"]
        return type.kind == .class && !type.inherited.isEmpty || type.objcName != nil
          || type.kind == .enumeration && !type.inherited.isEmpty
          || !type.cases.isEmpty
          || type.properties.contains { $0.persisted != nil || $0.isObjC }
          || type.functions.contains { names.contains($0.name) }
      case .swiftData:
        // Of a branch among the members of a type, the type itself is named "".
        return type.isSwiftDataRoot
          && (type.path != [""] || !type.macros.isEmpty
            || type.properties.contains { $0.isStored || $0.isStatic })
      }
    }
  }

  extension PropertyDeclaration {
    /// Whether each object of the type has a value of its own.
    var isStored: Bool { !isStatic && !isComputed }
  }

  extension TypeDeclaration {
    /// Whether it is a model of SwiftData, a version of a schema, or a plan.
    var isSwiftDataRoot: Bool {
      attributes.contains { $0.name == "Model" }
        || inherited.contains { reference in
          guard case .named(let path, _) = reference else { return false }
          return ["VersionedSchema", "SchemaMigrationPlan"].contains(path.last ?? "")
        }
    }
  }
#endif
