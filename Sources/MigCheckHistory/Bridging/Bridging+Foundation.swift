import Foundation

extension Bridging {
  /// The elements of a set of Swift or Foundation; any other value as it is.
  package static func elements(of value: Any?) -> Any? {
    if let set = value as? NSSet { return set.allObjects }
    guard let value, Mirror(reflecting: value).displayStyle == .set else { return value }
    return Mirror(reflecting: value).children.map { $0.value as Any? }
  }

  /// A value of one of Foundation's classes as the plain Swift value that it stands for; any other
  /// object as it is, and `nil` for `NSNull`.
  package static func native(_ value: Any) -> Any? {
    switch value {
    case is NSNull: nil
    case let number as NSDecimalNumber: number.decimalValue
    case let number as NSNumber: native(number)
    case let text as NSString: text as String
    case let data as NSData: data as Data
    case let date as NSDate: date as Date
    case let uuid as NSUUID: uuid as UUID
    case let array as NSArray: Array(array)
    case let dictionary as NSDictionary: dictionary as? [String: Any] ?? value
    default: value
    }
  }

  private static func native(_ number: NSNumber) -> Any {
    if isBool(number) { return number.boolValue }
    return switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
    case "d": number.doubleValue
    case "f": number.floatValue
    case "Q": number.uint64Value
    default: number.int64Value
    }
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
      CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
      // The only numbers of that type: an `Int8` has another one here.
      number.objCType.pointee == CChar(bitPattern: UInt8(ascii: "c"))
    #endif
  }
}
