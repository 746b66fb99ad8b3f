import Foundation
import MigCheck
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckRealmEngine
import MigCheckStores
import MigCheckVerifier

// Measures one thing and prints one figure; scripts/bench runs it beside what it is compared with.
//
//   migcheck-bench trials HISTORY TRIALS JOBS [KIND]   trials a second, both stores or one kind
//   migcheck-bench hops memory|file COUNT CONTACTS     milliseconds for a single upgrade
//   migcheck-bench chain VERSIONS TRIALS          milliseconds for one trial of a long chain
//   migcheck-bench coredata VERSIONS TRIALS       seconds and memory for all paths of a model
//   migcheck-bench million memory|file OBJECTS    seconds for both hops, peak memory in MiB
//   migcheck-bench compare SHAPE OBJECTS [RUNS]   processor seconds to compare a graph with a
//                                                 shuffled copy, the best of some runs; memory
//   migcheck-bench realm-file [OBJECTS]           seconds to write and to read a Realm file, and
//                                                 as a ratio to copying the objects into SQLite
//   migcheck-bench shrink                         evaluations that shrinking takes
//   migcheck-bench detection [SEEDS]              share of mistakes found within so many trials
//   migcheck-bench false-positives [COUNT]        findings in trials of correct histories

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = DispatchTime.now().uptimeNanoseconds
  try body()
  return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}

func rounded(_ value: Double, _ digits: Int) -> String {
  let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
  return String((value * scale).rounded() / scale)
}

func resourceUsage() -> rusage {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #endif
  return usage
}

/// In MiB.
func peakMemory() -> Int { peakBytes() / 1_048_576 }

func peakBytes() -> Int {
  #if canImport(Darwin)
    return resourceUsage().ru_maxrss
  #else
    return resourceUsage().ru_maxrss * 1024
  #endif
}

/// Seconds that a processor was busy, so that other work on the machine counts little.
func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  func used() -> Double {
    let usage = resourceUsage()
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
  let start = used()
  try body()
  return used() - start
}

/// A history that adds one property to one type with every version.
func chain(_ versions: Int) -> History {
  History("Chain of \(versions)") {
    for number in 1...UInt64(versions) {
      Version(number) {
        ObjectType("Item", ["name": .string, "p\(number / 2)": .int])
      } migration: { migration in
        migration.enumerateObjects(ofType: "Item") { _, new in
          new?["p\(number / 2)"] = 1
        }
      }
    }
  }
}

func chain(_ versions: Int, trials: Int) throws {
  let history = chain(versions)
  let first = history.versions[0]
  let last = history.versions[versions - 1]
  var graph = ObjectGraph(schema: first.schema)
  for index in 0..<3 { graph.append([.string("\(index)"), .int(0)], type: 0) }
  let options = VerificationOptions(from: first.number, to: last.number, trials: 0)
  let time = try seconds {
    for _ in 0..<trials { try Verifier(history, options: options).runTrial(graph, at: 1) }
  }
  let paths = try history.pathCount(from: 1, to: last.number) ?? 0
  print("\(rounded(time / Double(trials) * 1000, 1)) ms a trial, \(paths) paths in all")
}

/// The example of Realm's documentation: a full name, then an age in words.
let person = History(
  name: "Person",
  stages: [
    stage(
      1, [Property("firstName", .string), Property("lastName", .string), Property("age", .int)]),
    stage(
      2, [Property("fullName", .string), Property("age", .int)],
      set: .init("fullName", "old.firstName || ' ' || old.lastName")),
    stage(
      3, [Property("fullName", .string), Property("age", .string)],
      set: .init("age", "CAST(old.age AS TEXT)")),
  ])

func stage(
  _ number: UInt64, _ properties: [Property], set assignment: MigrationStep.Assignment? = nil
) -> HistoryVersion {
  HistoryVersion(
    number: number, schema: Schema([ObjectType("Person", properties)]),
    steps: assignment.map {
      [MigrationStep(.enumerate(type: "Person", where: nil, set: [$0], delete: false))]
    } ?? [])
}

func million(_ kind: StoreKind, objects: Int) throws {
  let folder = try ScratchDirectory()
  defer { folder.remove() }
  let store: any Store =
    switch kind {
    case .memory: MemoryStore()
    case .file: try FileStore.create(at: folder.path + "/person.store")
    }
  defer { store.discard() }
  let first = person.stages[0]
  try RealmRules(schema: first.schema, version: first.number).create(store) {
    for index in 0..<objects {
      _ = try store.create(
        in: 0,
        values: [
          ("firstName", .string("first\(index)")), ("lastName", .string("last\(index)")),
          ("age", .int(Int64(index % 100))),
        ])
    }
  }
  let evaluator = try ExpressionEvaluator()
  let time = try seconds {
    for stage in person.stages.dropFirst() {
      try RealmRules(schema: stage.schema, version: stage.number).open(
        store, steps: [VersionSteps(version: stage.number, steps: stage.steps)],
        evaluator: { evaluator })
    }
  }
  print("\(rounded(time, 2)) s for both hops, peak memory \(peakMemory()) MiB")
}

