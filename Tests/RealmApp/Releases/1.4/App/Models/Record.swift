import Foundation
import RealmSwift

/// What has an identity of its own.
class Record: Object {
  @Persisted(primaryKey: true) var id = UUID().uuidString
}
