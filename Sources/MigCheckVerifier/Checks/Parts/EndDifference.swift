import MigCheckModel

/// One place where two ends differ that should be equal: an example, and how often the same holds.
package struct EndDifference: Sendable, Codable {
  package var kind: GraphDifference.Kind
  package var type: Name
  package var property: Name?
  package var object: Int64?
  package var count = 1
  /// The value at the first end, or whether the object is there; `nil`: there is nothing to show.
  package var first: String?
  /// Likewise at the other end.
  package var second: String?

  package init(
    _ kind: GraphDifference.Kind, type: Name, property: Name? = nil, object: Int64? = nil,
    count: Int = 1, first: String? = nil, second: String? = nil
  ) {
    self.kind = kind
    self.type = type
    self.property = property
    self.object = object
    self.count = count
    self.first = first
    self.second = second
  }

  /// Whether one end has an object that the other one lacks.
  var isPresence: Bool { kind == .objectMissing || kind == .objectAdded }

  /// What tells it from others in the names of case files: that a value differs goes without saying.
  var label: String? { kind == .valueDiffers ? nil : kind.rawValue }

  /// `Person.email depends`, or that the presence of objects does.
  ///
  /// - Parameter place: the type or the property, as sentences name it.
  func dependent(_ place: String) -> String {
    isPresence ? "Which objects of type \(place) there are depends" : "\(place) depends"
  }
}

extension GraphDifference.Kind: Codable {}
