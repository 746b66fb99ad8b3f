#if RealmImport
  import MigCheckModel

  /// A `VersionedSchema` of an app.
  struct SchemaDeclaration {
    var path: [String]
    var place: SourcePlace
    /// `1.0.0`; `nil`: it is not written in numbers.
    var identifier: String?
    /// The paths of the classes in `models`.
    var models: [[String]]

    var name: String { path.joined(separator: ".") }

    /// What reports call the version.
    var label: String { identifier ?? name }
  }

  extension DeclarationIndex {
    /// Whether a type is a class with `@Model`.
    func isModel(_ path: [String]) -> Bool {
      guard let type = type(at: path), type.kind == .class else { return false }
      return type.attributes.contains { $0.name == "Model" }
    }

    /// The versions of a schema that the app declares, in the order of files and of places in them.
    func versionedSchemas(notes: inout [ImportNote]) -> [SchemaDeclaration] {
      var schemas = [SchemaDeclaration]()
      for type in types where type.kind != .protocol {
        guard conforms(type.path, to: ["VersionedSchema"]) else { continue }
        let name = type.path.joined(separator: ".")
        if let earlier = schemas.first(where: { $0.path == type.path }) {
          notes.append(
            ImportNote(
              type.place, "\(name) is left out here: it is declared at \(earlier.place) as well"))
          continue
        }
        schemas.append(
          SchemaDeclaration(
            path: type.path, place: type.place, identifier: versionIdentifier(of: type.path),
            models: models(of: type, notes: &notes)))
      }
      return schemas
    }

    private func models(of schema: TypeDeclaration, notes: inout [ImportNote]) -> [[String]] {
      let name = schema.path.joined(separator: ".")
      guard let declared = requirement("models", of: schema.path) else {
        notes.append(ImportNote(schema.place, "\(name) has no models that stand here"))
        return []
      }
      guard let value = declared.value(true),
        let list = typeList(value, in: schema.path, orInitial: true)
      else {
        notes.append(
          ImportNote(declared.place, "the models of \(name) are not a list of classes"))
        return []
      }
      for foreign in list.foreign {
        notes.append(
          ImportNote(
            declared.place,
            "\(name) is read without its model \(foreign), which is declared in none of the files"))
      }
      return list.paths.filter { path in
        if isModel(path) { return true }
        notes.append(
          ImportNote(
            declared.place,
            "\(name) is read without \(path.joined(separator: ".")), which has no @Model; a macro of "
              + "the app's own is not expanded"))
        return false
      }
    }

    /// A static property of a type or of its extensions.
    func requirement(_ name: String, of path: [String]) -> PropertyDeclaration? {
      parts(of: path).lazy.flatMap(\.properties).first { $0.name == name && $0.isStatic }
    }

    /// `1.0.0` of `Schema.Version(1, 0, 0)`.
    private func versionIdentifier(of path: [String]) -> String? {
      guard var value = requirement("versionIdentifier", of: path)?.value(true) else { return nil }
      var scope = path
      for _ in 0..<20 {
        guard case .name(let name) = value, let next = constant(name, in: scope, orInitial: true)
        else { break }
        (value, scope) = (next.expression, next.scope)
      }
      guard case .call(_, _, let arguments) = value, !arguments.isEmpty else { return nil }
      let numbers = arguments.compactMap { integer($0.value, in: scope) }
      guard numbers.count == arguments.count else { return nil }
      return numbers.map(String.init).joined(separator: ".")
    }
  }
#endif
