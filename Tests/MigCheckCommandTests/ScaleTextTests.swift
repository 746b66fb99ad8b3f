#if os(macOS) || os(Linux)
  import MigCheckStoreFiles
  import Testing

  @testable import MigCheckCommand

  /// What `--scale` prints, for costs that are given.
  @Suite("Growth in words") struct ScaleTextTests {
    private func measures(_ costs: [(rows: Int, seconds: Double)]) -> [ScaledUpgrades.Measure] {
      costs.map { rows, seconds in
        ScaledUpgrades.Measure(
          rows: rows, cost: MigratorCost(seconds: seconds, isProcessorTime: true, bytes: 48_000_000)
        )
      }
    }

    @Test("the lines of an upgrade") func lines() {
      var hop = ScaledUpgrades.Hop(from: "v1", to: "v2")
      hop.measures = measures([(0, 0.01), (20, 0.02), (200, 1.01)])
      var stopped = ScaledUpgrades.Hop(from: "v2", to: "v3")
      stopped.measures = measures([(0, 0.01)])
      stopped.problem = "The upgrade failed: no."
      var upgrades = ScaledUpgrades(hops: [hop, stopped])
      #expect(
        ScaleText(upgrades: upgrades).text == """
          growth   processor time and peak memory of each upgrade, from one run each
            v1 → v2
                     0 rows     10.0 ms     48.0 MB
                    20 rows     20.0 ms     48.0 MB
                   200 rows      1.01 s     48.0 MB
              grows faster than the rows: 10 times the rows take 100 times the time
            v2 → v3
                     0 rows     10.0 ms     48.0 MB
              stopped: The upgrade failed: no.

          """)
      upgrades.hops[0].measures[1].cost.isProcessorTime = false
      #expect(ScaleText(upgrades: upgrades).text.hasPrefix("growth   time and peak memory"))
    }

    @Test(
      "proportional growth, and what may be noise, is not mentioned",
      arguments: [
        [(0, 0.01), (10, 0.02), (100, 0.11)],
        [(0, 0.01), (10, 0.0101), (100, 0.05)],
        [(0, 0.5), (10, 0.5), (100, 0.52)],
        [(0, 0.01), (10, 0.5)],
        [(0, 0.01), (3, 0.1), (3, 0.12)],
      ])
    func proportional(costs: [(Int, Double)]) {
      #expect(ScaleText.growth(of: measures(costs.map { (rows: $0.0, seconds: $0.1) })) == nil)
    }

    @Test("of several sizes the largest pair that grows too fast is named") func several() {
      #expect(
        ScaleText.growth(of: measures([(0, 0), (10, 0.01), (100, 1), (1000, 100)]))
          == "grows faster than the rows: 10 times the rows take 100 times the time")
    }
  }
#endif
