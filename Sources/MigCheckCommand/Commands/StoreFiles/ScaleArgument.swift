#if CommandLine
  import ArgumentParser

  /// `--scale 10,100`.
  enum ScaleArgument {
    private static let most = 100_000

    /// - Throws: `ValidationError` for anything but a list of increasing numbers.
    static func parse(_ text: String) throws -> [Int] {
      let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      guard zip([0] + sizes, sizes).allSatisfy({ $0 < $1 }), sizes.last ?? 0 <= most else {
        throw ValidationError(
          "it must be numbers of rows from 1 to \(most), each larger than the one before, such as "
            + "10,100")
      }
      return sizes
    }
  }
#endif
