#if CommandLine
  import Foundation
  import MigCheck
  import MigCheckModel
  import MigCheckReports
  import MigCheckStoreFiles
  import MigCheckText
  import MigCheckVerifier

  #if os(macOS) || os(Linux)
    /// How time and memory of a migrator grow, in lines.
    struct ScaleText {
      let upgrades: ScaledUpgrades

      private typealias Measure = ScaledUpgrades.Measure

      var text: String {
        let isProcessor = upgrades.hops.flatMap(\.measures).allSatisfy(\.cost.isProcessorTime)
        let head =
          "growth   \(isProcessor ? "processor time" : "time") and peak memory of each upgrade, "
          + "from one run each\n"
        return head + upgrades.hops.map(lines).joined()
      }

      private func lines(_ hop: ScaledUpgrades.Hop) -> String {
        let rows = hop.measures.map { measure in
          "    \(column("\(measure.rows)", 8)) row\(measure.rows == 1 ? " " : "s")"
            + column(Self.time(measure.cost.seconds), 12)
            + (measure.cost.bytes.map { column(Self.memory($0), 12) } ?? "") + "\n"
        }
        let notes = [
          hop.problem.map { "stopped: \($0)" }, Self.growth(of: hop.measures),
        ].compactMap(\.self).map { "    \($0)" }
        return "  \(hop.from) → \(hop.to)\n" + rows.joined()
          + ColumnText.fitted(notes).map { "\($0)\n" }.joined()
      }

      private func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
      }

      private static func time(_ seconds: Double) -> String {
        seconds < 0.9995
          ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.2f s", seconds)
      }

      private static func memory(_ bytes: Int) -> String {
        String(format: "%.1f MB", Double(bytes) / 1e6)
      }

      /// Times below that are noise.
      private static let (noise, least) = (0.002, 0.05)

      /// A sentence if the time grows faster than the rows, beyond what an upgrade without rows takes.
      static func growth(of measures: [ScaledUpgrades.Measure]) -> String? {
        guard let base = measures.first, measures.count > 2 else { return nil }
        for (first, second) in zip(measures.dropFirst(), measures.dropFirst(2)).reversed() {
          let (before, after) = (
            max(first.cost.seconds - base.cost.seconds, noise),
            second.cost.seconds - base.cost.seconds
          )
          let rows = Double(second.rows) / Double(max(first.rows, 1))
          guard after > least, after > 2 * rows * before else { continue }
          return "grows faster than the rows: \(number(rows)) times the rows take "
            + "\(number(after / before)) times the time"
        }
        return nil
      }

      private static func number(_ value: Double) -> String {
        String(format: value < 10 ? "%.1f" : "%.0f", value)
      }
    }
  #endif

  extension LoadedDatabase {
    /// Measures the migrator, and prints what it took.
    ///
    /// - Parameter isText: whether standard output holds a text, and no document.
    func writeScale(_ sizes: [Int], of options: VerificationOptions, isText: Bool) throws {
      #if os(macOS) || os(Linux)
        let graphs = ScaledGraphs(subject: database, seed: options.seed)
        let versions = database.versions.map(\.number)
        guard let first = versions.first, let last = versions.last else { return }
        let span = (options.from ?? first)...(options.to ?? last)
        let upgrades = ScaledUpgrades(of: database, span: span, sizes: sizes) {
          graphs.graph(of: $0, count: $1)
        }
        let text = "\n" + ScaleText(upgrades: upgrades).text
        guard isText else { return Terminal.show(text.printable(keepingLines: true)) }
        try Terminal.write(text)
      #endif
    }
  }
#endif
