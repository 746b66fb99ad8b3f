#if RealmImport
  import SwiftSyntax

  /// Finds the first place that is not valid Swift: something unexpected, or something missing.
  final class SyntaxErrorFinder: SyntaxVisitor {
    private var found: Syntax?

    static func first(in tree: SourceFileSyntax) -> Syntax? {
      let finder = SyntaxErrorFinder(viewMode: .all)
      finder.walk(tree)
      return finder.found
    }

    override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
      if found == nil, !node.isEmpty { found = Syntax(node) }
      return .skipChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      if found == nil, token.presence == .missing { found = Syntax(token) }
      return .skipChildren
    }
  }
#endif
