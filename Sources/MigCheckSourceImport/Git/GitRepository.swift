import Dispatch
import Foundation
import MigCheckModel

/// Reads the objects of a git repository.
///
/// Nothing is checked out, so that no hook and no filter of the repository runs, and nothing is
/// fetched. Names of tags are never arguments of git: objects are asked for by their numbers.
package struct GitRepository {
  let path: String

  /// - Throws: `InputError` if there is no repository.
  package init(_ path: String) throws {
    self.path = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw InputError(.notFound, file: path, problem: "there is no such folder") }
    _ = try run(["rev-parse", "--git-dir"])
  }

  /// Which objects there are of a commit.
  package struct Entry: Hashable, Sendable {
    package var id: String
    package var path: String
  }

  /// The Swift files of a commit that belong to the app, in the order of their paths.
  ///
  /// - Parameter folders: the folders that count; empty: all.
  func sources(of commit: String, in folders: [String]) throws -> [Entry] {
    try files(of: commit, in: folders) { SourceFolder.isSource($0) }
  }

  /// The files of a commit, in the order of their paths.
  ///
  /// - Parameters:
  ///   - folders: the folders that count; empty: all.
  ///   - isWanted: whether a file counts, by the rest of its path below such a folder.
  package func files(
    of commit: String, in folders: [String], where isWanted: (String) -> Bool
  ) throws -> [Entry] {
    let listing = try run(
      ["ls-tree", "-r", "-z", "--full-tree", commit], limit: Self.listingLimit,
      called: "the list of files of \(commit)")
    return listing.split(separator: 0).compactMap { line in
      let text = String(decoding: line, as: UTF8.self)
      guard let tab = text.firstIndex(of: "\t") else { return nil }
      let fields = text[..<tab].split(separator: " ")
      let path = String(text[text.index(after: tab)...])
      // Regular files only: no links, no other repositories.
      guard fields.count == 3, fields[0].hasPrefix("100"), fields[1] == "blob" else { return nil }
      guard let below = Self.below(folders, path), isWanted(below) else { return nil }
      return Entry(id: String(fields[2]), path: path)
    }
  }

  /// The rest of a path below one of the folders.
  private static func below(_ folders: [String], _ path: String) -> String? {
    if folders.isEmpty { return path }
    for folder in folders {
      let parts = folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
      if path == parts { return path.split(separator: "/").last.map(String.init) }
      if path.hasPrefix(parts + "/") { return String(path.dropFirst(parts.count + 1)) }
      if parts.isEmpty { return path }
    }
    return nil
  }

  /// The contents of objects, in order; `nil`: the object is not here, as in a partial clone.
  ///
  /// - Parameter noun: what messages call a file, such as `Swift file`.
  package func contents(
    of entries: [Entry], called noun: String = "Swift file"
  ) throws -> [[UInt8]?] {
    guard !entries.isEmpty else { return [] }
    let ids = entries.map(\.id)
    let input = ids.joined(separator: "\n") + "\n"
    try requireModest(run(["cat-file", "--batch-check"], input: input), of: entries, noun)
    let output = try run(
      ["cat-file", "--batch"], input: input, limit: Self.contentLimit + 100 * ids.count,
      called: "the content of \(noun)s")
    var rest = output[...]
    var contents = [[UInt8]?]()
    for id in ids {
      // `ID blob SIZE`, the content, and the end of a line; or `ID missing`.
      guard let end = rest.firstIndex(of: 10) else { throw unreadable(id) }
      let fields = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      if fields.count == 2, fields[1] == "missing" {
        contents.append(nil)
        rest = rest[(end + 1)...]
        continue
      }
      guard fields.count == 3, fields[1] == "blob", let size = Int(fields[2]),
        rest.count > end - rest.startIndex + size + 1
      else { throw unreadable(id) }
      contents.append(Array(rest[(end + 1)..<(end + 1 + size)]))
      rest = rest[(end + 2 + size)...]
    }
    return contents
  }

  /// The longest list of files of a commit, in bytes: 64 MiB, some hundred thousand names.
  private static let listingLimit = 64 << 20

  /// The most that Swift files of a commit hold together, in bytes: 512 MiB.
  private static let contentLimit = 512 << 20

  /// Sizes are asked for before anything is read: git packs a gibibyte of zeros into a megabyte.
  ///
  /// - Parameter listing: `ID blob SIZE`, a line for each file.
  private func requireModest(
    _ listing: [UInt8], of entries: [Entry], _ noun: String
  ) throws {
    var total = 0
    for (entry, line) in zip(entries, listing.split(separator: 10)) {
      let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard fields.count == 3, let size = Int(fields[2]) else { continue }
      guard size <= SourceFolder.limit else {
        throw InputError(
          file: path,
          problem: "the \(noun) \(entry.path) is larger than \(SourceFolder.limit >> 20) MiB",
          remedy: "name the folders that count with --path")
      }
      total += min(size, Self.contentLimit)
      guard total <= Self.contentLimit else { throw tooMuch("the content of \(noun)s") }
    }
  }

  private func tooMuch(_ what: String, limit: Int = contentLimit) -> InputError {
    InputError(
      file: path, problem: "\(what) is larger than \(limit >> 20) MiB",
      remedy: "name a repository with the app's source")
  }

  private func unreadable(_ id: String) -> InputError {
    InputError(
      file: path, problem: "the object \(id) cannot be read",
      remedy: "check the repository with git fsck")
  }

  // MARK: Commits

  package struct Tag: Equatable, Sendable {
    package var name: String
    package var commit: String
  }

  /// The tags whose names match a pattern, oldest first.
  ///
  /// - Parameter pattern: as the shell has them; `*` and `?` match a `/`, too.
  /// - Throws: `InputError`, also if no tag matches.
  package func tags(matching pattern: String) throws -> [Tag] {
    let format =
      "%(objecttype)%09%(objectname)%09%(*objecttype)%09%(*objectname)%09%(refname)"
    let output = try run([
      "for-each-ref", "--sort=version:refname", "--sort=creatordate", "--format=\(format)",
      "refs/tags",
    ])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let tags = lines.compactMap { line -> Tag? in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return nil }
      let name = String(fields[4].dropFirst("refs/tags/".count))
      guard fnmatch(pattern, name, 0) == 0 else { return nil }
      if fields[0] == "commit" { return Tag(name: name, commit: fields[1]) }
      return fields[2] == "commit" ? Tag(name: name, commit: fields[3]) : nil
    }
    guard !tags.isEmpty else {
      throw InputError(
        .notFound, file: path,
        problem: lines.isEmpty ? "the repository has no tags" : "no tag matches '\(pattern)'",
        remedy: lines.isEmpty
          ? "tag the commits that were released" : "give a pattern such as --tags 'v*'")
    }
    return tags
  }

  /// A commit, and the Swift files of the app that it changes.
  struct Commit {
    var id: String
    /// By path; no object: the file is gone.
    var changes: [(path: String, id: String?)]
  }

  /// The commits of a branch that changed Swift files of the app, oldest first, each against the one
  /// before it; of merges the result only.
  ///
  /// - Parameter folders: the folders that count; empty: all.
  func commits(of branch: String, in folders: [String]) throws -> [Commit] {
    guard !branch.hasPrefix("-"), !branch.isEmpty else {
      throw InputError(
        .notFound, file: path, problem: "'\(branch)' is not a branch", remedy: "name a branch")
    }
    let head = String(
      decoding: try run(["rev-parse", "--verify", "--end-of-options", branch + "^{commit}"]),
      as: UTF8.self)
    let id = head.split(separator: "\n").last.map(String.init) ?? ""
    let output = try run([
      "log", "--first-parent", "-m", "--reverse", "--raw", "--no-abbrev", "--no-renames", "-z",
      "--no-show-signature", "--no-notes", "--format=%x00%H", id, "--", "*.swift",
    ])
    var commits = [Commit]()
    var change: Substring?
    for field in output.split(separator: 0) {
      let text = Substring(String(decoding: field, as: UTF8.self)).drop { $0 == "\n" }
      if let fields = change?.split(separator: " ") {
        change = nil
        guard !commits.isEmpty, fields.count == 5,
          let below = Self.below(folders, String(text)), SourceFolder.isSource(below)
        else { continue }
        // Regular files only: no links, no other repositories.
        let isFile = fields[1].hasPrefix("100") && fields[4] != "D"
        commits[commits.count - 1].changes.append(
          (String(text), isFile ? String(fields[3]) : nil))
      } else if text.hasPrefix(":") {
        change = text
      } else if !text.isEmpty {
        commits.append(Commit(id: String(text), changes: []))
      }
    }
    return commits.filter { !$0.changes.isEmpty }
  }

  // MARK: Running git

  /// - Parameters:
  ///   - limit: of the output, in bytes.
  ///   - what: what messages call it.
  private func run(
    _ arguments: [String], input: String = "", limit: Int = listingLimit,
    called what: String = "what git says"
  ) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["git", "-C", path, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
      + arguments
    process.environment = Self.environment
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) =
      (stdin, stdout, stderr)
    do { try process.run() } catch {
      throw InputError(.io, file: "git", problem: "it cannot be run", remedy: "install git")
    }
    let errors = Locked<[UInt8]>([])
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? stdin.fileHandleForWriting.close()
    }
    DispatchQueue.global().async(group: group) {
      let bytes = [UInt8](stderr.fileHandleForReading.readDataToEndOfFile())
      errors.withLock { $0 = bytes }
    }
    var output = [UInt8]()
    while let data = try? stdout.fileHandleForReading.read(upToCount: 1 << 18), !data.isEmpty {
      output += data
      if output.count > limit { break }
    }
    let isTooLong = output.count > limit
    // Not SIGTERM: the command blocks it to end in an orderly way, and git inherits that.
    if isTooLong { kill(process.processIdentifier, SIGKILL) }
    group.wait()
    process.waitUntilExit()
    guard !isTooLong else { throw tooMuch(what, limit: limit) }
    guard process.terminationStatus == 0 else {
      let text = String(decoding: errors.withLock { $0 }, as: UTF8.self)
      let reason = text.split(separator: "\n").first.map(String.init) ?? "it failed"
      throw InputError(
        .notFound, file: path, problem: "git says: \(reason.filter { $0 != "\u{1B}" })")
    }
    return output
  }

  /// Without what would lead git to another repository, and with nothing that could be run.
  private static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["GIT_NO_REPLACE_OBJECTS"] = "1"
    environment["GIT_NO_LAZY_FETCH"] = "1"
    environment["GIT_ALLOW_PROTOCOL"] = ""
    environment["GIT_OPTIONAL_LOCKS"] = "0"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["LC_ALL"] = "C"
    return environment
  }
}
