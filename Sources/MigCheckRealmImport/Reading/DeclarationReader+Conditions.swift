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
      let reader = DeclarationReader(file: file, conditions: conditions, locations: locations)
      // Members are read as those of some type.
      if !open.isEmpty {
        reader.open = [
          TypeDeclaration(kind: .class, path: [""], inherited: [], place: place(of: clause))
        ]
      }
      reader.walk(elements)
      let types = reader.declarations.types + reader.open
      let names = ["primaryKey", "indexedProperties", "ignoredProperties", "propertiesMapping"]
      return !reader.declarations.configurations.isEmpty || !reader.declarations.problems.isEmpty
        || types.contains { type in
          type.kind == .class && !type.inherited.isEmpty || type.objcName != nil
            || type.kind == .enumeration && !type.inherited.isEmpty
            || !type.cases.isEmpty
            || type.properties.contains { $0.persisted != nil || $0.isObjC }
            || type.functions.contains { names.contains($0.name) }
        }
    }
  }
#endif
