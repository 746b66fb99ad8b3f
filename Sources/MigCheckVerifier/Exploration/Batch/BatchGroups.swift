import MigCheckModel

/// Divides trials into batches.
///
/// Which trials run together changes no report, so the groups depend on nothing but what runs at a
/// time.
struct BatchGroups {
  /// A larger graph gains little: most of its cost is its own objects, and not that of the tables.
  private static let mostObjectsOfOne = 300
  private static let mostObjectsOfOnePerType = 8
  /// Bounds the memory of a batch.
  private static let mostObjects = 2000
  private static let mostTrials = 128

  private struct Group {
    var start: Int
    var itinerary: Itinerary
    /// See `TrialPlan.Trial`.
    var surplusStore: Int?
    var members: [Int] = []
    var objects = 0
    /// By type.
    var counts: [Int]
    /// By the place among what is unique: the values that the objects have.
    var values: [Set<[KeyValue]>]
  }

  private var groups: [Group] = []

  /// The places of trials that run together, two at least.
  var members: [[Int]] { groups.map(\.members).filter { $0.count > 1 } }

  /// - Parameters:
  ///   - rules: by start version.
  ///   - surplusRules: by start version, those of trials that do not run in batches.
  ///   - limit: how many objects of a type the store of a batch may hold.
  /// - Complexity: O(*n* · *m*) in the numbers of objects and of batches.
  init(
    _ trials: [TrialPlan.Trial], rules: [BatchRules?], surplusRules: [SurplusRules?], limit: Int
  ) {
    for (place, trial) in trials.enumerated() {
      let isBatch = rules[trial.start] != nil
      guard let unique = Self.unique(trial, rules[trial.start], surplusRules[trial.start])
      else { continue }
      let objects = trial.graph.totalObjectCount
      let counts = trial.graph.tables.map(\.count)
      let mostObjects = max(Self.mostObjectsOfOne, Self.mostObjectsOfOnePerType * counts.count)
      let values = unique.compactMap { $0.values(in: trial.graph) }
      guard objects <= mostObjects, values.count == unique.count else { continue }
      let known = groups.firstIndex { group in
        group.start == trial.start && group.surplusStore == trial.surplusStore
          && group.itinerary == trial.itinerary && group.members.count < Self.mostTrials
          && group.objects + objects <= Self.mostObjects
          && (!isBatch || zip(group.counts, counts).allSatisfy { $0 + $1 <= limit })
          && zip(group.values, values).allSatisfy { $0.isDisjoint(with: $1) }
      }
      let group =
        known
        ?? {
          groups.append(
            Group(
              start: trial.start, itinerary: trial.itinerary, surplusStore: trial.surplusStore,
              counts: counts.map { _ in 0 }, values: values.map { _ in [] }))
          return groups.count - 1
        }()
      groups[group].members.append(place)
      groups[group].objects += objects
      for (type, count) in counts.enumerated() { groups[group].counts[type] += count }
      for (place, own) in values.enumerated() { groups[group].values[place].formUnion(own) }
    }
  }

  /// What must differ from object to object in a store that a trial shares; `nil`: it shares none.
  private static func unique(
    _ trial: TrialPlan.Trial, _ rules: BatchRules?, _ surplus: SurplusRules?
  ) -> [UniqueColumns]? {
    guard let rules else { return trial.surplusStore == nil ? nil : surplus?.unique }
    guard case .all = trial.stores else { return nil }
    if case .replay = trial.origin { return nil }
    return rules.unique
  }
}
