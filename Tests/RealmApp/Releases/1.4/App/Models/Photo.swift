import Foundation
import RealmSwift

class Photo: EmbeddedObject {
  @Persisted var file: String
  @Persisted var takenAt: Date?
  #if DEBUG
    @Persisted var debugInfo: String?
  #endif
}
