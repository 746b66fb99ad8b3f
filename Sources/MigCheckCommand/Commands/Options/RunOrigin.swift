import MigCheckText

#if CommandLine
  import Foundation
  import MigCheckReports
  import MigCheckVerifier

  extension RunMap.Origin {
    /// How the command was called, the parts that decide what a run finds.
    ///
    /// - Parameters:
    ///   - path: of the file or folder that is checked; empty: there is none.
    ///   - arguments: those of the process, without its name.
    init(path: String, arguments: [String] = MigCheckCommand.arguments) {
      let shown = path.isEmpty ? nil : Self.relative(path)
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let folder: String =
        if let shown, exists, isFolder.boolValue {
          shown == "." ? "" : shown + "/"
        } else {
          shown.flatMap { text in
            text.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(text[...$0]) }
          } ?? ""
        }
      let words = Self.deciding(arguments).map { $0.hasPrefix("/") ? Self.relative($0) : $0 }
      self.init(
        command: ([TypedName.text] + words.map(ShellText.word)).joined(separator: " "), file: shown,
        folder: folder)
    }

    /// Options that decide where a report goes, or who runs what, but not what is found.
    private static let others = [
      "--jobs", "--shard", "--format", "--report", "--time-limit", "--explain",
    ]

    /// The same, without a value.
    private static let otherFlags = ["--timings", "--unbatched"]

    private static func deciding(_ arguments: [String]) -> [String] {
      var words = [String]()
      var rest = arguments[...]
      while let word = rest.popFirst() {
        if word == "--" { return words + [word] + rest }
        if others.contains(word) {
          rest = rest.dropFirst()
        } else if !otherFlags.contains(word), !others.contains(where: { word.hasPrefix("\($0)=") })
        {
          words.append(word)
        }
      }
      return words
    }

    /// The path from the current folder; of one outside, which other machines have elsewhere, the name
    /// alone unless it was typed as it is.
    static func relative(_ path: String) -> String {
      func whole(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
      }
      let (own, folder) = (whole(path), whole(FileManager.default.currentDirectoryPath))
      if own == folder { return "." }
      if own.hasPrefix(folder + "/") { return String(own.dropFirst(folder.count + 1)) }
      guard path.hasPrefix("/") else {
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      }
      return own.split(separator: "/").last.map(String.init) ?? path
    }
  }
#endif
