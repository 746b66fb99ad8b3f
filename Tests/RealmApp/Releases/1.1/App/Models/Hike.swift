import Foundation
import RealmSwift

class Hike: Object {
  @objc dynamic var id = UUID().uuidString
  @objc dynamic var title = ""
  @objc dynamic var distance = 0.0
  @objc dynamic var note: String?
  /// As the user typed it.
  @objc dynamic var minutes: String?
  let rating = RealmOptional<Int>()
  let places = List<Place>()

  override static func primaryKey() -> String? { "id" }
}
