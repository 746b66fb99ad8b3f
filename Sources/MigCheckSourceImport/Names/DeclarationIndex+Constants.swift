#if RealmImport
  import MigCheckModel

  extension DeclarationIndex {
    /// An expression, and the path of the type around the place where it stands.
    struct Placed {
      var expression: SourceExpression
      var scope: [String]
      /// The type that is written beside it.
      var type: TypeReference?
      /// Where it is declared; `nil`: it is part of something else.
      var place: SourcePlace?
    }

    /// The value of a constant, or of a computed property that returns one expression.
    ///
    /// What may be changed while the app runs has none.
    ///
    /// - Parameter orInitial: whether the value counts that a variable begins with.
    func constant(
      _ path: [String], in scope: [String], orInitial: Bool = false
    ) -> Placed? {
      guard let name = path.last else { return nil }
      if path.count > 1 {
        guard let owner = self.owner(Array(path.dropLast()), in: scope) else { return nil }
        return member(name, of: owner, orInitial)
      }
      for length in stride(from: scope.count, to: 0, by: -1) {
        if let value = member(name, of: Array(scope.prefix(length)), orInitial) { return value }
      }
      let global = globals.first { $0.name == name }
      return global?.value(orInitial).map {
        Placed(expression: $0, scope: [], type: global?.type, place: global?.place)
      }
    }

    func member(
      _ name: String, of owner: [String], _ orInitial: Bool = false
    ) -> Placed? {
      for part in parts(of: owner) {
        if let property = part.properties.first(where: { $0.name == name }) {
          return property.value(orInitial).map {
            Placed(expression: $0, scope: owner, type: property.type, place: property.place)
          }
        }
      }
      return nil
    }

    /// The type that the first parts of a name lead to.
    private func owner(_ path: [String], in scope: [String]) -> [String]? {
      guard path[0] != "" else { return nil }
      if path == ["Self"] || path == ["self"] { return scope }
      if case .declared(let owner) = meaning(of: .named(path, arguments: []), in: scope) {
        return owner
      }
      return nil
    }

    /// The value of an expression that is a whole number.
    func integer(_ expression: SourceExpression, in scope: [String], depth: Int = 0) -> Int64? {
      guard depth < 20 else { return nil }
      switch expression {
      case .integer(let value): return value
      case .sum(let terms):
        var sum: Int64 = 0
        for term in terms {
          guard let value = integer(term, in: scope, depth: depth + 1) else { return nil }
          let (next, overflow) = sum.addingReportingOverflow(value)
          guard !overflow else { return nil }
          sum = next
        }
        return sum
      case .arithmetic(let terms, let operators):
        return arithmetic(terms, operators, in: scope, depth: depth)
      case .call(let path, _, let arguments):
        guard path.count == 1, ["UInt64", "Int", "UInt", "UInt32", "Int64"].contains(path[0]),
          arguments.count == 1
        else { return nil }
        return integer(arguments[0].value, in: scope, depth: depth + 1)
      case .member(.name(let path), "rawValue"):
        // Of `Version.allCases.last!`.
        guard let cases = allCases(Array(path.dropLast()), in: scope),
          let name = path.last == "last"
            ? cases.names.last : path.last == "first" ? cases.names.first : nil,
          let raw = rawValue(of: name, in: cases.type)
        else { return nil }
        return integer(raw, in: cases.type, depth: depth + 1)
      case .name(let path):
        if path.last == "count", let cases = allCases(Array(path.dropLast()), in: scope) {
          return Int64(cases.names.count)
        }
        if path.last == "rawValue",
          let found = enumerationCase(.name(Array(path.dropLast())), of: nil, in: scope),
          let raw = rawValue(of: found.name, in: found.type)
        {
          return integer(raw, in: found.type, depth: depth + 1)
        }
        guard let constant = constant(path, in: scope) else { return nil }
        return integer(constant.expression, in: constant.scope, depth: depth + 1)
      default: return nil
      }
    }

    /// The value of `MaterialDesignIcons.count / 1000 - 5`, as Swift computes whole numbers.
    private func arithmetic(
      _ terms: [SourceExpression], _ operators: [String], in scope: [String], depth: Int
    ) -> Int64? {
      let values = terms.compactMap { integer($0, in: scope, depth: depth + 1) }
      guard values.count == terms.count, var product = values.first else { return nil }
      var sum: Int64 = 0
      for (symbol, value) in zip(operators, values.dropFirst()) {
        let result: (partialValue: Int64, overflow: Bool)
        switch symbol {
        case "*": result = product.multipliedReportingOverflow(by: value)
        case "/": result = product.dividedReportingOverflow(by: value)
        case "%": result = product.remainderReportingOverflow(dividingBy: value)
        default:
          let (next, overflow) = sum.addingReportingOverflow(product)
          guard !overflow, value != .min else { return nil }
          sum = next
          result = (symbol == "-" ? -value : value, false)
        }
        guard !result.overflow else { return nil }
        product = result.partialValue
      }
      let (total, overflow) = sum.addingReportingOverflow(product)
      return overflow ? nil : total
    }

    /// The value of an expression that is a text, such as the name of a property.
    func text(_ expression: SourceExpression, in scope: [String], depth: Int = 0) -> String? {
      guard depth < 20 else { return nil }
      switch expression {
      case .string(let text): return text
      case .keyPath(let names): return names.count == 1 ? names[0] : nil
      case .name(let path):
        if path.last == "rawValue",
          let found = enumerationCase(.name(Array(path.dropLast())), of: nil, in: scope),
          let raw = rawValue(of: found.name, in: found.type)
        {
          return text(raw, in: found.type, depth: depth + 1)
        }
        return constant(path, in: scope).flatMap {
          text($0.expression, in: $0.scope, depth: depth + 1)
        }
      default: return nil
      }
    }

    // MARK: Enumerations

    /// The case that an expression names.
    ///
    /// - Parameter expected: the enumeration that `.open` belongs to; `nil`: not known.
    func enumerationCase(
      _ expression: SourceExpression, of expected: [String]?, in scope: [String], depth: Int = 0
    ) -> (type: [String], name: String)? {
      guard depth < 20, case .name(let path) = expression, let name = path.last else { return nil }
      let owner =
        path.count == 2 && path[0] == ""
        ? expected
        : path.count > 1 ? self.owner(Array(path.dropLast()), in: scope) : nil
      if let owner {
        if parts(of: owner).contains(where: { $0.cases.contains { $0.name == name } }) {
          return (owner, name)
        }
        guard let constant = member(name, of: owner) else { return nil }
        return enumerationCase(
          constant.expression, of: owner, in: constant.scope, depth: depth + 1)
      }
      guard let constant = constant(path, in: scope) else { return nil }
      return enumerationCase(
        constant.expression, of: expected, in: constant.scope, depth: depth + 1)
    }

    /// The cases of `Version.allCases`, where the language makes it.
    private func allCases(
      _ path: [String], in scope: [String]
    ) -> (type: [String], names: [String])? {
      guard path.count > 1, path.last == "allCases",
        let owner = owner(Array(path.dropLast()), in: scope), let type = type(at: owner),
        type.kind == .enumeration, constant(path, in: scope) == nil
      else { return nil }
      return (owner, type.cases.map(\.name))
    }

    /// The type of an enumeration's raw values.
    func rawType(of path: [String]) -> TypeReference? {
      guard let type = type(at: path), type.kind == .enumeration, let first = type.inherited.first,
        case .foreign(let name, let arguments) = meaning(of: first, in: Array(path.dropLast())),
        arguments.isEmpty
      else { return nil }
      return .named(name, arguments: [])
    }

    /// The raw value of a case, written or implied.
    func rawValue(of name: String, in path: [String]) -> SourceExpression? {
      guard let type = type(at: path), let raw = rawType(of: path) else { return nil }
      var next: Int64? = 0
      for one in type.cases {
        let value: SourceExpression?
        if let written = one.raw {
          value = written
        } else if raw == .named("String") {
          value = .string(one.name)
        } else {
          value = next.map { .integer($0) }
        }
        if one.name == name { return value }
        if case .integer(let number)? = value {
          next = number == .max ? nil : number + 1
        } else {
          next = nil
        }
      }
      return nil
    }
  }

  extension PropertyDeclaration {
    /// What the property always has; `nil`: it may change, or is not one expression.
    ///
    /// - Parameter orInitial: whether what a variable begins with counts.
    func value(_ orInitial: Bool = false) -> SourceExpression? {
      isComputed ? result : isConstant || orInitial ? initial : nil
    }
  }
#endif
