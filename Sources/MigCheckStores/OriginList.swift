/// The keys of the objects that link to one object, in the order of a `LinkOrder`, which knows at any time
/// whether that is the order of the keys.
struct OriginList: Sendable {
  private(set) var keys: [Int64] = []
  /// How many keys follow a greater one.
  private var descents = 0

  init() {}

  init(_ keys: [Int64]) {
    self.keys = keys
    descents = keys.indices.dropFirst().count { isDescent(at: $0) }
  }

  var isByKey: Bool { descents == 0 }

  mutating func append(_ key: Int64) {
    keys.append(key)
    if isDescent(at: keys.count - 1) { descents += 1 }
  }

  /// Removes links that go one after the other.
  ///
  /// - Complexity: O(*n* + *m*), as long as no object links often to the same one.
  mutating func remove(_ removed: [Int64]) {
    guard removed.count == 1 else {
      if !removed.isEmpty { self = OriginList(LinkOrder.removing(removed, from: keys)) }
      return
    }
    guard let place = keys.firstIndex(of: removed[0]), let last = keys.last else { return }
    let end = keys.count - 1
    if isDescent(at: end) { descents -= 1 }
    keys.removeLast()
    guard place < end else { return }
    let around = place...min(place + 1, end - 1)
    descents -= around.count { isDescent(at: $0) }
    keys[place] = last
    descents += around.count { isDescent(at: $0) }
  }

  private func isDescent(at place: Int) -> Bool { place > 0 && keys[place - 1] > keys[place] }
}
