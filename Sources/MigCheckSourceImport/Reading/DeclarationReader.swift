#if RealmImport
  import MigCheckModel
  import SwiftParser
  import SwiftSyntax

  /// Reads what a file declares.
  ///
  /// Nothing is compiled: names are resolved later, when all files are known.
  final class DeclarationReader: SyntaxVisitor {
    /// - Complexity: O(*n*) in the length of the text.
    static func read(
      _ text: String, file: String, conditions: CompilationConditions, dialect: SourceDialect
    ) -> SourceDeclarations {
      let tree = Parser.parse(source: text)
      let reader = DeclarationReader(
        file: file, conditions: conditions, dialect: dialect,
        locations: SourceLocationConverter(fileName: file, tree: tree))
      reader.walk(tree)
      if tree.hasError, let error = SyntaxErrorFinder.first(in: tree) {
        reader.declarations.syntaxError = reader.place(of: error)
      }
      return reader.declarations
    }

    let file: String
    let conditions: CompilationConditions
    let dialect: SourceDialect
    let locations: SourceLocationConverter
    var declarations = SourceDeclarations()
    /// The types whose bodies are being read, outermost first.
    var open = [TypeDeclaration]()
    /// The bodies of functions around what is being read, with their constants: those of the
    /// innermost type only.
    var bodies = [[String: SourceExpression]]()
    private var outerBodies = [[[String: SourceExpression]]]()

    init(
      file: String, conditions: CompilationConditions, dialect: SourceDialect,
      locations: SourceLocationConverter
    ) {
      self.file = file
      self.conditions = conditions
      self.dialect = dialect
      self.locations = locations
      super.init(viewMode: .sourceAccurate)
    }

    func place(of node: some SyntaxProtocol) -> SourcePlace {
      let line = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
      return SourcePlace(file: file, line: line)
    }

    func use(of attribute: AttributeSyntax) -> AttributeUse {
      AttributeUse(
        name: attribute.name, arguments: attribute.labelledArguments, place: place(of: attribute))
    }

    // MARK: Types

    private func begin(
      _ kind: TypeDeclaration.Kind, _ path: [String], _ node: some DeclGroupSyntax,
      isGeneric: Bool = false
    ) -> SyntaxVisitorContinueKind {
      let scope = open.last?.path ?? []
      var type = TypeDeclaration(
        kind: kind, path: scope + path,
        inherited: node.inheritanceClause?.inheritedTypes.map { TypeReference($0.type) } ?? [],
        place: place(of: node.introducer))
      type.isGeneric = isGeneric
      type.isLocal = !bodies.isEmpty
      type.isPrivate = node.modifiers.contains {
        ["private", "fileprivate"].contains($0.name.text)
      }
      for attribute in node.attributes.written {
        type.attributes.append(use(of: attribute))
        switch attribute.name {
        case "objcMembers": type.hasObjCMembers = true
        case "objc": type.objcName = attribute.objcName
        default: break
        }
      }
      open.append(type)
      outerBodies.append(bodies)
      bodies = []
      return .visitChildren
    }

    private func end() {
      if let type = open.popLast() { declarations.types.append(type) }
      bodies = outerBodies.popLast() ?? []
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(
        .class, [node.name.text.withoutBackticks], node,
        isGeneric: node.genericParameterClause != nil)
    }
    override func visitPost(_ node: ClassDeclSyntax) { end() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(.structure, [node.name.text.withoutBackticks], node)
    }
    override func visitPost(_ node: StructDeclSyntax) { end() }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(.structure, [node.name.text.withoutBackticks], node)
    }
    override func visitPost(_ node: ActorDeclSyntax) { end() }

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(.enumeration, [node.name.text.withoutBackticks], node)
    }
    override func visitPost(_ node: EnumDeclSyntax) { end() }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
      begin(.protocol, [node.name.text.withoutBackticks], node)
    }
    override func visitPost(_ node: ProtocolDeclSyntax) { end() }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
      guard case .named(let path, _) = TypeReference(node.extendedType) else {
        return .skipChildren
      }
      return begin(.extension, path, node)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) {
      if case .named = TypeReference(node.extendedType) { end() }
    }

    // MARK: Other members

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.genericParameterClause == nil, bodies.isEmpty else { return .skipChildren }
      let name = node.name.text.withoutBackticks
      let type = TypeReference(node.initializer.value)
      if open.isEmpty {
        declarations.aliases[name] = type
      } else {
        open[open.count - 1].aliases[name] = type
      }
      return .skipChildren
    }

    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
      guard !open.isEmpty else { return .skipChildren }
      for element in node.elements {
        open[open.count - 1].cases.append(
          CaseDeclaration(
            name: element.name.text.withoutBackticks,
            raw: element.rawValue.map { SourceExpression($0.value) }))
      }
      return .skipChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
      if bodies.isEmpty, !open.isEmpty {
        open[open.count - 1].macros.append(
          AttributeUse(
            name: node.macroName.text,
            arguments: node.arguments.map {
              SourceExpression.Argument(
                label: $0.label?.text, value: SourceExpression($0.expression))
            }, place: place(of: node)))
      }
      return .visitChildren
    }

    // MARK: Bodies of code

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      beginFunction(
        node.name.text.withoutBackticks, node.signature.parameterClause, node.body, node.modifiers,
        node)
    }
    override func visitPost(_ node: FunctionDeclSyntax) { bodies.removeLast() }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      beginFunction("init", node.signature.parameterClause, node.body, node.modifiers, node)
    }
    override func visitPost(_ node: InitializerDeclSyntax) { bodies.removeLast() }

    private func beginFunction(
      _ name: String, _ parameters: FunctionParameterClauseSyntax, _ body: CodeBlockSyntax?,
      _ modifiers: DeclModifierListSyntax, _ node: some SyntaxProtocol
    ) -> SyntaxVisitorContinueKind {
      if bodies.isEmpty, !open.isEmpty {
        open[open.count - 1].functions.append(
          FunctionDeclaration(
            name: name,
            isStatic: modifiers.contains { ["static", "class"].contains($0.name.text) },
            parameters: parameters.parameters.map {
              FunctionDeclaration.Parameter(
                label: $0.firstName.text, type: TypeReference($0.type))
            }, result: body?.statements.onlyExpression, place: place(of: node)))
      }
      var names = [String: SourceExpression]()
      for parameter in parameters.parameters {
        let name = (parameter.secondName ?? parameter.firstName).text
        names[name] = .other("the parameter \(name)")
      }
      bodies.append(names)
      return .visitChildren
    }

    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { beginBody() }
    override func visitPost(_ node: AccessorBlockSyntax) { bodies.removeLast() }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { beginBody() }
    override func visitPost(_ node: ClosureExprSyntax) { bodies.removeLast() }
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      beginBody()
    }
    override func visitPost(_ node: DeinitializerDeclSyntax) { bodies.removeLast() }

    private func beginBody() -> SyntaxVisitorContinueKind {
      bodies.append([:])
      return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      read(node)
      return .visitChildren
    }

    // MARK: Conditions and configurations

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
      readBranches(of: node)
      return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      readConfiguration(node)
      return .visitChildren
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      readAssignment(node)
      return .visitChildren
    }
  }
#endif
