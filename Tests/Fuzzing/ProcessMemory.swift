import Foundation

/// The memory of this process.
package enum ProcessMemory {
  /// Forgets the peak so far, where the system can.
  package static func resetPeak() {
    #if os(Linux)
      let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = Glibc.write(file, "5", 1)
      close(file)
    #endif
  }

  /// The most that was in use since `resetPeak()`, or since the beginning; in MiB.
  package static var peak: Int {
    #if os(Linux)
      // A file without a size: it is read until it ends.
      let handle = FileHandle(forReadingAtPath: "/proc/self/status")
      let text = String(decoding: (try? handle?.readToEnd()) ?? Data(), as: UTF8.self)
      let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 / 1024 }
        ?? 0
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss / 1_048_576
    #endif
  }

  /// Refuses more address space than this, so that a mistake does not take the machine down.
  package static func limit(gibibytes: UInt) {
    #if os(Linux)
      var limit = rlimit(rlim_cur: gibibytes << 30, rlim_max: gibibytes << 30)
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #endif
  }
}
