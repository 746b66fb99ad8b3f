import MigCheckCoreData

/// Keyed archives of values that hold nothing, for transformable attributes.
enum KeyedArchive {
  /// What is safe to store for an attribute: an empty array, dictionary or text, by the class that it
  /// declares.
  ///
  /// - Returns: `nil` for another class, or a transformer of the app's: no value can be made up.
  static func emptyValue(of attribute: CoreDataAttribute) -> [UInt8]? {
    guard isArchived(attribute.valueTransformer), let name = attribute.className else { return nil }
    switch plainName(name) {
    case "NSArray": return object([("NS.objects", .array([]))], classes: ["NSArray"])
    case "NSDictionary":
      return object(
        [("NS.keys", .array([])), ("NS.objects", .array([]))], classes: ["NSDictionary"])
    case "NSString": return archive([.text("")])
    default: return nil
    }
  }

  /// Whether a transformer stores keyed archives: the default, and Foundation's own.
  private static func isArchived(_ transformer: String?) -> Bool {
    switch transformer {
    case nil, "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
      "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformer":
      true
    default: false
    }
  }

  /// `NSArray` of `NSArray<NSString>` and `[String]`.
  private static func plainName(_ name: String) -> String {
    if name.hasPrefix("[") { return name.contains(":") ? "NSDictionary" : "NSArray" }
    return String(name.prefix { $0 != "<" })
  }

  private static func object(
    _ entries: [(key: String, value: BinaryPropertyList)], classes: [String]
  ) -> [UInt8] {
    let names = (classes + ["NSObject"]).map(BinaryPropertyList.text)
    return archive([
      .dictionary(entries + [("$class", .reference(2))]),
      .dictionary([("$classes", .array(names)), ("$classname", names[0])]),
    ])
  }

  private static func archive(_ objects: [BinaryPropertyList]) -> [UInt8] {
    BinaryPropertyList.dictionary([
      ("$archiver", .text("NSKeyedArchiver")), ("$version", .integer(100_000)),
      ("$top", .dictionary([("root", .reference(1))])),
      ("$objects", .array([.text("$null")] + objects)),
    ]).bytes
  }
}
