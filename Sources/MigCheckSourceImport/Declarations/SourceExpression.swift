#if RealmImport
  /// An expression of source code, as far as schemas need to understand it.
  indirect enum SourceExpression: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a point or an exponent, as it is written, without underscores.
    case real(String)
    /// A literal without interpolation.
    case string(String)
    case array([SourceExpression])
    case dictionary([Pair])
    /// `maximum`, `Kind.open`, `Dog.self`; the first part is empty where one is left out: `.open`.
    case name([String])
    /// `List<Dog>()`: what is called, the generic arguments of its last part, and the arguments.
    case call([String], generic: [TypeReference], arguments: [Argument])
    /// `UUID().uuidString`: a property of what an expression gives; with parentheses, a function of it.
    case member(SourceExpression, String)
    /// `#keyPath(Person.id)` and `\Person.id`: the name of the property; with those of the values in
    /// which it stands, `\.home.city`.
    case keyPath([String])
    /// A closure, of whose code nothing is read.
    case closure
    /// A text literal with interpolation.
    case interpolation
    /// `a + b`
    case sum([SourceExpression])
    /// Terms with other arithmetic operators between them, such as `60 * 60`; one operator fewer than
    /// terms.
    case arithmetic([SourceExpression], operators: [String])
    /// Any other expression, as it is written.
    case other(String)

    struct Argument: Equatable, Sendable {
      var label: String?
      var value: SourceExpression
    }

    struct Pair: Equatable, Sendable {
      var key: SourceExpression
      var value: SourceExpression
    }
  }
#endif
