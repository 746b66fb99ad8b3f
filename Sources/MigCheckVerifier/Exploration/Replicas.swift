import MigCheckModel

/// The stores of one graph, one of each kind, that go through the versions in lock-step.
///
/// The first one leads: its states and snapshots are the ones that are looked at; the others must
/// be in equal states.
struct Replicas {
  var entries: [OwnedStore]

  var leader: OwnedStore { entries[0] }

  func fork() throws -> Replicas { Replicas(entries: try entries.map { try $0.fork() }) }
}
