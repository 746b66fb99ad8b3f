import MigCheckModel
import MigCheckText

/// A property of an object that links lead to, as an expression names it: `old.address.city`; or how
/// many elements a collection has: `old.dogs.count`.
///
/// To everybody who compiles the expression it is one more property of the object, with a name
/// that has points in it. It is null where one of the links is.
package struct LinkPath: Sendable, Equatable {
  /// What expressions see: under the name `address.city`, and always optional.
  package let property: Property
  /// The property of the object itself, then one of each object that a link leads to.
  let names: [Name]
  /// Whether the elements of the last property are counted; a link counts as 1, or as 0 if it is null.
  let counts: Bool

  /// A path that an expression names and that leads nowhere.
  package struct Problem: Sendable, Equatable {
    /// Such as `address.zip`, without `old` or `new`.
    package let name: String
    let isOld: Bool
    /// A sentence.
    package let message: String
  }

  /// What a path comes to.
  ///
  /// - Parameters:
  ///   - first: gives a value of the object itself.
  ///   - next: gives a value of the object that a link, or an embedded object, stands for.
  package func value(
    first: (Name) throws -> Value, next: (_ link: Value, Name) throws -> Value
  ) rethrows -> Value {
    var value = try first(names[0])
    for name in names.dropFirst() {
      switch value {
      case .link, .embedded: value = try next(value, name)
      default: return .null
      }
    }
    return counts ? .int(Int64(value.elementCount)) : value
  }
}

extension Value {
  /// How many elements a collection has; of a link 1, of null 0.
  fileprivate var elementCount: Int {
    switch self {
    case .null: 0
    case .list(let elements), .set(let elements): elements.count
    case .dictionary(let entries): entries.count
    default: 1
    }
  }
}

// MARK: - Finding them

/// The paths that expressions name on one side of an upgrade.
package struct LinkPaths: Sendable, Equatable {
  package private(set) var paths: [LinkPath] = []
  package private(set) var problems: [LinkPath.Problem] = []

  /// None.
  package init() {}

  /// - Parameters:
  ///   - isOld: whether paths begin with `old`, else with `new`.
  ///   - properties: those of the object; `nil`: there is no such object.
  ///   - types: gives the stored properties of a type on this side.
  package init(
    in expressions: [SQLExpression], isOld: Bool, properties: [Property]?,
    types: (Name) -> [Property]?
  ) {
    guard let properties else { return }
    for expression in expressions {
      for chain in expression.linkChains(of: isOld ? "old" : "new") {
        let name = Self.joined(chain)
        guard !paths.contains(where: { $0.property.name == Name(name) }),
          !problems.contains(where: { $0.name.isIdentical(to: name) })
        else { continue }
        switch Self.resolve(chain, properties, isOld ? "old" : "new", types) {
        case .success(let path): paths.append(path)
        case .failure(let problem):
          problems.append(
            LinkPath.Problem(name: name, isOld: isOld, message: problem.message))
        }
      }
    }
  }

  static func joined(_ chain: [String]) -> String { chain.joined(separator: ".") }

  private struct Unresolved: Error {
    let message: String
  }

  private static func resolve(
    _ chain: [String], _ properties: [Property], _ side: String, _ types: (Name) -> [Property]?
  ) -> Result<LinkPath, Unresolved> {
    var known = properties
    var type: Name?
    for (place, text) in chain.enumerated() {
      let isLast = place == chain.count - 1
      let shown = ([side] + chain[...place]).joined(separator: ".")
      guard let property = known.first(where: { $0.name == Name(text) }) else {
        if isLast, place > 0, text.isIdentical(to: "count") { break }
        let owner = type.map { "\($0) has no property \(text)" } ?? "there is no property \(text)"
        return .failure(Unresolved(message: "\(owner), as in \(shown)"))
      }
      if isLast { return .success(path(chain, to: property)) }
      let countsNext =
        place == chain.count - 2 && chain[place + 1].isIdentical(to: "count")
      let target = property.type == .object ? property.objectType.flatMap(types) : nil
      if property.collection == nil, let target {
        if countsNext, !target.contains(where: { $0.name == "count" }) {
          return .success(count(chain))
        }
        (known, type) = (target, property.objectType)
      } else if property.collection != nil {
        guard countsNext else {
          return .failure(
            Unresolved(
              message:
                "\(text) is \(UpgradeError.kind(of: property)), of which expressions can read "
                + "\(shown).count"))
        }
        return .success(count(chain))
      } else {
        return .failure(
          Unresolved(message: "\(text) is no link, so \(shown) has no properties"))
      }
    }
    return .failure(Unresolved(message: "\(joined(chain)) leads nowhere"))
  }

  private static func path(_ chain: [String], to property: Property) -> LinkPath {
    var seen = property
    seen.name = Name(joined(chain))
    seen.isOptional = true
    seen.isIndexed = false
    seen.defaultValue = nil
    return LinkPath(property: seen, names: chain.map { Name($0) }, counts: false)
  }

  private static func count(_ chain: [String]) -> LinkPath {
    LinkPath(
      property: Property(joined(chain), .int, optional: true),
      names: chain.dropLast().map { Name($0) }, counts: true)
  }
}

extension SQLExpression {
  /// The names behind `old` or `new` and a point, where there are two or more.
  fileprivate func linkChains(of side: String) -> [[String]] {
    guard mayFollowLinks else { return [] }
    let tokens = tokens
    var chains = [[String]]()
    var position = 0
    while position + 4 < tokens.count {
      let end = tokens.endOfPath(from: position)
      if end - position >= 5,
        tokens[position].token.columnName?.lowercasedASCII.isIdentical(to: side) ?? false
      {
        chains.append(
          stride(from: position + 2, to: end, by: 2).compactMap { tokens[$0].token.columnName })
      }
      position = max(end, position + 1)
    }
    return chains
  }
}
