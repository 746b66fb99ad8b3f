#if RealmImport
  import SwiftSyntax

  extension DeclarationReader {
    /// Reads the variables or constants of a declaration.
    func read(_ node: VariableDeclSyntax) {
      let isConstant = node.bindingSpecifier.tokenKind == .keyword(.let)
      // `var a, b: Int` declares both as Int.
      var type: TypeReference?
      var properties = [PropertyDeclaration]()
      for binding in node.bindings.reversed() {
        if let annotation = binding.typeAnnotation {
          type = TypeReference(annotation.type)
        } else if binding.initializer != nil {
          type = nil
        }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
        let name = pattern.identifier.text.withoutBackticks
        var property = PropertyDeclaration(name: name, type: type, place: place(of: pattern))
        // Where nothing stands after the sign, a syntax error is reported.
        property.initial = binding.initializer.flatMap {
          $0.value.is(MissingExprSyntax.self) ? nil : SourceExpression($0.value)
        }
        property.isConstant = isConstant
        if let block = binding.accessorBlock {
          property.isComputed = block.isComputed
          property.result = block.onlyExpression
        }
        properties.append(property)
      }
      for var property in properties.reversed() {
        property.take(node.modifiers)
        property.attributes = node.attributes.written.map { use(of: $0) }
        property.takeAttributes()
        add(property)
      }
    }

    private func add(_ property: PropertyDeclaration) {
      if !bodies.isEmpty {
        bodies[bodies.count - 1][property.name] =
          property.isConstant
          ? property.initial ?? .other(property.name) : .other("the variable \(property.name)")
        if !property.isConstant, let initial = property.initial, initial.isConfiguration {
          bodies[bodies.count - 1][property.name] = initial
        }
      } else if open.isEmpty {
        declarations.globals.append(property)
      } else {
        open[open.count - 1].properties.append(property)
      }
    }
  }

  extension PropertyDeclaration {
    fileprivate mutating func take(_ modifiers: DeclModifierListSyntax) {
      for modifier in modifiers {
        switch modifier.name.text {
        case "static", "class": isStatic = true
        case "lazy": isLazy = true
        case "dynamic": isDynamic = true
        case "private", "fileprivate": if modifier.detail == nil { isPrivate = true }
        default: break
        }
      }
    }

    fileprivate mutating func takeAttributes() {
      isObjC = attribute("objc") != nil
      isNotObjC = attribute("nonobjc") != nil
    }
  }

  extension AttributeListSyntax {
    /// The attributes outside of `#if`.
    var written: [AttributeSyntax] {
      compactMap { element in
        if case .attribute(let attribute) = element { attribute } else { nil }
      }
    }
  }

  extension AttributeSyntax {
    /// Without the module: `Persisted` of `@RealmSwift.Persisted`.
    var name: String {
      if case .named(let path, _) = TypeReference(attributeName) { path.last ?? "" } else { "" }
    }

    var labelledArguments: [SourceExpression.Argument] {
      guard case .argumentList(let list)? = arguments else { return [] }
      return list.map {
        SourceExpression.Argument(label: $0.label?.text, value: SourceExpression($0.expression))
      }
    }

    /// `Name` of `@objc(Name)`.
    var objcName: String? {
      guard let arguments else { return nil }
      let text = arguments.trimmedDescription
      return text.isEmpty ? nil : text
    }
  }

  extension AccessorBlockSyntax {
    /// Whether the property has no value of its own: not with `willSet` and `didSet`.
    var isComputed: Bool {
      guard case .accessors(let list) = accessors else { return true }
      return list.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }

    /// What the getter returns, where that is one expression.
    var onlyExpression: SourceExpression? {
      switch accessors {
      case .getter(let items): items.onlyExpression
      case .accessors(let list):
        list.first { $0.accessorSpecifier.text == "get" }?.body?.statements.onlyExpression
      }
    }
  }

  extension CodeBlockItemListSyntax {
    /// The expression that is all of the body, with or without `return`.
    var onlyExpression: SourceExpression? {
      guard count == 1, let item = first?.item else { return nil }
      switch item {
      case .expr(let expression): return SourceExpression(expression)
      case .stmt(let statement):
        return statement.as(ReturnStmtSyntax.self)?.expression.map { SourceExpression($0) }
      default: return nil
      }
    }
  }
#endif
