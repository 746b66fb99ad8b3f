import Foundation
import RealmSwift

class Place: Object {
  @Persisted(indexed: true) var title: String
  @Persisted var latitude: Double
  @Persisted var longitude: Double
  @Persisted(originProperty: "places") var hikes: LinkingObjects<Hike>
  /// Found again by the map, and not kept.
  var isSelected = false
}
