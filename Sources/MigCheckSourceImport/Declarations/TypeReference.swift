#if RealmImport
  /// A type as source code names it.
  indirect enum TypeReference: Equatable, Sendable {
    /// `Realm.Configuration`, `List<Dog>`: the parts of the name, and the arguments of the last one.
    /// `[Dog]` and `[String: Dog]` are `Array<Dog>` and `Dictionary<String, Dog>`.
    case named([String], arguments: [TypeReference])
    case optional(TypeReference)
    /// Any other type, as it is written.
    case other(String)

    static func named(_ name: String) -> TypeReference { .named([name], arguments: []) }

    /// As it would be written in source code.
    var text: String {
      switch self {
      case .named(["Array"], let arguments) where arguments.count == 1:
        return "[\(arguments[0].text)]"
      case .named(["Dictionary"], let arguments) where arguments.count == 2:
        return "[\(arguments[0].text): \(arguments[1].text)]"
      case .named(let path, let arguments):
        let base = path.joined(separator: ".")
        return arguments.isEmpty
          ? base : "\(base)<\(arguments.map(\.text).joined(separator: ", "))>"
      case .optional(let wrapped): return wrapped.text + "?"
      case .other(let text): return text
      }
    }
  }
#endif
