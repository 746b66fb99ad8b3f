#if os(macOS) || os(Linux)
  import Foundation

  /// What an upgrade took in a process of its own.
  package struct MigratorCost: Sendable, Equatable {
    /// For how long processors were busy; where the system does not say, how long it took.
    package var seconds: Double
    package var isProcessorTime: Bool
    /// The most memory of its largest process; `nil`: it is not known.
    package var bytes: Int?

    package init(seconds: Double, isProcessorTime: Bool, bytes: Int?) {
      (self.seconds, self.isProcessorTime, self.bytes) = (seconds, isProcessorTime, bytes)
    }
  }

  /// Measures a program while it runs.
  package final class ProcessMeter {
    private var bytes: Int?
    private var seconds = 0.0

    /// To be read when the program has ended.
    var cost: MigratorCost { MigratorCost(seconds: seconds, isProcessorTime: true, bytes: bytes) }

    /// Looks at the memory of a process and those that it has started.
    func look(at process: pid_t) {
      if let peak = Self.peak(of: process), peak > bytes ?? 0 { bytes = peak }
      for child in OpenFiles.children(of: process) { look(at: child) }
    }

    /// - Parameter usage: of the process and all that it waited for.
    func note(_ usage: rusage) {
      func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
      self.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
      #if os(macOS)
        // On Linux a new process begins with the peak of the one that started it.
        bytes = usage.ru_maxrss
      #endif
    }

    /// What an upgrade takes in a process that goes on.
    static func cost(of process: pid_t, _ body: () throws -> Void) rethrows -> MigratorCost {
      resetPeak(of: process)
      let (before, start) = (seconds(of: process), ContinuousClock.now)
      try body()
      let passed = start.duration(to: .now) / .seconds(1)
      let busy = before.flatMap { before in seconds(of: process).map { $0 - before } }
      return MigratorCost(
        seconds: busy ?? passed, isProcessorTime: busy != nil, bytes: peak(of: process))
    }

    #if os(Linux)
      private static func resetPeak(of process: pid_t) {
        guard let file = fopen("/proc/\(process)/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
      }

      private static func seconds(of process: pid_t) -> Double? {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
          return nil
        }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      }

      private static func peak(of process: pid_t) -> Int? {
        let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first
          .flatMap { Int($0) }.map { $0 * 1024 }
      }
    #else
      private static func resetPeak(of process: pid_t) {}
      private static func seconds(of process: pid_t) -> Double? { nil }
      private static func peak(of process: pid_t) -> Int? { nil }
    #endif
  }
#endif
