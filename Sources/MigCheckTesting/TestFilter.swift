#if canImport(Testing)
  import Testing
#endif

/// What `swift test --filter` takes to run the current test again.
enum TestFilter {
  /// - Parameters:
  ///   - function: that which calls the kit: a test of XCTest by itself.
  ///   - fileID: `Module/File.swift`.
  static func text(function: String, fileID: String) -> String {
    #if canImport(Testing)
      if let test = Test.current { return text(named: test.name, fileID: fileID) }
    #endif
    // A function of another name is a helper, and not the test.
    return text(named: function.hasPrefix("test") ? function : "", fileID: fileID)
  }

  /// The name without its parameters, or that of the module where a filter could not hold it.
  static func text(named name: String, fileID: String) -> String {
    let plain = name.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = name.dropFirst(plain.count)
    guard !plain.isEmpty, rest.isEmpty || rest.first == "(" else {
      return String(fileID.prefix { $0 != "/" })
    }
    return String(plain)
  }
}
