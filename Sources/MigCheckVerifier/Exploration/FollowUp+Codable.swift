import MigCheckModel

extension FollowUp.Change: Codable {
  private enum CodingKeys: String, CodingKey {
    case order, place, type, edit
  }

  private enum Order: String, Codable {
    case reversed, rotated
  }

  /// Where the added objects stand, of those of their type.
  private enum Place: String, Codable {
    case first, last, around
  }

  /// Writes the members that reports and shards have for a change.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .reversed: try container.encode(Order.reversed, forKey: .order)
    case .rotated: try container.encode(Order.rotated, forKey: .order)
    case .object(let type, let isFirst):
      try container.encode(isFirst ? Place.first : .last, forKey: .place)
      try container.encode(type, forKey: .type)
    case .edited(let edit): try container.encode(edit, forKey: .edit)
    case .group: try container.encode(Place.around, forKey: .place)
    }
  }

  /// Reads the members that `encode(to:)` writes; throws if there is no known change.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decodeIfPresent(Order.self, forKey: .order) {
    case .reversed: self = .reversed
    case .rotated: self = .rotated
    case nil:
      if let edit = try container.decodeIfPresent(FollowUp.Edit.self, forKey: .edit) {
        self = .edited(edit)
        return
      }
      let place = try container.decode(Place.self, forKey: .place)
      if place == .around {
        self = .group
      } else {
        self = .object(
          type: try container.decode(Name.self, forKey: .type), isFirst: place == .first)
      }
    }
  }
}
