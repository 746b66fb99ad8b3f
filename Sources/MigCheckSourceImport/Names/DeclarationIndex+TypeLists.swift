#if RealmImport
  /// The types that an expression such as `[Dog.self, Person.self]` lists.
  struct TypeList: Equatable {
    /// Those that the app declares, in the order of the list.
    var paths = [[String]]()
    /// Others, as they are written.
    var foreign = [String]()

    fileprivate mutating func add(_ other: TypeList) {
      paths += other.paths
      foreign += other.foreign
    }
  }

  extension DeclarationIndex {
    /// - Parameter orInitial: whether lists count that stand in variables.
    /// - Returns: `nil` if it is not a list of types.
    func typeList(
      _ expression: SourceExpression, in scope: [String], orInitial: Bool = false, depth: Int = 0
    ) -> TypeList? {
      guard depth < 20 else { return nil }
      var list = TypeList()
      switch expression {
      case .array(let elements):
        for element in elements {
          guard
            let one = listedType(element, in: scope, orInitial: orInitial, depth: depth + 1)
          else { return nil }
          list.add(one)
        }
      case .sum(let terms):
        for term in terms {
          guard let part = typeList(term, in: scope, orInitial: orInitial, depth: depth + 1)
          else { return nil }
          list.add(part)
        }
      case .name(let path):
        guard let constant = constant(path, in: scope, orInitial: orInitial) else { return nil }
        return typeList(
          constant.expression, in: constant.scope, orInitial: orInitial, depth: depth + 1)
      default: return nil
      }
      return list
    }

    /// `Dog.self`, or a constant that holds it.
    func listedType(
      _ expression: SourceExpression, in scope: [String], orInitial: Bool = false, depth: Int = 0
    ) -> TypeList? {
      guard depth < 20, case .name(let path) = expression else { return nil }
      guard path.count > 1, path.last == "self" else {
        return constant(path, in: scope, orInitial: orInitial).flatMap {
          listedType($0.expression, in: $0.scope, orInitial: orInitial, depth: depth + 1)
        }
      }
      // `self.Dog.self` and `Self.Dog.self` are types inside of the one around.
      var name = Array(path.dropLast())
      if name.count > 1, ["self", "Self"].contains(name[0]) { name.removeFirst() }
      if case .declared(let declared) = meaning(of: .named(name, arguments: []), in: scope) {
        return TypeList(paths: [declared])
      }
      return TypeList(foreign: [name.joined(separator: ".")])
    }
  }
#endif
