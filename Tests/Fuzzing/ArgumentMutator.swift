import MigCheckGeneration

/// Changes arguments. No path leads out of the folder that the command runs in.
enum ArgumentMutator {
  private static let words = [
    "", " ", "-", "--", "-x", "--help", "-h", "--version", "--no-such", "check", "replay", "chekc",
    ".", "..", "/dev/null", "no-such-file", "h.history.json", "\n", "a\0b", "é", "--format=json",
    "--format", "json", "xml", "--stores", "memory,file", "file,,", "--paths", "all", "--seed",
    "zz", "ffffffffffffffff", "10000000000000000", "--strict", "--silence", "flaky", "nothing",
    "--shard", "1/2", "0/0", "9223372036854775807/9223372036854775807", "auto/2", "1/1/1", "--from",
    "--to", "--out", "--trial", "--hazards", "--corpus", "--jobs", "--time-limit", "nan", "inf",
  ]

  /// Not `--trials` and `--jobs` of any number: so many trials were asked for, and take their time.
  private static let bounded = [
    "0", "1", "2", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615", "1000000000001", "1e3", "0x1", "+1", "٣", "1.5", "",
  ]

  static func changed(
    _ arguments: [String], files: [String], _ source: inout RandomSource
  ) -> [String] {
    var result = arguments
    for _ in 0...source.geometric(mean: 1, limit: 3) {
      let place = result.isEmpty ? 0 : source.below(result.count)
      switch result.isEmpty ? 4 : source.below(7) {
      case 0: result.remove(at: place)
      case 1: result.insert(result[place], at: source.below(result.count + 1))
      case 2: result.swapAt(place, source.below(result.count))
      case 3: result[place] = source.pick(from: bounded)
      case 4: result.insert(source.pick(from: words), at: place)
      case 5: result[place] = source.pick(from: files + ["f", "."])
      default:
        let name = source.pick(from: [
          "--trials", "--jobs", "--trial", "--from", "--to", "--version",
        ])
        result += [name, source.pick(from: bounded)]
      }
    }
    return result.map { $0 == ".." ? "." : $0 }
  }
}
