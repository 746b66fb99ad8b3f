#if RealmImport
  import SwiftSyntax

  extension DeclarationReader {
    /// Reads the branch of an `#if` that is compiled. Where nothing says which one is, none is read,
    /// and that is a problem if it matters for schemas.
    func readBranches(of node: IfConfigDeclSyntax) {
      for clause in node.clauses {
        guard let condition = clause.condition else {
          if let elements = clause.elements { walk(elements) }
          return
        }
        switch conditions.value(of: condition) {
        case true?:
          if let elements = clause.elements { walk(elements) }
          return
        case false?: continue
        case nil:
          guard node.clauses.contains(where: { matters($0) }) else { return }
          let text = condition.trimmedDescription
          declarations.problems.append(
            ImportNote(
              place(of: clause),
              "nothing says whether '#if \(text)' holds; give -D '\(text)' or -U '\(text)'"))
          return
        }
      }
    }

    /// Whether schemas may depend on what a branch declares.
    private func matters(_ clause: IfConfigClauseSyntax) -> Bool {
      guard let elements = clause.elements else { return false }
      let reader = DeclarationReader(
        file: file, conditions: conditions, dialect: dialect, locations: locations)
      // Members are read as those of some type.
      if let outer = open.last {
        var type = TypeDeclaration(
          kind: .class, path: [""], inherited: [], place: place(of: clause))
        if dialect == .swiftData {
          (type.attributes, type.inherited) = (outer.attributes, outer.inherited)
        }
        reader.open = [type]
      }
      reader.walk(elements)
      let types = reader.declarations.types + reader.open
      return dialect == .realm && !reader.declarations.configurations.isEmpty
        || !reader.declarations.problems.isEmpty || types.contains { dialect.matters($0) }
    }
  }
#endif
