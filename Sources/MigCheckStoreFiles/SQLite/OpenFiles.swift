import Foundation
import MigCheckModel

/// The files that processes have open, which locks do not show.
enum OpenFiles {
  /// Whether this process has a database open, or a file that belongs to it.
  static func hold(_ path: String) -> Bool { holds(path, all) }

  #if os(Linux)
    /// Whether a process, or one that it has started, has a database open.
    ///
    /// - Parameter process: of another program.
    static func hold(_ path: String, by process: pid_t) -> Bool {
      holds(path, paths(in: "/proc/\(process)/fd"))
        || children(of: process).contains { hold(path, by: $0) }
    }

    static func children(of process: pid_t) -> [pid_t] {
      let list = "/proc/\(process)/task/\(process)/children"
      let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  #elseif os(macOS)
    /// `false`: other processes cannot be asked.
    static func hold(_ path: String, by process: pid_t) -> Bool { false }
    static func children(of process: pid_t) -> [pid_t] { [] }
  #endif

  private static func holds(_ path: String, _ all: [String]) -> Bool {
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let names = ["", "-wal", "-shm", "-journal"].flatMap { [path + $0, real + $0] }
    return all.contains { open in names.contains { $0.isIdentical(to: open) } }
  }

  /// The paths of what this process has open.
  private static var all: [String] {
    #if os(Linux)
      return paths(in: "/proc/self/fd")
    #elseif os(macOS)
      return (0..<getdtablesize()).compactMap { descriptor in
        var buffer = [CChar](repeating: 0, count: Int(MAXPATHLEN))
        guard fcntl(descriptor, F_GETPATH, &buffer) != -1 else { return nil }
        return String(cString: buffer)
      }
    #else
      return []
    #endif
  }

  #if os(Linux)
    private static func paths(in folder: String) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.compactMap { name in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      }
    }
  #endif
}
