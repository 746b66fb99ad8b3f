import MigCheckHistory
import MigCheckModel

// A SwiftData plan, written as a history:
//
//     let trips = History(plan: "Trips") {
//       ModelVersion("1.0.0") {
//         ModelEntity("Trip", ["name": .string, "begin": .date])
//       }
//       ModelVersion("2.0.0") {
//         ModelEntity("Trip", originalNames: ["start": "begin"], ["name": .string, "start": .date])
//       }
//     }

/// One `VersionedSchema` of a SwiftData plan, with the stage that leads into it: `.lightweight`
/// unless it has a closure, which makes it a `.custom` one.
public struct ModelVersion: Sendable {
  var identifier: String
  var entities: [ModelEntity]
  var stage: CoreDataStage?
  var drops: [PropertyPath]
  var invariants: [HistoryInvariant]
  var source: SourcePlace

  /// A version that a lightweight stage leads into.
  ///
  /// - Parameters:
  ///   - identifier: its `versionIdentifier`, such as `"1.0.0"`, as reports show it.
  ///   - drops: data that this version drops on purpose.
  ///   - invariants: what must hold of every object in a store that has just reached this version.
  ///   - models: the `@Model` types of this version.
  public init(
    _ identifier: String, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<ModelEntity> models: () -> [ModelEntity]
  ) {
    (self.identifier, entities, self.drops, self.invariants) = (
      identifier, models(), drops, invariants
    )
    source = SourcePlace(file: fileID, line: line)
  }

  /// A version that a custom stage leads into: `MigrationStage.custom`.
  ///
  /// - Parameters:
  ///   - willMigrate: runs on the store as it was, before the mapping.
  ///   - didMigrate: runs after it.
  public init(
    _ identifier: String, drops: [PropertyPath] = [], invariants: [HistoryInvariant] = [],
    fileID: String = #fileID, line: Int = #line,
    @History.Builder<ModelEntity> models: () -> [ModelEntity],
    willMigrate: (@Sendable (CoreDataMigration) throws -> Void)? = nil,
    didMigrate: (@Sendable (CoreDataMigration) throws -> Void)?
  ) {
    self.init(
      identifier, drops: drops, invariants: invariants, fileID: fileID, line: line, models: models)
    stage = CoreDataStage(willMigrate: willMigrate, didMigrate: didMigrate)
  }
}

/// A `@Model` type of one version, or an entity of a Core Data model.
public struct ModelEntity: Sendable {
  var entity: CoreDataEntity

  /// - Parameters:
  ///   - originalName: what the type was called before.
  ///   - originalNames: what properties were called before, by their names now: `@Attribute(
  ///     originalName:)`.
  ///   - inverses: the property of the other type that leads back, by the name of the relationship.
  ///   - unique: properties whose values together are unique: `#Unique`, `@Attribute(.unique)`.
  ///   - properties: as in other histories; `.set(of: "Stop")` is an array of models, which has no
  ///     order, `.link(to: "Trip")` a model or nil.
  public init(
    _ name: String, originalName: String? = nil, originalNames: [String: String] = [:],
    inverses: [String: String] = [:], unique: [[String]] = [],
    _ properties: ObjectType.Properties...
  ) {
    let type = ObjectType(name, properties: properties)
    let model = CoreDataModel(schema: Schema([type]))
    entity = model.entities[0]
    entity.renamingIdentifier = originalName.map { Name($0) }
    entity.uniquenessConstraints = unique.map { $0.map { Name($0) } }
    for index in entity.attributes.indices {
      let name = entity.attributes[index].name.text
      entity.attributes[index].renamingIdentifier = originalNames[name].map { Name($0) }
    }
    for index in entity.relationships.indices {
      let name = entity.relationships[index].name.text
      entity.relationships[index].renamingIdentifier = originalNames[name].map { Name($0) }
      entity.relationships[index].inverse = inverses[name].map { Name($0) }
    }
  }
}

extension History {
  /// A SwiftData plan: versions in the order of its `schemas`, numbered from 1.
  ///
  /// As in SwiftData, lightweight stages in a row are one migration, which must be inferable as a whole,
  /// and a custom stage is one of its own.
  ///
  /// - Parameters:
  ///   - name: the name of the store, as reports show it; random graphs depend on it.
  ///   - ignoring: properties that comparisons leave out, `"Trip.updatedAt"`.
  public init(
    plan name: String, ignoring: [PropertyPath] = [],
    @History.Builder<ModelVersion> versions: () -> [ModelVersion]
  ) {
    let stages = versions().enumerated().map { index, version in
      let model = CoreDataModel(entities: version.entities.map(\.entity))
      var stage = HistoryVersion(
        number: UInt64(index + 1), schema: model.schema, drops: version.drops,
        invariants: version.invariants)
      stage.coreData = model
      stage.label = version.identifier
      stage.source = version.source
      if let custom = version.stage {
        var step = MigrationStep(.code(MigrationBlock(for: .coredata, custom)))
        step.source = version.source
        stage.steps = [step]
      }
      return stage
    }
    self.init(name: name, engine: .coredata, stages: stages, ignoring: ignoring)
    isPlan = true
  }
}

/// What a custom stage does beside the mapping.
struct CoreDataStage: Sendable {
  var willMigrate: (@Sendable (CoreDataMigration) throws -> Void)?
  var didMigrate: (@Sendable (CoreDataMigration) throws -> Void)?
}
