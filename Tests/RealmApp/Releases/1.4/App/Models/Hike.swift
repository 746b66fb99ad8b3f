import Foundation
import RealmSwift

enum HikeKind: String, PersistableEnum {
  case walk, tour
  case climb = "alpine"
}

class Hike: Record {
  @Persisted var title: String
  @Persisted var distance: Double
  @Persisted var note: String?
  @Persisted var minutes: Int
  @Persisted var rating: Int?
  @Persisted var places: List<Place>
  @Persisted var kind: HikeKind = .tour
  @Persisted var tags: MutableSet<String>
  @Persisted var photos: List<Photo>
}
