import MigCheckModel

/// One type in all versions. What hazards ask of it again for each start version is found out once.
struct TypeHistory {
  let name: Name
  /// The numbers of the versions.
  let numbers: [UInt64]
  /// By version; `nil`: it does not have the type.
  let types: [ObjectType?]
  /// By version: the stored properties by name.
  private let stored: [[Name: Property]]
  /// Properties that are there, then not, then there again.
  let returning: [Name]
  /// The last version without a property.
  private let lastWithout: [Name: Int]
  /// The last version after which a property is another one, or is gone.
  private let lastChange: [Name: Int]

  /// - Complexity: O(*n* · *m*) in the number of versions and of names that properties have.
  init(_ name: Name, in versions: [SubjectVersion]) {
    self.name = name
    numbers = versions.map(\.number)
    let types = versions.map { $0.schema.type(named: name) }
    self.types = types
    func properties(_ list: [Property]?) -> [Name: Property] {
      Dictionary((list ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let stored = types.map { properties($0?.storedProperties) }
    let all = types.map { properties($0?.properties) }
    self.stored = stored
    var names = [Name]()
    var seen = Set<Name>()
    for type in types {
      for property in type?.storedProperties ?? [] where seen.insert(property.name).inserted {
        names.append(property.name)
      }
    }
    returning = names.filter { name in Self.gap(stored.map { $0[name] != nil }) != nil }
    var (lastWithout, lastChange) = ([Name: Int](), [Name: Int]())
    for name in names {
      lastWithout[name] = stored.lastIndex { $0[name] == nil }
      lastChange[name] = all.indices.dropLast().last { place in
        guard let old = all[place][name], let new = all[place + 1][name] else { return true }
        return old != new
      }
    }
    (self.lastWithout, self.lastChange) = (lastWithout, lastChange)
  }

  func property(_ name: Name, at version: Int) -> Property? { stored[version][name] }

  /// Whether all versions from one on have a stored property of a name.
  func keeps(_ name: Name, from start: Int) -> Bool {
    lastWithout[name].map { $0 < start } ?? true
  }

  /// The stored properties that are the same in all versions from one on.
  func unchanged(from start: Int) -> [Name] {
    (types[start]?.storedProperties ?? []).map(\.name).filter { name in
      lastChange[name].map { $0 < start } ?? true
    }
  }

  /// The place of the first that is there again after one that is not, after one that is.
  static func gap(_ isThere: some RandomAccessCollection<Bool>) -> Int? {
    guard let first = isThere.firstIndex(of: true),
      let gone = isThere[first...].firstIndex(of: false),
      let back = isThere[gone...].firstIndex(of: true)
    else { return nil }
    return isThere.distance(from: isThere.startIndex, to: back)
  }
}
