#if RealmImport
  extension DeclarationIndex {
    /// The type of a property that is declared by its value alone; `nil`: it takes a compiler to say.
    func type(
      of initial: SourceExpression, in scope: [String], depth: Int = 0
    ) -> TypeReference? {
      guard depth < 20 else { return nil }
      switch initial {
      case .bool: return .named("Bool")
      case .integer: return .named("Int")
      case .real: return .named("Double")
      case .string, .interpolation: return .named("String")
      case .sum(let terms), .arithmetic(let terms, _):
        let types = terms.map { type(of: $0, in: scope, depth: depth + 1) }
        let known: [TypeReference] = [.named("String"), .named("Int"), .named("Double")]
        guard let first = types.first, let first, known.contains(first),
          types.allSatisfy({ $0 == first })
        else { return nil }
        return first
      case .call(let path, let generic, let arguments):
        return type(ofCall: path, generic, arguments, in: scope)
      case .name(let path): return type(ofName: path, in: scope, depth: depth)
      case .member(let base, "lowercased()"), .member(let base, "uppercased()"):
        let text = TypeReference.named("String")
        return type(of: base, in: scope, depth: depth + 1) == text ? text : nil
      case .member(let base, "addingTimeInterval()"):
        let date = TypeReference.named("Date")
        return type(of: base, in: scope, depth: depth + 1) == date ? date : nil
      case .member(let base, let name): return Self.type(ofMember: name, of: base)
      default: return nil
      }
    }

    private func type(ofName path: [String], in scope: [String], depth: Int) -> TypeReference? {
      if let found = enumerationCase(.name(path), of: nil, in: scope) {
        return .named(found.type, arguments: [])
      }
      if path.last == "rawValue",
        let found = enumerationCase(.name(Array(path.dropLast())), of: nil, in: scope)
      {
        return rawType(of: found.type)
      }
      // Date.now, Int.max
      if path.count == 2, StoredTypes.scalars[path[0]] != nil,
        Self.ownConstants.contains(path[1]),
        case .foreign = meaning(of: .named(path[0]), in: scope)
      {
        return .named(path[0])
      }
      guard let constant = constant(path, in: scope) else { return nil }
      return constant.type ?? type(of: constant.expression, in: constant.scope, depth: depth + 1)
    }

    /// Constants of a type that have this type.
    private static let ownConstants: Set = [
      "now", "distantPast", "distantFuture", "max", "min", "zero", "infinity", "nan", "pi",
    ]

    private static func type(ofMember name: String, of base: SourceExpression) -> TypeReference? {
      guard case .call(let path, _, _) = base else { return nil }
      return switch (path.last ?? "", name) {
      case ("UUID", "uuidString"), ("NSUUID", "uuidString"): .named("String")
      case ("ObjectId", "stringValue"), ("generate", "stringValue"): .named("String")
      case ("Date", let name) where name.hasPrefix("timeInterval"): .named("Double")
      default: nil
      }
    }

    private func type(
      ofCall path: [String], _ generic: [TypeReference], _ arguments: [SourceExpression.Argument],
      in scope: [String]
    ) -> TypeReference? {
      var path = path
      if path.count == 3, Array(path.dropFirst()) == ["now", "addingTimeInterval"] {
        path.removeLast(2)
      }
      if path.last == "init" || path.last == "generate" { path.removeLast() }
      guard let last = path.last, let initial = last.first, initial.isUppercase else { return nil }
      // LinkingObjects(fromType: Person.self, property: "dogs")
      if last == "LinkingObjects", generic.isEmpty,
        case .name(let origin)? = arguments.first?.value,
        origin.count > 1, origin.last == "self"
      {
        return .named(path, arguments: [.named(Array(origin.dropLast()), arguments: [])])
      }
      if last == "Optional", generic.count == 1 { return .optional(generic[0]) }
      return .named(path, arguments: generic)
    }
  }
#endif
