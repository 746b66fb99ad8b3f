import MigCheckModel

/// The stores of one graph, one of each kind, that go through the versions in lock-step.
///
/// The first one leads: its states and snapshots are the ones that are looked at; the others must
/// be in equal states.
struct Replicas {
  struct Entry {
    var kind: StoreKind
    var store: any SubjectStore
    /// The folder of a store's files; `nil` for one in memory and for a fork.
    var folder: String?
  }

  var entries: [Entry]

  var leader: Entry { entries[0] }

  func fork() throws -> Replicas {
    var forks = Replicas(entries: [])
    do {
      for entry in entries {
        forks.entries.append(Entry(kind: entry.kind, store: try entry.store.fork(), folder: nil))
      }
    } catch {
      for entry in forks.entries { entry.store.discard() }
      throw error
    }
    return forks
  }
}
