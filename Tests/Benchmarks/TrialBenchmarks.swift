import MigCheck
import MigCheckHistory
import MigCheckModel
import MigCheckVerifier

/// Trials of a history that passes, in some kinds of store.
func trials(
  _ path: String, count: Int, jobs: Int, stores: [StoreKind] = StoreKind.allCases
) throws {
  let history = try History(contentsOf: path)
  var options = VerificationOptions(trials: 0, jobs: jobs)
  options.stores = stores
  // What a run does beside its random trials.
  var (baseTime, baseProcessor) = (0.0, 0.0)
  baseTime = try seconds {
    baseProcessor = try processorSeconds { _ = try Verifier(history, options: options).run() }
  }
  options.trials = count
  var report: Report?
  var processor = 0.0
  let time = try seconds {
    processor = try processorSeconds { report = try Verifier(history, options: options).run() }
  }
  guard let report, report.verdict == .passed else {
    throw VerificationError(.invalidOption, "the history does not pass")
  }
  let each = (processor - baseProcessor) / Double(count)
  print(
    "\(rounded(Double(count) / (time - baseTime), 0)) trials a second "
      + "(\(report.upgrades) upgrades), \(rounded(each * 1000, 3)) ms of a processor for each")
}

/// One hop of Contacts, 1 → 3, over and over: copied, upgraded, closed and opened, read, removed.
func hops(_ kind: StoreKind, count: Int, history path: String, graphs: Int = 1) throws {
  let history = try History(contentsOf: path)
  let folder = try ScratchDirectory()
  defer { folder.remove() }
  let schema = history.versions[0].schema
  var graph = ObjectGraph(schema: schema)
  for (type, declared) in schema.types.enumerated() {
    for row in 0..<6 * graphs {
      graph.append(
        declared.storedProperties.map { property in
          switch (property.collection, property.type) {
          case (.list?, _): .list([.link(ObjectReference(type: 1, index: row))])
          case (_, .object): .link(ObjectReference(type: 2, index: row))
          case (_, .int): .int(Int64(row))
          default: .string("\(row)")
          }
        }, type: type)
    }
  }
  let store = try history.makeStore(kind, at: 1, holding: graph, in: folder.path)
  defer { store.discard() }
  let time = try processorSeconds {
    for _ in 0..<count {
      let fork = try store.fork()
      _ = try fork.upgrade(to: 3)
      _ = try fork.reopen()
      _ = try fork.state()
      fork.discard()
    }
  }
  print("\(rounded(time / Double(count) * 1000, 4)) ms of a processor for a hop")
}
