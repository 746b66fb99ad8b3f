#if RealmImport
  import SwiftSyntax

  extension SourceExpression {
    /// Whether it makes a configuration, or names the default one.
    var isConfiguration: Bool {
      switch self {
      case .call(let path, _, _): path.isConfiguration
      case .name(let path): path.last == "defaultConfiguration"
      default: false
      }
    }
  }

  extension [String] {
    /// `Realm.Configuration`, `Configuration.init`, or `.init` where the type is left out.
    fileprivate var isConfiguration: Bool {
      self == ["", "init"] || last == "Configuration" || suffix(2) == ["Configuration", "init"]
    }
  }

  extension DeclarationReader {
    /// Reads `Realm.Configuration(schemaVersion: 3, objectTypes: [Dog.self])`.
    func readConfiguration(_ node: FunctionCallExprSyntax) {
      guard let path = SourceExpression.path(node.calledExpression), path.isConfiguration else {
        return
      }
      for argument in node.arguments {
        add(argument.label?.text ?? "", argument.expression, in: Self.names(around: node))
      }
    }

    /// Reads `configuration.schemaVersion = 3`.
    func readAssignment(_ node: SequenceExprSyntax) {
      let elements = Array(node.elements)
      guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
        let path = SourceExpression.path(elements[0]), path.count > 1
      else { return }
      let owner = path[path.count - 2]
      let isConfiguration =
        owner.lowercased().contains("config")
        || path.count == 2 && constant(owner)?.isConfiguration == true
      if isConfiguration {
        add(path[path.count - 1], elements[2], in: [owner] + Self.names(around: node))
      }
    }

    /// The names of the properties, variables and functions around a node, the innermost one first.
    private static func names(around node: some SyntaxProtocol) -> [String] {
      sequence(first: Syntax(node)) { $0.parent }.compactMap { node in
        node.as(FunctionDeclSyntax.self)?.name.text
          ?? node.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?
          .identifier.text
      }
    }

    private func add(_ name: String, _ value: ExprSyntax, in names: [String]) {
      let expression = resolved(SourceExpression(value))
      let setting: ConfigurationUse.Setting
      switch name {
      case "schemaVersion": setting = .schemaVersion(expression)
      case "objectTypes":
        guard expression != .null else { return }
        setting = .objectTypes(expression)
      default: return
      }
      declarations.configurations.append(
        ConfigurationUse(
          setting: setting, scope: open.last?.path ?? [], names: names, place: place(of: value)))
    }

    /// With the constants of functions in place of their names.
    private func resolved(_ expression: SourceExpression) -> SourceExpression {
      switch expression {
      case .name(let path) where path.count == 1: constant(path[0]) ?? expression
      case .call(let path, let generic, let arguments) where arguments.count == 1:
        .call(
          path, generic: generic,
          arguments: arguments.map {
            SourceExpression.Argument(label: $0.label, value: resolved($0.value))
          })
      case .sum(let terms): .sum(terms.map(resolved))
      case .arithmetic(let terms, let operators):
        .arithmetic(terms.map(resolved), operators: operators)
      default: expression
      }
    }

    private func constant(_ name: String) -> SourceExpression? {
      for body in bodies.reversed() {
        if let value = body[name] { return value }
      }
      return nil
    }
  }
#endif
