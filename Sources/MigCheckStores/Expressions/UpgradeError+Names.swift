import MigCheckModel
import MigCheckText

extension UpgradeError {
  /// The error of an expression whose result a property should get.
  package func about(_ property: Name) -> UpgradeError {
    guard code == .expressionError, self.property == nil else { return self }
    return UpgradeError(code, message, type: type, property: property)
  }

  /// The error of an expression that names what it cannot read, with its code and a sentence that
  /// says why.
  func explained(in scope: ExpressionEvaluator.Scope) -> UpgradeError {
    let missing = "no such column: "
    guard code == .expressionError, message.hasPrefix(missing) else { return self }
    // Newer versions of SQLite give advice behind it.
    let name = String(message.dropFirst(missing.count)).strippingAdvice
    for (object, properties) in [("old.", scope.old), ("new.", scope.new)]
    where name.lowercasedASCII.hasPrefix(object) {
      let property = String(name.dropFirst(object.count))
      return UpgradeError(
        .noSuchProperty,
        Self.reason(Name(property), among: (properties ?? []) + scope.computed) ?? missing + name,
        type: type, property: Name(property))
    }
    let all = (scope.old ?? []) + (scope.new ?? []) + scope.computed
    if let point = name.firstIndex(of: "."),
      let link = all.first(where: { $0.name == Name(String(name[..<point])) }), link.isLink
    {
      return UpgradeError(
        code, "\(name) begins with a link: write old.\(name) or new.\(name)", type: type,
        property: property)
    }
    return UpgradeError(
      code, Self.reason(Name(name), among: all) ?? missing + name, type: type, property: property)
  }

  private static func reason(_ name: Name, among properties: [Property]) -> String? {
    if let property = properties.first(where: { $0.name == name }),
      !ValueConversion.isReadable(property)
    {
      let what = "\(name) is \(kind(of: property)), and expressions cannot read links and objects"
      if property.type == .linkingObjects { return what }
      return property.collection == nil
        ? "\(what); write old.\(name).… for a property of the object, and old.\(name).count = 0 for none"
        : "\(what); old.\(name).count is their number"
    }
    let lowered = name.text.lowercasedASCII
    guard
      let twin = properties.first(where: {
        $0.name.text.lowercasedASCII.isIdentical(to: lowered) && $0.name != name
      })
    else { return nil }
    return "there is no property \(name), but \(twin.name): names are exact in expressions, too"
  }

  /// Such as `a list of Dog`.
  static func kind(of property: Property) -> String {
    let target = property.objectType.map(\.text) ?? property.type.rawValue
    if property.type == .linkingObjects { return "the linking objects of \(target)" }
    switch property.collection {
    case .list: return "a list of \(target)"
    case .set: return "a set of \(target)"
    case .dictionary: return "a dictionary of \(target)"
    case nil: return property.isLink ? "a link to \(target)" : target
    }
  }
}

extension String {
  /// `"aeg" - should this be a string literal in single-quotes?` → `aeg`
  fileprivate var strippingAdvice: String {
    guard hasPrefix("\""), let end = dropFirst().ranges(of: "\" - should ").first?.lowerBound
    else {
      return self
    }
    return String(self[index(after: startIndex)..<end])
  }
}
