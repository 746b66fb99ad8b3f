#if RealmImport
  import SwiftParser
  import SwiftSyntax

  extension TypeReference {
    init(_ syntax: TypeSyntax) {
      if let optional = syntax.as(OptionalTypeSyntax.self) {
        self = .optional(TypeReference(optional.wrappedType))
      } else if let optional = syntax.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        self = .optional(TypeReference(optional.wrappedType))
      } else if let attributed = syntax.as(AttributedTypeSyntax.self) {
        self = TypeReference(attributed.baseType)
      } else if let tuple = syntax.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.firstName == nil
      {
        self = TypeReference(element.type)
      } else if let array = syntax.as(ArrayTypeSyntax.self) {
        self = .named(["Array"], arguments: [TypeReference(array.element)])
      } else if let dictionary = syntax.as(DictionaryTypeSyntax.self) {
        self = .named(
          ["Dictionary"],
          arguments: [TypeReference(dictionary.key), TypeReference(dictionary.value)])
      } else if let name = syntax.as(IdentifierTypeSyntax.self) {
        self = .make([name.name.text], name.genericArgumentClause)
      } else if let member = syntax.as(MemberTypeSyntax.self),
        case .named(let path, let arguments) = TypeReference(member.baseType), arguments.isEmpty
      {
        self = .make(path + [member.name.text], member.genericArgumentClause)
      } else {
        self = .other(syntax.trimmedDescription)
      }
    }

    private static func make(
      _ path: [String], _ clause: GenericArgumentClauseSyntax?
    ) -> TypeReference {
      let arguments = clause?.arguments.map { argument in
        TypeReference.reading(argument.argument)
      }
      let names = path.map(\.withoutBackticks)
      if let arguments, names.last == "Optional", arguments.count == 1 {
        return .optional(arguments[0])
      }
      return .named(names, arguments: arguments ?? [])
    }

    private static func reading(_ argument: GenericArgumentSyntax.Argument) -> TypeReference {
      if case .type(let type) = argument { return TypeReference(type) }
      return .other(argument.trimmedDescription)
    }
  }

  extension String {
    /// A name without the backticks that mark it as no keyword.
    var withoutBackticks: String {
      count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
  }

  extension SourceExpression {
    init(_ syntax: ExprSyntax) {
      self = Self.literal(syntax) ?? Self.composed(syntax) ?? .other(syntax.trimmedDescription)
    }

    private static func literal(_ syntax: ExprSyntax) -> SourceExpression? {
      if syntax.is(NilLiteralExprSyntax.self) { return .null }
      if let bool = syntax.as(BooleanLiteralExprSyntax.self) {
        return .bool(bool.literal.tokenKind == .keyword(.true))
      }
      if let integer = syntax.as(IntegerLiteralExprSyntax.self) {
        return number(integer.literal.text, isNegative: false)
      }
      if let real = syntax.as(FloatLiteralExprSyntax.self) {
        return .real(real.literal.text.filter { $0 != "_" })
      }
      if let text = syntax.as(StringLiteralExprSyntax.self) {
        return text.representedLiteralValue.map { .string($0) } ?? .interpolation
      }
      if let prefix = syntax.as(PrefixOperatorExprSyntax.self) {
        let sign = prefix.operator.text
        guard sign == "-" || sign == "+" else { return nil }
        if let integer = prefix.expression.as(IntegerLiteralExprSyntax.self) {
          return number(integer.literal.text, isNegative: sign == "-")
        }
        if let real = prefix.expression.as(FloatLiteralExprSyntax.self) {
          return .real((sign == "-" ? "-" : "") + real.literal.text.filter { $0 != "_" })
        }
      }
      return nil
    }

    private static func number(_ literal: String, isNegative: Bool) -> SourceExpression? {
      var digits = literal.filter { $0 != "_" }[...]
      var radix = 10
      for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
        digits = digits.dropFirst(2)
        radix = base
      }
      return Int64((isNegative ? "-" : "") + digits, radix: radix).map { .integer($0) }
    }

    private static func composed(_ syntax: ExprSyntax) -> SourceExpression? {
      if let array = syntax.as(ArrayExprSyntax.self) {
        return .array(array.elements.map { SourceExpression($0.expression) })
      }
      if let dictionary = syntax.as(DictionaryExprSyntax.self) {
        guard case .elements(let elements) = dictionary.content else { return .dictionary([]) }
        return .dictionary(
          elements.map { Pair(key: SourceExpression($0.key), value: SourceExpression($0.value)) })
      }
      if let tuple = syntax.as(TupleExprSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.label == nil
      {
        return SourceExpression(element.expression)
      }
      if let forced = syntax.as(ForceUnwrapExprSyntax.self) {
        return SourceExpression(forced.expression)
      }
      if let tried = syntax.as(TryExprSyntax.self), tried.questionOrExclamationMark?.text == "!" {
        return SourceExpression(tried.expression)
      }
      if let macro = syntax.as(MacroExpansionExprSyntax.self), macro.macroName.text == "keyPath",
        let argument = macro.arguments.first?.expression, let name = path(argument)?.last
      {
        return .keyPath([name])
      }
      if let keyPath = syntax.as(KeyPathExprSyntax.self) { return self.keyPath(keyPath) }
      if syntax.is(ClosureExprSyntax.self) { return .closure }
      if let sequence = syntax.as(SequenceExprSyntax.self) { return sum(sequence) }
      if let call = syntax.as(FunctionCallExprSyntax.self) { return self.call(call) }
      if let path = path(syntax) { return .name(path) }
      guard let member = syntax.as(MemberAccessExprSyntax.self), let base = member.base else {
        return nil
      }
      return .member(SourceExpression(base), member.declName.baseName.text.withoutBackticks)
    }

    /// `\Dog.name`, `\App.Dog.home.city`: what follows the names of types.
    private static func keyPath(_ syntax: KeyPathExprSyntax) -> SourceExpression? {
      var names = [String]()
      for component in syntax.components {
        switch component.component {
        case .property(let property):
          let name = property.declName.baseName.text.withoutBackticks
          let isType = names.isEmpty && syntax.root != nil && name.first?.isUppercase == true
          if !isType || component == syntax.components.last { names.append(name) }
        case .optional: continue
        default: return nil
        }
      }
      return names.isEmpty ? nil : .keyPath(names)
    }

    private static func sum(_ sequence: SequenceExprSyntax) -> SourceExpression? {
      var terms = [SourceExpression]()
      var operators = [String]()
      for element in sequence.elements {
        if let symbol = element.as(BinaryOperatorExprSyntax.self) {
          let name = symbol.operator.text
          guard ["+", "-", "*", "/", "%"].contains(name) else { return nil }
          operators.append(name)
        } else {
          terms.append(SourceExpression(element))
        }
      }
      guard operators.count == terms.count - 1 else { return nil }
      return operators.allSatisfy { $0 == "+" }
        ? .sum(terms) : .arithmetic(terms, operators: operators)
    }

    private static func call(_ call: FunctionCallExprSyntax) -> SourceExpression? {
      var callee = call.calledExpression
      var generic = [TypeReference]()
      if let special = callee.as(GenericSpecializationExprSyntax.self) {
        callee = special.expression
        let clause = special.genericArgumentClause
        generic = clause.arguments.map { argument in
          if case .type(let type) = argument.argument { return TypeReference(type) }
          return .other(argument.trimmedDescription)
        }
      }
      if let collection = collection(callee) { return collection }
      guard let path = path(callee) else {
        // Of what a function is asked of that another one gives, the name is kept.
        guard let member = callee.as(MemberAccessExprSyntax.self), let base = member.base else {
          return nil
        }
        return .member(
          SourceExpression(base), member.declName.baseName.text.withoutBackticks + "()")
      }
      var arguments = call.arguments.map {
        Argument(label: $0.label?.text, value: SourceExpression($0.expression))
      }
      if call.trailingClosure != nil { arguments.append(Argument(label: nil, value: .closure)) }
      arguments += call.additionalTrailingClosures.map {
        Argument(label: $0.label.text, value: .closure)
      }
      return .call(path, generic: generic, arguments: arguments)
    }

    /// `[Dog]()` and `[String: Dog]()`.
    private static func collection(_ callee: ExprSyntax) -> SourceExpression? {
      func type(_ syntax: ExprSyntax) -> TypeReference? {
        path(syntax).map { .named($0, arguments: []) }
      }
      if let array = callee.as(ArrayExprSyntax.self), array.elements.count == 1,
        let element = array.elements.first.flatMap({ type($0.expression) })
      {
        return .call(["Array"], generic: [element], arguments: [])
      }
      guard let dictionary = callee.as(DictionaryExprSyntax.self),
        case .elements(let elements) = dictionary.content, elements.count == 1,
        let key = elements.first.flatMap({ type($0.key) }),
        let value = elements.first.flatMap({ type($0.value) })
      else { return nil }
      return .call(["Dictionary"], generic: [key, value], arguments: [])
    }

    /// `a.b.c`; the first part is empty where one is left out.
    static func path(_ syntax: ExprSyntax) -> [String]? {
      if syntax.is(SuperExprSyntax.self) { return ["super"] }
      if let name = syntax.as(DeclReferenceExprSyntax.self) {
        return [name.baseName.text.withoutBackticks]
      }
      guard let member = syntax.as(MemberAccessExprSyntax.self) else { return nil }
      let name = member.declName.baseName.text.withoutBackticks
      guard let base = member.base else { return ["", name] }
      return path(base).map { $0 + [name] }
    }
  }
#endif
