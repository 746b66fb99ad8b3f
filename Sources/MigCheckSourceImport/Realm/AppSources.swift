#if RealmImport
  import MigCheckModel

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
      index.schemaVersion(choice.configurations)
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
    /// The configurations of the store; empty: all that the app has.
    package var configurations: [ConfigurationChoice] = []
    /// Whether `dynamic` alone exposes a property to Objective-C, as it did in Swift 3.
    package var infersObjC = false

    package init() {}
  }

  /// Which configuration of an app's is that of the store.
  package struct ConfigurationChoice: Sendable {
    /// The end of the path of its file; `nil`: any file.
    private let file: String?
    /// A property, variable or function that it stands in; `nil`: any.
    private let name: String?

    /// - Parameter text: `Store.swift`, `cacheConfiguration`, or both as `Store.swift:cacheConfiguration`.
    package init(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      file = parts.first { $0.hasSuffix(".swift") }
      name = parts.last { !$0.hasSuffix(".swift") }
    }

    func matches(_ use: ConfigurationUse) -> Bool {
      (file.map { use.place.file == $0 || use.place.file.hasSuffix("/" + $0) } ?? true)
        && (name.map(use.names.contains) ?? true)
    }
  }
#endif
