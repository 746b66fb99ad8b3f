import EngineQuality
import TestMaterial
import Testing

@Suite struct ShrinkQualityTests {
  @Test(
    "Failures of 25 objects shrink to the smallest, in 50 evaluations on average",
    arguments: Sweep.part(ShrinkTask.all, oneOf: 2))
  func failuresOf25ObjectsShrinkToTheSmallestIn50EvaluationsOnAverage(task: ShrinkTask) {
    let summary = task.run(size: 25, seeds: 0..<24)
    #expect(summary.optimal == 24)
    #expect(summary.minimal == 24)
    #expect(summary.average <= 50)
  }

  @Test(
    "Eighty times as many objects cost less than three times as many evaluations",
    .enabled(if: Sweep.isFull),
    arguments: ShrinkTask.all)
  func eightyTimesAsManyObjectsCostLessThanThreeTimesAsManyEvaluations(task: ShrinkTask) {
    let small = task.run(size: 25, seeds: 0..<10)
    let large = task.run(size: 2000, seeds: 0..<1)
    #expect(large.optimal == 1)
    #expect(large.average < small.average * 3)
  }
}
