#if RealmImport
  import MigCheckModel

  /// The value that a created object has in a property which nothing was said about.
  enum DefaultValue: Equatable {
    /// Null, zero or empty.
    case none
    case literal(Value)
    /// A new one for each object: an identifier, or the present moment.
    case fresh
    /// Found out when an object is created, or not understood.
    case computed

    /// - Parameters:
    ///   - initial: the value in the declaration; `nil`: there is none.
    ///   - isLegacy: whether the property has no `@Persisted`, with which Realm itself makes values.
    ///   - scope: the path of the type around the declaration.
    init(
      _ initial: SourceExpression?, of stored: StoredType, isLegacy: Bool, in scope: [String],
      index: DeclarationIndex
    ) {
      self = .none
      guard let initial else {
        if !isLegacy, stored.isMadeByRealm { self = .fresh }
        return
      }
      guard initial != .null, stored.collection == nil, stored.type != .linkingObjects
      else { return }
      if stored.needsNoObjC {
        // The box of an optional, `RealmProperty<Int?>()`, begins with null.
        if case .call(_, _, let arguments) = initial {
          guard let argument = arguments.first else { return }
          self.init(
            argument.value, of: stored.unboxed, isLegacy: isLegacy, in: scope, index: index)
          return
        }
      }
      guard let value = Self.value(initial, of: stored, in: scope, index: index) else {
        let isNew = stored.isPlain && initial.makesNewValue(of: stored.type)
        self = isNew ? .fresh : .computed
        return
      }
      self = value.isNull || value == stored.zero ? .none : .literal(value)
    }

    /// `nil`: it is found out when an object is created, or not understood.
    static func value(
      _ initial: SourceExpression, of stored: StoredType, in scope: [String],
      index: DeclarationIndex, depth: Int = 0
    ) -> Value? {
      guard depth < 20, !stored.isCustom else { return nil }
      if let enumeration = stored.enumeration {
        guard let found = index.enumerationCase(initial, of: enumeration, in: scope),
          let raw = index.rawValue(of: found.name, in: found.type)
        else { return nil }
        var plain = stored
        plain.enumeration = nil
        return value(raw, of: plain, in: found.type, index: index, depth: depth + 1)
      }
      if let value = literal(initial, stored.type) { return value }
      switch initial {
      case .call(let path, _, let arguments):
        guard let name = path.last == "init" ? path.dropLast().last : path.last else { return nil }
        return made(name, arguments, stored.type)
          ?? (arguments.count == 1 && arguments[0].label == nil
            && StoredTypes.scalars[name] == stored.type
            ? value(arguments[0].value, of: stored, in: scope, index: index, depth: depth + 1)
            : nil)
      case .name(let path):
        if stored.type == .date, ["", "Date"].contains(path.first), path.count == 2 {
          if path[1] == "distantPast" { return .date(Timestamp(seconds: -62_135_769_600)) }
          if path[1] == "distantFuture" { return .date(Timestamp(seconds: 64_092_211_200)) }
        }
        if path == ["", "none"] || path == ["AnyRealmValue", "none"] { return .null }
        if path.last == "rawValue",
          let found = index.enumerationCase(.name(Array(path.dropLast())), of: nil, in: scope),
          let raw = index.rawValue(of: found.name, in: found.type)
        {
          return value(raw, of: stored, in: found.type, index: index, depth: depth + 1)
        }
        guard let constant = index.constant(path, in: scope) else { return nil }
        return value(
          constant.expression, of: stored, in: constant.scope, index: index, depth: depth + 1)
      default: return nil
      }
    }

    private static func literal(_ initial: SourceExpression, _ type: PropertyType) -> Value? {
      switch (initial, type) {
      case (.bool(let value), .bool): .bool(value)
      case (.integer(let value), .int): .int(value)
      case (.integer(let value), .float): .float(Float(value))
      case (.integer(let value), .double): .double(Double(value))
      case (.integer(let value), .decimal128): .decimal128(Decimal128(value))
      case (.real(let text), .float): Float(text).map { .float($0) }
      case (.real(let text), .double): Double(text).map { .double($0) }
      // Realm goes by way of the text of a Double.
      case (.real(let text), .decimal128):
        Double(text).flatMap { Decimal128("\($0)") }.map { .decimal128($0) }
      case (.string(let text), .string): .string(text)
      case (.string(let text), .decimal128): Decimal128(text).map { .decimal128($0) }
      default: nil
      }
    }

    /// `Data()`, `Date(timeIntervalSince1970: 0)`, `UUID(uuidString: "…")`, `ObjectId("…")`.
    private static func made(
      _ name: String, _ arguments: [SourceExpression.Argument], _ type: PropertyType
    ) -> Value? {
      let argument = arguments.first
      switch (type, name, argument?.label, argument?.value) {
      case (.data, "Data", nil, nil): return .data([])
      case (.string, "String", nil, nil): return .string("")
      case (.date, "Date", "timeIntervalSince1970", .integer(let seconds)?):
        return .date(Timestamp(seconds: seconds))
      case (.date, "Date", "timeIntervalSince1970", .name(["", "zero"])?):
        return .date(Timestamp(seconds: 0))
      case (.date, "Date", "timeIntervalSince1970", .real(let text)?):
        return Int64(exactly: Double(text) ?? .nan).map { .date(Timestamp(seconds: $0)) }
      case (.uuid, "UUID", "uuidString", .string(let text)?):
        return UUIDBytes(hexadecimal: text).map { .uuid($0) }
      case (.objectId, "ObjectId", nil, nil): return type.zeroValue
      case (.objectId, "ObjectId", nil, .string(let text)?),
        (.objectId, "ObjectId", "string", .string(let text)?):
        return ObjectIDBytes(hexadecimal: text).map { .objectId($0) }
      case (.decimal128, "Decimal128", "value", let value?),
        (.decimal128, "Decimal128", "number", let value?),
        (.decimal128, "Decimal128", "string", let value?):
        return literal(value, .decimal128)
      default: return nil
      }
    }
  }

  extension StoredType {
    /// The value of a created object that nothing was said about.
    fileprivate var zero: Value { isOptional ? .null : type.zeroValue }

    /// Whether it is a value of Realm's own, and neither a collection nor one that the app translates.
    fileprivate var isPlain: Bool { collection == nil && !isCustom && enumeration == nil }

    /// Whether Realm makes a new value where a declaration with `@Persisted` gives none.
    ///
    /// Source: realm-swift `RealmSwift/Impl/BasicTypes.swift`.
    fileprivate var isMadeByRealm: Bool {
      isPlain && !isOptional && [.date, .uuid, .objectId].contains(type)
    }

    fileprivate var unboxed: StoredType {
      var copy = self
      copy.needsNoObjC = false
      return copy
    }
  }

  extension SourceExpression {
    /// Whether it is another value for each object: `UUID()`, `UUID().uuidString`,
    /// `ObjectId.generate()`, `Date()`, and what is reckoned from one of them. `ObjectId()` is zero.
    func makesNewValue(of type: PropertyType) -> Bool {
      let makers: [String] =
        switch type {
        case .uuid: ["UUID()", "UUID.init()", ".init()"]
        case .objectId: ["ObjectId.generate()", ".generate()"]
        case .date:
          ["Date()", "Date.init()", "Date.now", "NSDate()", "Date(timeIntervalSinceNow", ".now"]
            + [".init()"]
        case .string:
          ["UUID().uuidString", "NSUUID().uuidString", "UUID.init().uuidString"]
            + ["ObjectId.generate().stringValue", "ProcessInfo.processInfo.globallyUniqueString"]
        default: []
        }
      let source =
        text.hasPrefix("Foundation.") ? String(text.dropFirst("Foundation.".count)) : text
      return makers.contains { maker in
        guard source.hasPrefix(maker) else { return false }
        let rest = source.dropFirst(maker.count).first
        // What follows may ask more of it: `Date().addingTimeInterval(60)`.
        return rest == nil || rest == "." || maker.hasSuffix("Now")
      }
    }

    /// As it is written, without spaces; empty where that is not known.
    private var text: String {
      switch self {
      case .name(let path): path.joined(separator: ".")
      case .call(let path, let generic, let arguments):
        generic.isEmpty
          ? path.joined(separator: ".") + (arguments.isEmpty ? "()" : "(" + Self.labels(arguments))
          : ""
      case .member(let base, let name): base.text.isEmpty ? "" : "\(base.text).\(name)"
      case .other(let text): text.filter { !$0.isWhitespace }
      default: ""
      }
    }

    private static func labels(_ arguments: [Argument]) -> String {
      arguments.map { "\($0.label ?? "_"):" }.joined() + ")"
    }
  }

  extension UUIDBytes {
    fileprivate init?(hexadecimal text: String) {
      let digits = text.filter { $0 != "-" }
      guard digits.utf8.count == 32, text.utf8.count == 36,
        let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    }
  }

  extension ObjectIDBytes {
    fileprivate init?(hexadecimal text: String) {
      guard text.utf8.count == 24, let high = UInt64(text.prefix(16), radix: 16),
        let low = UInt32(text.suffix(8), radix: 16)
      else { return nil }
      self.init(high: high, low: low)
    }
  }
#endif
