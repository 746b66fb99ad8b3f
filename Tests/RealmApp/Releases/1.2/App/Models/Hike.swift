import Foundation
import RealmSwift

enum HikeKind: String, PersistableEnum {
  case walk, tour
  case climb = "alpine"
}

class Hike: Object {
  @Persisted(primaryKey: true) var id = UUID().uuidString
  @Persisted var title: String
  @Persisted var distance: Double
  @Persisted var note: String?
  /// As the user typed it.
  @Persisted var minutes: String?
  @Persisted var rating: Int?
  @Persisted var places: List<Place>
  @Persisted var kind: HikeKind = .tour
  @Persisted var tags: MutableSet<String>
}
