import MigCheckCoreData

/// The objects of an archive that `NSKeyedArchiver` writes: a binary list of objects that refer to each
/// other by their places in it.
struct KeyedArchive {
  /// One object of the archive.
  enum Value {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case object(Object)
    /// Whatever else an archive may hold.
    case other
  }

  struct Object {
    var className: String
    fileprivate let archive: KeyedArchive
    fileprivate let fields: [String: Int]

    /// What an object holds by a name; `nil`: nothing.
    subscript(field: String) -> Value? { fields[field].flatMap { archive.value($0) } }

    /// The elements, if it is an array.
    var elements: [Value]? {
      guard className == "NSArray" || className == "NSMutableArray",
        let field = fields["NS.objects"], case .array(let places)? = archive.list[field]
      else { return nil }
      let elements = places.compactMap { archive.value($0) }
      return elements.count == places.count ? elements : nil
    }
  }

  private let list: BinaryList
  /// The numbers of the objects, by their places.
  private let places: [Int]
  private let top: Int

  /// - Returns: `nil` for bytes that are no such archive.
  init?(_ bytes: [UInt8]) {
    guard let list = BinaryList(bytes),
      let archive = Self.fields(list.top, in: list),
      let objects = archive["$objects"], case .array(let places)? = list[objects],
      let roots = archive["$top"].flatMap({ Self.fields($0, in: list) }), let top = roots["root"]
    else { return nil }
    (self.list, self.places, self.top) = (list, places, top)
  }

  var root: Value? { value(top) }

  private static func fields(_ object: Int, in list: BinaryList) -> [String: Int]? {
    guard case .dictionary(let entries)? = list[object] else { return nil }
    var fields = [String: Int]()
    for entry in entries {
      guard case .text(let key)? = list[entry.key] else { return nil }
      fields[key] = entry.value
    }
    return fields
  }

  private func value(_ number: Int) -> Value? {
    // A reference leads to an object, which is never a reference itself.
    guard let object = list[number] else { return nil }
    guard case .reference(let place) = object else { return scalar(object) }
    guard places.indices.contains(place), let target = list[places[place]] else { return nil }
    if place == 0 { return .null }
    guard case .dictionary = target else { return scalar(target) }
    return self.object(places[place])
  }

  private func scalar(_ object: BinaryList.Object) -> Value {
    switch object {
    case .bool(let flag): .bool(flag)
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text)
    default: .other
    }
  }

  private func object(_ number: Int) -> Value? {
    guard let fields = Self.fields(number, in: list), let kind = fields["$class"],
      case .reference(let place)? = list[kind], places.indices.contains(place),
      let names = Self.fields(places[place], in: list),
      let name = names["$classname"], case .text(let className)? = list[name]
    else { return nil }
    return .object(Object(className: className, archive: self, fields: fields))
  }
}
