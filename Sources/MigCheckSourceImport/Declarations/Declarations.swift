#if RealmImport
  import MigCheckModel

  /// A class, structure, enumeration or protocol, or an extension of one.
  struct TypeDeclaration: Sendable {
    enum Kind: Sendable, Equatable { case `class`, structure, enumeration, `protocol`, `extension` }

    var kind: Kind
    /// The names of the types around it, and its own. Of an extension: the name as it is written
    /// there, after those of the types around it.
    var path: [String]
    /// The superclass and the protocols, in the order in which they are written.
    var inherited: [TypeReference]
    var place: SourcePlace
    /// The name for Objective-C: `@objc(Name)`.
    var objcName: String?
    var hasObjCMembers = false
    /// `@Model`, `@MainActor`, in the order in which they are written.
    var attributes = [AttributeUse]()
    /// Macros that stand among the members, such as `#Unique`.
    var macros = [AttributeUse]()
    var isPrivate = false
    var isGeneric = false
    /// Whether it stands in the body of a function.
    var isLocal = false
    /// In the order of their declaration.
    var properties = [PropertyDeclaration]()
    var functions = [FunctionDeclaration]()
    var aliases = [String: TypeReference]()
    var cases = [CaseDeclaration]()

    var name: String { path.last ?? "" }
  }

  /// An attribute, a property wrapper or a macro, with its arguments.
  struct AttributeUse: Sendable, Equatable {
    /// Without `@` and `#`, and without a module.
    var name: String
    var arguments: [SourceExpression.Argument]
    var place: SourcePlace
  }

  /// A variable or constant of a type, or of a file.
  struct PropertyDeclaration: Sendable {
    var name: String
    var type: TypeReference?
    var initial: SourceExpression?
    var place: SourcePlace
    /// In the order in which they are written.
    var attributes = [AttributeUse]()
    var isConstant = false
    var isStatic = false
    var isLazy = false
    var isComputed = false
    var isObjC = false
    var isNotObjC = false
    var isDynamic = false
    var isPrivate = false
    /// What a computed property returns, where its body is one expression.
    var result: SourceExpression?

    /// The arguments of `@Persisted`; `nil`: it has no such wrapper.
    var persisted: [SourceExpression.Argument]? { attribute("Persisted")?.arguments }

    func attribute(_ name: String) -> AttributeUse? { attributes.first { $0.name == name } }
  }

  /// A function or initialiser, as far as classes are described by what one returns.
  struct FunctionDeclaration: Sendable {
    var name: String
    /// Whether it belongs to the type itself.
    var isStatic: Bool
    /// Labels and types of the parameters.
    var parameters: [Parameter]
    /// What it returns; `nil`: its body is not one expression.
    var result: SourceExpression?
    var place: SourcePlace

    struct Parameter: Sendable {
      var label: String
      var type: TypeReference
    }
  }

  /// A case of an enumeration.
  struct CaseDeclaration: Sendable {
    var name: String
    var raw: SourceExpression?
  }

  /// Where a configuration is made or changed.
  struct ConfigurationUse: Sendable {
    enum Setting: Sendable, Equatable {
      case schemaVersion(SourceExpression)
      case objectTypes(SourceExpression)
    }

    var setting: Setting
    /// The names of the types around it.
    var scope: [String]
    /// The names of the properties, variables and functions around it, the innermost one first.
    var names: [String]
    var place: SourcePlace
  }

  /// What a file declares.
  struct SourceDeclarations: Sendable {
    var types = [TypeDeclaration]()
    /// Variables and constants outside of types.
    var globals = [PropertyDeclaration]()
    /// Aliases outside of types.
    var aliases = [String: TypeReference]()
    var configurations = [ConfigurationUse]()
    /// What the reader could not decide, such as the condition of an `#if`.
    var problems = [ImportNote]()
    /// The first place that is not valid Swift.
    var syntaxError: SourcePlace?
  }
#endif
