import MigCheckModel

/// The objects that link to one object by way of one property, where they do not stand in the order
/// of their keys.
///
/// Every table of a target notes who links to its objects, in the order in which the links were
/// made. A link that goes leaves its place to the last one. The order shows when an object with
/// several links is copied for each of them.
///
/// Source: realm-core `src/realm/array_backlink.cpp`.
package struct LinkOrder: Sendable, Equatable {
  /// The property that links.
  package var property: PropertyPlace
  package var target: Int64
  /// The keys of the objects that link; one that links several times is there as often.
  package var origins: [Int64]

  package init(property: PropertyPlace, target: Int64, origins: [Int64]) {
    self.property = property
    self.target = target
    self.origins = origins
  }

  /// A list of origins without some links that go one after the other.
  ///
  /// - Complexity: O(*n* + *m*), as long as no object links often to the same one.
  static func removing(_ removed: [Int64], from list: [Int64]) -> [Int64] {
    if removed.count >= list.count { return [] }
    var list = list
    // An object at a time, as steps write them: to look through the list is less work than to index it.
    if removed.count <= 4 {
      for origin in removed {
        guard let place = list.firstIndex(of: origin), let last = list.popLast() else { continue }
        if place < list.count { list[place] = last }
      }
      return list
    }
    var places: [Int64: [Int]] = [:]
    for (place, origin) in list.enumerated() { places[origin, default: []].append(place) }
    for origin in removed {
      // The first entry of the object gives way, whichever of its links it was made for.
      guard var own = places[origin], let place = own.min(), let last = list.popLast() else {
        continue
      }
      own.removeAll { $0 == place }
      places[origin] = own
      guard place < list.count else { continue }
      list[place] = last
      places[last]?.removeAll { $0 == list.count }
      places[last, default: []].append(place)
    }
    return list
  }

  static func isByKey(_ origins: [Int64]) -> Bool {
    zip(origins, origins.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Puts the links to one object, which stand in the order of keys and positions, into an order of
  /// origins. Each object's links keep their own order.
  static func arrange(_ links: [IncomingLink], by origins: [Int64]) -> [IncomingLink] {
    var waiting: [Int64: [IncomingLink]] = [:]
    for link in links.reversed() { waiting[Int64(link.origin.index), default: []].append(link) }
    let arranged = origins.compactMap { waiting[$0]?.popLast() }
    assert(arranged.count == links.count, "an order that is not of these links")
    return arranged.count == links.count ? arranged : links
  }
}
