import Foundation
import RealmSwift

class Place: Object {
  @objc dynamic var title = ""
  @objc dynamic var latitude = 0.0
  @objc dynamic var longitude = 0.0
  let hikes = LinkingObjects(fromType: Hike.self, property: "places")
  /// Found again by the map, and not kept.
  @objc dynamic var isSelected = false

  override static func indexedProperties() -> [String] { ["title"] }
  override static func ignoredProperties() -> [String] { ["isSelected"] }
}
