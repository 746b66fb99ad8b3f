import Foundation
import Testing

/// A terminal that is a file of this process.
///
/// Not every C library shows the functions for it to Swift, so they are looked up by name.
enum Pseudoterminal {
  private typealias Open = @convention(c) (Int32) -> Int32
  private typealias Name = @convention(c) (Int32) -> UnsafeMutablePointer<CChar>?

  /// - Returns: the end to read from, and the path of the other end.
  static func open() throws -> (descriptor: Int32, path: String) {
    let library = try #require(dlopen(nil, RTLD_NOW))
    func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
      unsafeBitCast(try #require(dlsym(library, name)), to: type)
    }
    let descriptor = try function("posix_openpt", Open.self)(O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0)
    for step in ["grantpt", "unlockpt"] {
      try #require(try function(step, Open.self)(descriptor) == 0)
    }
    let path = try #require(try function("ptsname", Name.self)(descriptor))
    return (descriptor, String(cString: path))
  }
}
