#if RealmImport
  import MigCheckCoreData
  import MigCheckModel

  /// What SwiftData keeps of a property of some Swift type.
  struct ModelPropertyType {
    enum Kind {
      /// One column; of an enumeration its raw values.
      case scalar(CoreDataAttributeType, enumeration: [String]?)
      /// A structure of the app's, of which each member has columns of its own.
      case structure([String])
      /// One value, of which it is not known how it is laid out.
      case opaque(CoreDataAttributeType)
      case link([String], isToMany: Bool)
    }

    var kind: Kind
    var isOptional = false
    /// A type that is declared in none of the files, and is not known either.
    var unknown: String?
  }

  /// Finds out what SwiftData keeps of properties.
  ///
  /// Source: the documentation of `Schema.Attribute`, and public reports of what its stores hold:
  /// enumerations by their raw values, `Codable` structures column by column, arrays as one value.
  struct ModelPropertyTypes {
    let index: DeclarationIndex

    private static let scalars: [String: CoreDataAttributeType] = [
      "Bool": .boolean, "Int": .integer64, "Int64": .integer64, "UInt": .integer64,
      "UInt64": .integer64, "UInt32": .integer64, "NSInteger": .integer64, "Int32": .integer32,
      "UInt16": .integer32, "Int16": .integer16, "Int8": .integer16, "UInt8": .integer16,
      "Float": .float, "Float32": .float, "Double": .double, "Float64": .double,
      "CGFloat": .double, "TimeInterval": .double, "CFTimeInterval": .double,
      "CFAbsoluteTime": .double, "CLLocationDegrees": .double, "CLLocationDistance": .double,
      "CLLocationAccuracy": .double, "CLLocationSpeed": .double, "CLLocationDirection": .double,
      "Decimal": .decimal, "NSDecimalNumber": .decimal, "String": .string, "NSString": .string,
      "Character": .string, "Date": .date, "NSDate": .date, "Data": .binary, "NSData": .binary,
      "UUID": .uuid, "URL": .uri,
    ]

    /// Values of the system that are `Codable`.
    private static let known: Set = [
      "AttributedString", "Calendar", "CGPoint", "CGRect", "CGSize", "CGVector", "ClosedRange",
      "DateComponents", "DateInterval", "Duration", "IndexSet", "Locale", "Locale.Language",
      "Measurement", "PersistentIdentifier", "PersonNameComponents", "Range", "TimeZone",
    ]

    private static let codable: Set = ["Codable", "Decodable", "Encodable"]

    private static func unstorable(_ reference: TypeReference) -> Unreadable {
      // After a syntax error there may be no text.
      Unreadable(
        reference.text.isEmpty
          ? "its type is missing" : "\(reference.text) is not a type that SwiftData stores")
    }

    /// - Parameter scope: the path of the type around the property.
    func type(
      of reference: TypeReference, in scope: [String], depth: Int = 0
    ) throws(Unreadable) -> ModelPropertyType {
      guard depth < 20 else { throw Unreadable("\(reference.text) is nested too deeply") }
      switch index.meaning(of: reference, in: scope) {
      case .composed(.optional(let wrapped)):
        var type = try type(of: wrapped, in: scope, depth: depth + 1)
        type.isOptional = true
        return type
      case .composed: throw Self.unstorable(reference)
      case .declared(let path): return try declared(path, reference)
      case .foreign(let path, let arguments):
        return try foreign(
          path.joined(separator: "."), arguments, reference, in: scope, depth: depth)
      }
    }

    private func foreign(
      _ name: String, _ arguments: [TypeReference], _ reference: TypeReference,
      in scope: [String], depth: Int
    ) throws(Unreadable) -> ModelPropertyType {
      if arguments.isEmpty, let scalar = Self.scalars[name] {
        return ModelPropertyType(kind: .scalar(scalar, enumeration: nil))
      }
      switch (name, arguments.count) {
      case ("Array", 1), ("Set", 1):
        let element = try type(of: arguments[0], in: scope, depth: depth + 1)
        guard case .link(let path, isToMany: false) = element.kind else {
          return ModelPropertyType(kind: .opaque(.transformable), unknown: element.unknown)
        }
        guard name == "Array", !element.isOptional else {
          throw Unreadable("\(reference.text) is not a relationship: it must be an array of models")
        }
        return ModelPropertyType(kind: .link(path, isToMany: true))
      case ("Dictionary", 2): return ModelPropertyType(kind: .opaque(.transformable))
      default:
        let isKnown =
          Self.known.contains(name) || index.conforms([name], to: Self.codable)
        return ModelPropertyType(
          kind: .opaque(.composite), unknown: isKnown ? nil : reference.text)
      }
    }

    private func declared(
      _ path: [String], _ reference: TypeReference
    ) throws(Unreadable) -> ModelPropertyType {
      let name = path.joined(separator: ".")
      if index.isModel(path) { return ModelPropertyType(kind: .link(path, isToMany: false)) }
      switch index.type(at: path)?.kind {
      case .enumeration:
        if let raw = index.rawType(of: path), case .named(let rawName, _) = raw,
          let scalar = Self.scalars[rawName.joined(separator: ".")]
        {
          return ModelPropertyType(kind: .scalar(scalar, enumeration: path))
        }
        return ModelPropertyType(kind: .opaque(.composite))
      case .structure:
        guard index.conforms(path, to: Self.codable) else {
          throw Unreadable("the structure \(name) is not declared to be Codable")
        }
        return ModelPropertyType(kind: .structure(path))
      case .class:
        guard index.conforms(path, to: Self.codable) else {
          throw Unreadable("the class \(name) has no @Model, and is not declared to be Codable")
        }
        return ModelPropertyType(kind: .opaque(.composite))
      default: throw Self.unstorable(reference)
      }
    }
  }
#endif
