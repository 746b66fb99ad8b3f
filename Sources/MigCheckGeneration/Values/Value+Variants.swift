import MigCheckModel

extension Value {
  /// A value that a careless step would take for this one: other case, white space at an end,
  /// another normalisation, equal after rounding or modulo a power.
  ///
  /// - Returns: a value of the same type, often another one.
  func variant(source: inout RandomSource) -> Value {
    switch self {
    case .bool(let value): return .bool(!value)
    case .int(let value):
      let steps: [Int64] = [1, -1, 10, 100, 256, 1000, 1 << 16, 1 << 32, 1 << 53]
      return .int(value &+ source.pick(from: steps))
    case .float(let value): return .float((source.chance(50) ? value.nextUp : -value).canonical)
    case .double(let value): return .double((source.chance(50) ? value.nextUp : -value).canonical)
    case .string(let value): return .string(Self.variant(of: value, source: &source))
    case .data(let value):
      if let last = value.last, source.chance(50) { return .data(value.dropLast() + [last ^ 1]) }
      return .data(value + [0])
    case .date(let value):
      var other = value
      if source.chance(50) {
        other.nanoseconds = other.nanoseconds == 0 ? 1 : 0
      } else {
        other.seconds &+= source.pick(from: [1, -1, 3600, 86_400] as [Int64])
      }
      return .date(other)
    case .uuid(let value): return .uuid(UUIDBytes(high: value.high, low: value.low ^ 1))
    case .objectId(let value):
      return .objectId(ObjectIDBytes(high: value.high, low: value.low ^ 1))
    case .decimal128(let value):
      // The same number, spelled with one digit more.
      let text = value.description
      guard value.isFinite, !text.contains("E") else { return .decimal128(.zero) }
      return Decimal128(text.contains(".") ? text + "0" : text + ".0").map(Value.decimal128) ?? self
    case .null, .link, .embedded, .list, .set, .dictionary: return self
    }
  }

  private static func variant(of text: String, source: inout RandomSource) -> String {
    switch source.below(6) {
    case 0: return text.uppercased()
    case 1: return text.lowercased()
    case 2: return text + " "
    case 3: return " " + text
    case 4:
      let scalars = text.unicodeScalars
      return scalars.contains("\u{E9}")
        ? String(String.UnicodeScalarView(scalars.flatMap(decomposed))) : text + "\u{E9}"
    default: return text + "a"
    }
  }

  private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scalar == "\u{E9}" ? ["e", "\u{301}"] : [scalar]
  }
}

extension BinaryFloatingPoint {
  /// The value, a NaN without its payload and sign.
  var canonical: Self { isNaN ? .nan : self }
}
