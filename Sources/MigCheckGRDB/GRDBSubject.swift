#if GRDB
  import GRDB
  import MigCheckModel
  import MigCheckSQL

  /// An app's own `DatabaseMigrator`, with its own functions, collations and `Configuration`.
  ///
  /// Versions are the registered migrations, numbered from 1 in their order. Each upgrade runs the
  /// migrator itself on a `DatabaseQueue`, in memory and in a file; nothing of it is modelled.
  ///
  ///     try await verifyMigrations(of: .grdb(AppDatabase.migrator), from: "v1", to: "v5")
  public struct GRDBSubject: Subject {
    public let name: String
    public var rules: String { "grdb" }
    public let versions: [SubjectVersion]
    public let ignoring: [PropertyPath]
    private let upgrades: DatabaseUpgrades
    /// Stores that have applied some of the migrations that a later one merges: one subject each.
    package let variants: [GRDBSubject]
    /// Of a variant: the version of a store that has applied merged migrations.
    package let formerVersion: UInt64?

    /// Runs all migrations on a database without rows.
    ///
    /// - Parameters:
    ///   - migrator: as the app has it. `eraseDatabaseOnSchemaChange` is reported and not carried out.
    ///   - name: of the database, in reports and names of case files.
    ///   - configuration: as the app opens its database: `prepareDatabase` defines its functions and
    ///     collations.
    ///   - drops: data that migrations give up on purpose, by the names of the migrations: names of
    ///     tables, or of columns as `player.score`.
    ///   - ignoring: columns that comparisons leave out, such as moments of a migration.
    ///   - former: the migrator of a release whose migrations later ones merge. Stores that have
    ///     applied each subset of them are tried too.
    /// - Throws: `InputError` for a migration that fails even without rows, and for names that no
    ///   migration has.
    public init(
      _ migrator: DatabaseMigrator, name: String = "database",
      configuration: Configuration = Configuration(), drops: [String: [String]] = [:],
      ignoring: [String] = [], former: DatabaseMigrator? = nil
    ) throws {
      let engine = GRDBEngine(migrator, configuration: configuration, former: former)
      try self.init(engine, name: name, drops: drops, ignoring: ignoring)
    }

    private init(
      _ engine: GRDBEngine, name: String, drops: [String: [String]], ignoring: [String],
      isVariant: Bool = false
    ) throws {
      guard !engine.steps.isEmpty else {
        throw InputError(
          .notFound, file: name, problem: "the migrator has no migrations",
          remedy: "register one before it is verified")
      }
      if let unknown = drops.keys.sorted().first(where: { name in
        !engine.steps.contains { $0.name == name }
      }), !isVariant {
        throw InputError(
          file: name, path: "drops", problem: "there is no migration \"\(unknown)\"",
          remedy: "name one as it is registered")
      }
      self.name = name
      self.ignoring = ignoring.map { PropertyPath($0) }
      upgrades = try DatabaseUpgrades(engine, migrations: engine.migrations)
      versions = upgrades.databases.entries.map { entry in
        var version = SubjectVersion(
          number: entry.migration.number, schema: entry.schema,
          drops: (drops[entry.migration.name] ?? []).map { PropertyPath($0) })
        version.source = SourcePlace(file: entry.migration.name)
        return version
      }
      formerVersion = engine.formerVersion
      variants = try engine.variants.map {
        try GRDBSubject(
          $0, name: "\(name), with \($0.mergedText)", drops: drops, ignoring: ignoring,
          isVariant: true)
      }
    }

    public func number(ofVersion name: String) -> UInt64? {
      upgrades.databases.entries.first { $0.migration.name == name }?.migration.number
    }

    public var evidence: Evidence { upgrades.evidence(canCrash: true) }

    public func makeStore(
      _ kind: StoreKind, at version: UInt64, holding graph: ObjectGraph, in directory: String
    ) throws -> any SubjectStore {
      try upgrades.makeStore(kind, at: version, holding: graph, in: directory)
    }
  }

  extension Subject where Self == GRDBSubject {
    /// An app's own `DatabaseMigrator`; see `GRDBSubject`.
    ///
    /// - Throws: `InputError` for a migration that fails even without rows.
    public static func grdb(
      _ migrator: DatabaseMigrator, name: String = "database",
      configuration: Configuration = Configuration(), drops: [String: [String]] = [:],
      ignoring: [String] = [], former: DatabaseMigrator? = nil
    ) throws -> GRDBSubject {
      try GRDBSubject(
        migrator, name: name, configuration: configuration, drops: drops, ignoring: ignoring,
        former: former)
    }
  }
#endif
