#if CommandLine
  import MigCheck
  import MigCheckCoreData
  import MigCheckFormats
  import MigCheckModel
  import MigCheckText

  /// The mapping models of a Core Data model, in its project. What each one does is noted on standard error.
  struct ModelMappings {
    /// Upgrades that only the app can run.
    private(set) var custom = Set<InferenceMatrix.Hop>()
    /// What the others do.
    private(set) var plans = [InferenceMatrix.Hop: MappingPlan]()

    /// - Throws: `InputError` for a file that is not what it should be.
    init(of bundle: CoreDataBundle) throws {
      let (models, notes) = try MappingModelReader.models(of: bundle)
      for note in notes { Terminal.note("migcheck: warning: \(note)") }
      for model in models {
        let others = models.count { $0.hop == model.hop } - 1
        let note: String
        switch model.plan {
        case _ where others > 0:
          note = "has another mapping model as well, and is not judged"
          custom.insert(model.hop)
        case .success(let plan):
          note = "runs as the mapping model says"
          plans[model.hop] = plan
        case .failure(let problem):
          let reason =
            model.policies.isEmpty
            ? ", which \(problem.reason)" : ", with the policies \(quotedList(model.policies))"
          note = "has a mapping model\(reason), and is not judged"
          custom.insert(model.hop)
        }
        Terminal.note(
          "migcheck: \(model.path): the upgrade \(model.hop.from) → \(model.hop.to) \(note)")
      }
    }
  }
#endif