/// Graphs of which every object looks like every other, so that links alone tell them apart.
enum ComparedShape: String {
  /// Three links from each object to any others.
  case random
  /// Each object links to the next.
  case chain
  /// Objects in rings of ten, each ring like every other.
  case components

  /// Where the links of an object lead: two single ones, then those of a list.
  func links(of object: Int, count: Int) -> (Int?, Int?, [Int]) {
    switch self {
    case .random:
      var source = RandomSource(seed: UInt64(object))
      return (source.below(count), source.below(count), [source.below(count)])
    case .chain: return (object + 1 < count ? object + 1 : nil, nil, [])
    case .components:
      let first = object / 10 * 10
      return (first + (object + 1) % 10, first + (object + 3) % 10, [])
    }
  }

  /// - Parameter order: the objects in the order of their rows.
  func graph(_ order: [Int]) -> ObjectGraph {
    var rows = Array(repeating: 0, count: order.count)
    for (row, object) in order.enumerated() { rows[object] = row }
    func link(_ object: Int) -> Value { .link(ObjectReference(type: 0, index: rows[object])) }
    var graph = ObjectGraph(
      schema: Schema([
        ObjectType(
          "Node",
          [
            Property("value", .int), Property.link("first", to: "Node"),
            Property.link("second", to: "Node"), Property.list("others", of: "Node"),
          ])
      ]))
    for object in order {
      let (first, second, others) = links(of: object, count: order.count)
      graph.append(
        [
          .int(0), first.map(link) ?? .null, second.map(link) ?? .null, .list(others.map(link)),
        ], type: 0)
    }
    return graph
  }
}

func compare(_ shape: ComparedShape, objects: Int, runs: Int) {
  var order = Array(0..<objects)
  let first = shape.graph(order)
  var source = RandomSource(seed: 1)
  source.shuffle(&order)
  let second = shape.graph(order)
  let graphs = peakBytes()
  var best = Double.infinity
  var isEqual = true
  for _ in 0..<runs {
    best = min(
      best,
      processorSeconds {
        if case .equal = GraphComparison.compare(first, second) { return }
        isEqual = false
      })
  }
  let peak = peakBytes()
  print(
    "\(rounded(best, 3)) s for \(objects) objects with \(first.linkCount) links "
      + "(\(isEqual ? "equal" : "NOT EQUAL")), peak memory \(peak / 1_048_576) MiB, bytes an object: "
      + "\(graphs / objects) for the graphs and \((peak - graphs) / objects) for comparing")
}

_ = ProcessTuning.apply()
let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("trials", 5): try trials(arguments[2], count: Int(arguments[3])!, jobs: Int(arguments[4])!)
case ("trials", 6):
  try trials(
    arguments[2], count: Int(arguments[3])!, jobs: Int(arguments[4])!,
    stores: [StoreKind(rawValue: arguments[5])!])
case ("hops", 5):
  try hops(StoreKind(rawValue: arguments[2])!, count: Int(arguments[3])!, history: arguments[4])
case ("hops", 6):
  try hops(
    StoreKind(rawValue: arguments[2])!, count: Int(arguments[3])!, history: arguments[4],
    graphs: Int(arguments[5])!)
case ("coredata", 4): try agedModel(versions: Int(arguments[2])!, trials: Int(arguments[3])!)
case ("chain", 4): try chain(Int(arguments[2])!, trials: Int(arguments[3])!)
case ("compare", 4), ("compare", 5):
  compare(
    ComparedShape(rawValue: arguments[2])!, objects: Int(arguments[3])!,
    runs: arguments.count == 5 ? Int(arguments[4])! : 1)
case ("million", 4): try million(StoreKind(rawValue: arguments[2])!, objects: Int(arguments[3])!)
case ("realm-file", 2): try realmFile(objects: 100_000)
case ("realm-file", 3): try realmFile(objects: Int(arguments[2])!)
case ("shrink", 2): shrink()
case ("detection", 2): try detection(seeds: 30)
case ("detection", 3): try detection(seeds: Int(arguments[2])!)
case ("false-positives", 2): try falsePositives(count: 100_000)
case ("false-positives", 3): try falsePositives(count: Int(arguments[2])!)
default:
  print("usage: migcheck-bench trials HISTORY TRIALS JOBS [memory|file] | chain VERSIONS TRIALS")
  print("       | hops memory|file COUNT CONTACTS [GRAPHS]")
  print("       | million memory|file OBJECTS | compare random|chain|components OBJECTS [RUNS]")
  print("       | realm-file [OBJECTS]")
  print("       | shrink | detection [SEEDS] | false-positives [COUNT]")
  exit(64)
}
