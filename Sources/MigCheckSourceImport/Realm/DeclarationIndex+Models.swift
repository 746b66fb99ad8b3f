#if RealmImport
  /// What a class of Realm's is a kind of.
  enum ModelKind: Equatable {
    case object, embedded
    /// Only ever sent, and in no store.
    case asymmetric
  }

  extension DeclarationIndex {
    private static let bases: [String: ModelKind] = [
      "Object": .object, "RealmSwiftObject": .object, "EmbeddedObject": .embedded,
      "RealmSwiftEmbeddedObject": .embedded, "AsymmetricObject": .asymmetric,
    ]

    /// The class and those of the app that it inherits from, the class itself last.
    func lineage(of path: [String]) -> [[String]] {
      var classes = [path]
      while let superclass = superclass(of: classes[classes.count - 1]),
        !classes.contains(superclass)
      {
        classes.append(superclass)
      }
      return classes.reversed()
    }

    /// What a class is by the superclass that the app does not declare; `nil`: no class of Realm's.
    func modelKind(of path: [String]) -> ModelKind? {
      guard let base = foreignBase(of: path) else { return nil }
      return Self.bases[base]
    }

    /// The superclass of the oldest class of the app in a lineage.
    func foreignBase(of path: [String]) -> String? {
      guard let oldest = lineage(of: path).first, let type = type(at: oldest),
        type.kind == .class, let first = type.inherited.first,
        case .foreign(let name, _) = meaning(of: first, in: Array(oldest.dropLast()))
      else { return nil }
      return name.joined(separator: ".")
    }

    /// The function of a type itself by which a class of a lineage describes its objects: that of the
    /// nearest class, counted from the given one.
    func description(
      _ names: [String], of path: [String]
    ) -> (function: FunctionDeclaration, owner: [String])? {
      for owner in lineage(of: path).reversed() {
        for part in parts(of: owner) {
          if let function = part.functions.first(where: { $0.isStatic && names.contains($0.name) })
          {
            return (function, owner)
          }
        }
      }
      return nil
    }
  }
#endif
