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
    var members: [Int] = []
    var objects = 0
    /// By type.
    var counts: [Int]
    /// By the place in `unique`: the values that the objects have.
    var values: [Set<KeyValue>]
  }

  private var groups: [Group] = []

  /// The places of trials that run together, two at least.
  var members: [[Int]] { groups.map(\.members).filter { $0.count > 1 } }

  /// - Parameters:
  ///   - rules: by start version.
  ///   - limit: how many objects of a type a store may hold.
  /// - Complexity: O(*n* · *m*) in the numbers of objects and of batches.
  init(_ trials: [TrialPlan.Trial], rules: [BatchRules?], limit: Int) {
    for (place, trial) in trials.enumerated() {
      guard let rules = rules[trial.start], case .all = trial.stores else { continue }
      if case .replay = trial.origin { continue }
      let objects = trial.graph.totalObjectCount
      let counts = trial.graph.tables.map(\.count)
      let mostObjects = max(Self.mostObjectsOfOne, Self.mostObjectsOfOnePerType * counts.count)
      guard objects <= mostObjects, let values = Self.values(of: trial.graph, rules)
      else { continue }
      let known = groups.firstIndex { group in
        group.start == trial.start
          && group.itinerary == trial.itinerary && group.members.count < Self.mostTrials
          && group.objects + objects <= Self.mostObjects
          && zip(group.counts, counts).allSatisfy { $0 + $1 <= limit }
          && zip(group.values, values).allSatisfy { $0.isDisjoint(with: $1) }
      }
      let group =
        known
        ?? {
          groups.append(
            Group(
              start: trial.start, itinerary: trial.itinerary, counts: counts.map { _ in 0 },
              values: values.map { _ in [] }))
          return groups.count - 1
        }()
      groups[group].members.append(place)
      groups[group].objects += objects
      for (type, count) in counts.enumerated() { groups[group].counts[type] += count }
      for (place, own) in values.enumerated() { groups[group].values[place].formUnion(own) }
    }
  }

  /// The values of the properties that must differ from object to object.
  ///
  /// - Returns: `nil` if they do not differ within the graph.
  private static func values(of graph: ObjectGraph, _ rules: BatchRules) -> [Set<KeyValue>]? {
    var result = [Set<KeyValue>]()
    for place in rules.unique {
      let values = graph.tables[place.type].columns[place.column].map(KeyValue.init)
      let own = Set(values)
      guard own.count == values.count else { return nil }
      result.append(own)
    }
    return result
  }
}
