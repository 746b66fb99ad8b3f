/// A JSON document as written: numbers keep their spelling, objects the order of their members.
///
/// `Foundation`'s reader would turn 9007199254740993 and −0.0 into other numbers, drop repeated
/// keys and lose the place of an error, so the kit has its own.
package enum JSON: Sendable {
  case null
  case bool(Bool)
  /// The spelling of the number, which is valid JSON.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

/// Why a text is no JSON document.
package struct JSONSyntaxError: Error, Sendable, Equatable {
  /// A phrase that completes "line 3, column 9: …".
  package let reason: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in bytes.
  package let column: Int
}

extension JSON {
  package static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }

  /// The member of an object, or `nil` where there is none or this is no object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.isIdentical(to: key) }?.value
  }

  /// Reads one document.
  ///
  /// - Parameters:
  ///   - text: UTF-8; invalid bytes are an error.
  ///   - maximumDepth: how deep arrays and objects may nest.
  /// - Throws: `JSONSyntaxError` with the place of the first error; a repeated key is one.
  /// - Complexity: O(*n*) in the length of the text.
  package static func parse(
    _ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int = 256
  ) throws(JSONSyntaxError) -> JSON {
    var parser = JSONParser(text: text, maximumDepth: maximumDepth)
    return try parser.document()
  }

  /// Reads one document.
  ///
  /// - Throws: `JSONSyntaxError` with the place of the first error.
  package static func parse(
    _ text: String, maximumDepth: Int = 256
  ) throws(JSONSyntaxError) -> JSON {
    var text = text
    let result: Result<JSON, JSONSyntaxError> = text.withUTF8 { bytes in
      do throws(JSONSyntaxError) {
        return .success(try parse(bytes, maximumDepth: maximumDepth))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
