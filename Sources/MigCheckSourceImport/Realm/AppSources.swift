#if RealmImport
  /// The source code of an app at one version.
  package struct AppSources {
    private let index: DeclarationIndex
    private let choice: ImportChoice

    /// - Complexity: O(*n*) in the length of the files.
    package init(_ files: [SourceText], choice: ImportChoice = ImportChoice()) {
      self.init(
        files.map {
          DeclarationReader.read(
            $0.text, file: $0.path, conditions: choice.conditions, dialect: .realm)
        }, choice: choice)
    }

    init(_ files: [SourceDeclarations], choice: ImportChoice) {
      index = DeclarationIndex(files)
      self.choice = choice
    }

    package var schemaVersion: SchemaVersionNumber {
      index.schemaVersion(configuration: choice.configuration)
    }

    package var schema: ImportedSchema {
      ImportedSchema(index, choice)
    }
  }

  /// What of an app's source code makes up the schema of the store.
  package struct ImportChoice: Sendable {
    package var conditions = CompilationConditions()
    /// The names of the classes that the store has; `nil`: as configurations say, else all.
    package var types: [String]?
    /// The end of the path of the only file in which configurations count; `nil`: all count.
    package var configuration: String?
    /// Whether `dynamic` alone exposes a property to Objective-C, as it did in Swift 3.
    package var infersObjC = false

    package init() {}
  }
#endif
