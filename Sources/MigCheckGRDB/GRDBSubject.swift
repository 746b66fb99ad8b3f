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
    /// Whether upgrades are interrupted as well, by the end of the process and by disks that fail.
    public var isInterrupted = true
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
    ///   - rewrites: data that migrations write anew on purpose, by the names of the migrations: names
    ///     of tables, or of columns.
    ///   - ignoring: columns that comparisons leave out, such as moments of a migration.
    ///   - former: the migrator of a release whose migrations later ones merge. Stores that have
    ///     applied each subset of them are tried too.
    /// - Throws: `InputError` for a migration that fails even without rows, and for names that no
    ///   migration has.
    public init(
      _ migrator: DatabaseMigrator, name: String = "database",
      configuration: Configuration = Configuration(), drops: [String: [String]] = [:],
      rewrites: [String: [String]] = [:], ignoring: [String] = [],
      former: DatabaseMigrator? = nil
    ) throws {
      let engine = GRDBEngine(migrator, configuration: configuration, former: former)
      try self.init(engine, name: name, drops: drops, rewrites: rewrites, ignoring: ignoring)
    }

    private init(
      _ engine: GRDBEngine, name: String, drops: [String: [String]], rewrites: [String: [String]],
      ignoring: [String], isVariant: Bool = false
    ) throws {
      guard !engine.steps.isEmpty else {
        throw InputError(
          .notFound, file: name, problem: "the migrator has no migrations",
          remedy: "register one before it is verified")
      }
      for (setting, names) in [("drops", drops.keys), ("rewrites", rewrites.keys)] {
        guard !isVariant,
          let unknown = names.sorted().first(where: { name in
            !engine.steps.contains { $0.name == name }
          })
        else { continue }
        throw InputError(
          file: name, path: setting, problem: "there is no migration \"\(unknown)\"",
          remedy: "name one as it is registered")
      }
      var settings = FolderSettings()
      settings.drops = Self.entries(drops)
      settings.rewrites = Self.entries(rewrites)
      self.name = name
      self.ignoring = ignoring.map { PropertyPath($0) }
      upgrades = try DatabaseUpgrades(
        engine, migrations: engine.migrations, settings: settings)
      let upgrades = upgrades
      versions = upgrades.databases.entries.enumerated().map { place, entry in
        var version = SubjectVersion(
          number: entry.migration.number, schema: entry.schema,
          drops: (drops[entry.migration.name] ?? []).map { PropertyPath($0) })
        version.source = SourcePlace(file: entry.migration.name)
        version.stepSources = upgrades.stepSources(place)
        return version
      }
      formerVersion = engine.formerVersion
      variants = try engine.variants.map {
        try GRDBSubject(
          $0, name: "\(name), with \($0.mergedText)", drops: drops, rewrites: rewrites,
          ignoring: ignoring, isVariant: true)
      }
    }

    /// What is declared to be meant, in the order of its names.
    private static func entries(_ names: [String: [String]]) -> [FolderSettings.Entry] {
      names.keys.sorted().flatMap { migration in
        (names[migration] ?? []).map {
          FolderSettings.Entry(path: PropertyPath($0), version: migration)
        }
      }
    }

    public func number(ofVersion name: String) -> UInt64? {
      upgrades.databases.entries.first { $0.migration.name == name }?.migration.number
    }

    public var evidence: Evidence { upgrades.evidence(canCrash: isInterrupted) }

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
      rewrites: [String: [String]] = [:], ignoring: [String] = [],
      former: DatabaseMigrator? = nil
    ) throws -> GRDBSubject {
      try GRDBSubject(
        migrator, name: name, configuration: configuration, drops: drops, rewrites: rewrites,
        ignoring: ignoring, former: former)
    }
  }
#endif
