#if GRDB
  import GRDB
  import MigCheck
  import MigCheckModel
  import MigCheckSQL
  import MigCheckText

  /// An app's own `DatabaseMigrator`, with its own functions, collations and `Configuration`.
  ///
  /// Versions are the registered migrations, numbered from 1 in their order. Each upgrade runs the
  /// migrator itself on a `DatabaseQueue`, in memory and in a file; nothing of it is modelled.
  ///
  ///     try await verifyMigrations(of: .grdb(AppDatabase.migrator), from: "v1", to: "v5")
  public struct GRDBSubject: Subject {
    /// The name of the database, in reports and names of case files.
    public let name: String
    /// The engine's name.
    public var rules: String { "grdb" }
    /// The registered migrations in their order, numbered from 1.
    public private(set) var versions: [SubjectVersion]
    /// The columns that comparisons leave out.
    public let ignoring: [PropertyPath]
    /// Whether upgrades are interrupted as well, by the end of the process and by disks that fail.
    public var isInterrupted = true
    private var upgrades: DatabaseUpgrades
    private var engine: GRDBEngine
    private let settings: FolderSettings
    /// What a new install begins with; `nil`: nobody gave it.
    private let fresh: FreshDatabase?
    /// The database of the app that upgrades begin with as well; `nil`: none was given.
    package var seed: SeedDatabase? { upgrades.seed }
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
    ///   - fresh: the migrator of new installs, where it is another one: after the last migration the
    ///     schema must be the same, and do the same with the same `INSERT`.
    ///   - timeLimit: how many seconds of a processor's time a migration may take in one upgrade; one
    ///     that takes longer is stopped, and that is a finding.
    /// - Throws: `InputError` for a migration that fails even without rows, and for names that no
    ///   migration, no table and no column has.
    public init(
      _ migrator: DatabaseMigrator, name: String = "database",
      configuration: Configuration = Configuration(), drops: [String: [String]] = [:],
      rewrites: [String: [String]] = [:], ignoring: [String] = [],
      former: DatabaseMigrator? = nil, fresh: DatabaseMigrator? = nil, timeLimit: Double = 30
    ) throws {
      let engine = GRDBEngine(
        migrator, configuration: configuration, former: former, timeLimit: timeLimit)
      let made = try fresh.flatMap { fresh in
        let engine = GRDBEngine(
          fresh, configuration: configuration, former: nil, timeLimit: timeLimit)
        do {
          return try DatabaseUpgrades.freshDatabase(of: engine, engine.migrations)
        } catch let error as InputError {
          throw InputError(
            error.kind, file: error.file,
            problem: "\(error.problem), in the migrator of new installs", remedy: error.remedy)
        }
      }
      try self.init(
        engine, name: name, drops: drops, rewrites: rewrites, ignoring: ignoring, fresh: made)
    }

    private init(
      _ engine: GRDBEngine, name: String, drops: [String: [String]], rewrites: [String: [String]],
      ignoring: [String], fresh: FreshDatabase? = nil, isVariant: Bool = false
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
      settings.drops = Self.entries(drops, "drops")
      settings.rewrites = Self.entries(rewrites, "rewrites")
      settings.ignoring = ignoring.map {
        FolderSettings.Entry(path: PropertyPath($0), version: nil, origin: "ignoring")
      }
      upgrades = try DatabaseUpgrades(
        engine, migrations: engine.migrations, settings: &settings, name: name, fresh: fresh)
      self.engine = engine
      self.settings = settings
      self.name = name
      self.ignoring = settings.ignoring.map(\.path)
      self.fresh = fresh
      versions = Self.versions(of: upgrades, drops: settings.drops)
      formerVersion = engine.formerVersion
      variants = try engine.variants.map { variant in
        do {
          return try GRDBSubject(
            variant, name: "\(name), with \(variant.mergedText)", drops: drops, rewrites: rewrites,
            ignoring: ignoring, isVariant: true)
        } catch let error as InputError {
          throw InputError(
            error.kind, file: error.file,
            problem: "\(error.problem), in a store that has applied \(variant.mergedText)",
            remedy: error.remedy)
        }
      }
    }

    /// The subject with a database of the app, which is only read: `verifyMigrations` upgrades it too.
    ///
    /// - Parameters:
    ///   - path: the file; a write-ahead log beside it counts.
    ///   - migration: the last one that it has applied; `nil`: as its table of migrations says.
    ///   - showsValues: whether reports may show its values; else others stand for them.
    /// - Throws: `InputError` for a file that is no database, or none of these migrations.
    /// - Complexity: O(*n*) in the size of the file, which is copied.
    public func seeded(
      by path: String, at migration: String? = nil, showsValues: Bool = false
    ) throws -> GRDBSubject {
      let version = try migration.map { name in
        guard let number = number(ofVersion: name) else {
          throw InputError(
            .notFound, file: self.name, problem: "there is no migration \"\(name)\"",
            remedy: "name one as it is registered")
        }
        return number
      }
      let scratch = try ScratchDirectory()
      defer { scratch.remove() }
      let reading = try SeedReading(of: path, for: upgrades, at: version, scratch: scratch.path)
      var result = self
      result.engine.ownTables.formUnion(reading.ignoredTables)
      var settings = settings
      result.upgrades = try DatabaseUpgrades(
        result.engine, migrations: engine.migrations, settings: &settings, name: self.name,
        mixed: reading.mixed, fresh: fresh)
      result.upgrades.seed = try reading.seed(for: result.upgrades, showsValues: showsValues)
      result.versions = Self.versions(of: result.upgrades, drops: settings.drops)
      return result
    }

    private static func versions(
      of upgrades: DatabaseUpgrades, drops: [FolderSettings.Entry]
    ) -> [SubjectVersion] {
      upgrades.versions { migration in drops.filter { $0.version == migration.name } }
    }

    /// What is declared to be meant, in the order of its names.
    private static func entries(
      _ names: [String: [String]], _ setting: String
    ) -> [FolderSettings.Entry] {
      names.keys.sorted().flatMap { migration in
        (names[migration] ?? []).map {
          FolderSettings.Entry(
            path: PropertyPath($0), version: migration, origin: "\(setting), \(migration)")
        }
      }
    }

    /// The number of a version from the name of its migration; `nil` if no migration has that name.
    public func number(ofVersion name: String) -> UInt64? {
      upgrades.databases.entries.first { $0.migration.name == name }?.migration.number
    }

    /// What is known of upgrades besides the rows, such as what their statements write.
    public var evidence: Evidence { upgrades.evidence(canCrash: isInterrupted) }

    /// A database with the rows of a graph, in memory or in a file of the folder.
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
      former: DatabaseMigrator? = nil, fresh: DatabaseMigrator? = nil, timeLimit: Double = 30
    ) throws -> GRDBSubject {
      try GRDBSubject(
        migrator, name: name, configuration: configuration, drops: drops, rewrites: rewrites,
        ignoring: ignoring, former: former, fresh: fresh, timeLimit: timeLimit)
    }
  }
#endif
