public import Foundation
import MigCheckCoreData
import MigCheckFormats
public import MigCheckHistory
public import MigCheckModel
public import MigCheckStoreFiles

extension Subject where Self == StoreFileSubject {
  /// The app's own Core Data stack, run on genuine stores of every version of its model:
  ///
  ///     try await verifyMigrations(
  ///       of: .coreDataFiles("App/Model.xcdatamodeld") { file in
  ///         try await AppStack.openAndClose(storeAt: file)
  ///       })
  ///
  /// - Parameters:
  ///   - model: the path of the `.xcdatamodeld`; upgrades go to its current version.
  ///   - custom: upgrades with a mapping model of the app's, as pairs of versions: nothing is predicted of
  ///     them.
  ///   - samples: the bytes of one cell for each transformable attribute whose values cannot be made up.
  ///   - stores: the paths of stores of the app, of any version, which tell names of tables that cannot be
  ///     predicted; they are only read.
  ///   - label: what reports and cases call the app.
  ///   - create: makes an empty store of an old version, and closes it; needed only where the names in a
  ///     store cannot be predicted. `nil`: empty stores are made from the model alone.
  ///   - open: opens a store as the app does, and closes it again; called once at a time, each time with a
  ///     new path. What it throws is a finding.
  /// - Throws: `InputError` for a model that cannot be read.
  public static func coreDataFiles(
    _ model: String, custom: [(from: UInt64, to: UInt64)] = [],
    samples: [PropertyPath: Data] = [:], namesFrom stores: [String] = [],
    label: String = "the app",
    create: (@Sendable (_ version: UInt64, _ file: URL) async throws -> Void)? = nil,
    open: @escaping @Sendable (URL) async throws -> Void
  ) throws -> StoreFileSubject {
    let bundles = try CoreDataBundleReader.read(path: model)
    guard let bundle = bundles.first, bundles.count == 1 else {
      throw InputError(
        file: model, problem: "there are several models",
        remedy: "name one of " + bundles.map(\.path).joined(separator: ", "))
    }
    let hops = custom.map { InferenceMatrix.Hop(from: $0.from, to: $0.to) }
    return try StoreFileSubject.coreData(
      bundle, bundle.history(custom: Set(hops)), samples: samples.mapValues { Array($0) },
      namesFrom: stores, upgrade: .closure(label: label, open), end: bundle.current, create: create)
  }

  /// The same for versions that are written in Swift, such as those of a SwiftData plan:
  ///
  ///     try await verifyMigrations(
  ///       of: .coreDataFiles(trips) { file in
  ///         _ = try ModelContainer(
  ///           for: Schema(versionedSchema: TripsSchemaV2.self), migrationPlan: TripsPlan.self,
  ///           configurations: [ModelConfiguration(url: file)])
  ///       })
  ///
  /// The stages of a plan run one by one in one opening, and so does what is predicted.
  ///
  /// - Parameters:
  ///   - history: with Core Data's rules.
  ///   - samples: as above.
  ///   - stores: as above.
  ///   - label: what reports and cases call the app.
  ///   - create: as above.
  ///   - open: as above.
  /// - Throws: `InputError` for a history with other rules.
  public static func coreDataFiles(
    _ history: History, samples: [PropertyPath: Data] = [:], namesFrom stores: [String] = [],
    label: String = "the app",
    create: (@Sendable (_ version: UInt64, _ file: URL) async throws -> Void)? = nil,
    open: @escaping @Sendable (URL) async throws -> Void
  ) throws -> StoreFileSubject {
    try StoreFileSubject.coreData(
      try CoreDataBundle(history), history, samples: samples.mapValues { Array($0) },
      namesFrom: stores, upgrade: .closure(label: label, open), end: nil, create: create)
  }
}

extension StoreFileSubject {
  /// - Parameters:
  ///   - history: of the bundle.
  ///   - end: the version that the app upgrades to; `nil`: the last.
  package static func coreData(
    _ bundle: CoreDataBundle, _ history: History, samples: [PropertyPath: [UInt8]] = [:],
    given: [StoreTemplate] = [], namesFrom stores: [String] = [], upgrade: AppUpgrade, end: UInt64?,
    create: (@Sendable (_ version: UInt64, _ file: URL) async throws -> Void)? = nil
  ) throws -> StoreFileSubject {
    var make: (@Sendable (UInt64, URL) throws -> Void)?
    if let create {
      let upgrade = AppUpgrade.stoppingClosure { file, version in try await create(version, file) }
      make = { version, file in try upgrade.run(file, version) }
    }
    let format = try CoreDataFileFormat(
      bundle, samples: samples, given: given, namesFrom: stores, create: make)
    let custom = history.customHops
    var subject = StoreFileSubject(
      history, format: format, upgrade: upgrade, end: end, predicts: true,
      // A mapping model fills a new store, in which objects get new keys.
      keepsKeys: custom.isEmpty && history.mappingPlans.isEmpty
    ) { from, to in
      custom.contains(InferenceMatrix.Hop(from: from, to: to))
    }
    subject.stops = { history.stops(from: $0, to: $1) }
    return subject.markingCalls()
  }
}

extension CoreDataBundle {
  /// The versions of a history as those of a model.
  ///
  /// - Throws: `InputError` for a history with other rules.
  package init(_ history: History) throws {
    guard history.engine == .coredata else {
      throw InputError(
        file: "", problem: "\(history.name) has other rules than Core Data's",
        remedy: "only histories of Core Data can be written as its stores")
    }
    self.init(
      name: history.name, path: history.name,
      versions: history.stages.map { stage in
        CoreDataVersion(
          number: stage.number, name: stage.label ?? "\(stage.number)", model: stage.coreDataModel)
      }, current: nil)
  }
}
