#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// What `@Attribute` and `@Relationship` say of a property.
  struct PropertyOptions {
    var isUnique = false
    var isExternal = false
    var isEphemeral = false
    var isTransformable = false
    var transformer: String?
    var originalName: String?
    var hashModifier: String?
    var deleteRule = CoreDataRelationship.DeleteRule.nullify
    var minimumCount = 0
    var maximumCount = 0
    /// The property of the destination that leads back.
    var inverse: String?
    /// Whether `@Relationship` stands there.
    var isRelationship = false
    /// Sentences without a full stop about what is not understood.
    private(set) var problems = [String]()

    private static let rules: [String: CoreDataRelationship.DeleteRule] = [
      "nullify": .nullify, "cascade": .cascade, "deny": .deny, "noAction": .noAction,
    ]

    /// - Parameter scope: the path of the type around the property.
    init(of property: PropertyDeclaration, in scope: [String], index: DeclarationIndex) {
      for use in property.attributes {
        guard ["Attribute", "Relationship"].contains(use.name) else { continue }
        if use.name == "Relationship" { isRelationship = true }
        for argument in use.arguments {
          guard let label = argument.label else {
            takeOption(argument.value, of: use)
            continue
          }
          take(label, argument.value, of: use, in: scope, index)
        }
      }
    }

    private mutating func takeOption(_ value: SourceExpression, of use: AttributeUse) {
      switch value {
      case .name(let path):
        switch path.last {
        case "unique": isUnique = true
        case "externalStorage": isExternal = true
        case "ephemeral": isEphemeral = true
        // What these do concerns no upgrade.
        case "spotlight", "preserveValueOnDeletion", "allowsCloudEncryption": break
        default: problems.append("the option .\(path.last ?? "") of @\(use.name) is not known")
        }
      case .call(let path, _, let arguments) where path.last == "transformable":
        isTransformable = true
        switch arguments.first?.value {
        case .name(let name) where name.last == "self":
          transformer = name.dropLast().joined(separator: ".")
        case .string(let name): transformer = name
        default: problems.append("the name of its transformer is not written here")
        }
      default: problems.append("an option of @\(use.name) is not understood")
      }
    }

    private mutating func take(
      _ label: String, _ value: SourceExpression, of use: AttributeUse, in scope: [String],
      _ index: DeclarationIndex
    ) {
      if value == .null { return }
      switch label {
      case "originalName": originalName = index.text(value, in: scope)
      case "hashModifier": hashModifier = index.text(value, in: scope)
      case "minimumModelCount": minimumCount = Int(index.integer(value, in: scope) ?? -1)
      case "maximumModelCount": maximumCount = Int(index.integer(value, in: scope) ?? -1)
      case "deleteRule":
        guard case .name(let path) = value, let rule = Self.rules[path.last ?? ""] else { break }
        deleteRule = rule
        return
      case "inverse":
        guard case .keyPath(let names) = value else { break }
        inverse = names.last
      default:
        problems.append("the argument \(label) of @\(use.name) is not known")
        return
      }
      let isUnderstood =
        switch label {
        case "originalName": originalName != nil
        case "hashModifier": hashModifier != nil
        case "minimumModelCount": minimumCount >= 0
        case "maximumModelCount": maximumCount >= 0
        case "inverse": inverse != nil
        default: false
        }
      guard !isUnderstood else { return }
      (minimumCount, maximumCount) = (max(minimumCount, 0), max(maximumCount, 0))
      problems.append("the argument \(label) of @\(use.name) is neither a literal nor a constant")
    }
  }
#endif
