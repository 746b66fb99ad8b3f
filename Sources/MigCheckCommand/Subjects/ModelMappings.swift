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
      var (run, withPolicies) = ([MappingModel](), [MappingModel]())
      for model in models {
        let others = models.count { $0.hop == model.hop } - 1
        switch model.plan {
        case _ where others > 0:
          Self.note(model, "has another mapping model as well, and is not judged")
          custom.insert(model.hop)
        case .success(let plan):
          run.append(model)
          plans[model.hop] = plan
        case .failure(let problem):
          if model.policies.isEmpty {
            Self.note(model, "has a mapping model, which \(problem.reason), and is not judged")
          } else {
            withPolicies.append(model)
          }
          custom.insert(model.hop)
        }
      }
      Self.note(run, together: "run as mapping models say") { _ in
        "runs as the mapping model says"
      }
      Self.note(
        withPolicies, together: "have mapping models with policies of the app, and are not judged"
      ) {
        "has a mapping model, with the policies \(quotedList($0.policies)), and is not judged"
      }
    }

    private static func note(_ model: MappingModel, _ text: String) {
      Terminal.note(
        "migcheck: \(model.path): the upgrade \(model.hop.from) → \(model.hop.to) \(text)")
    }

    /// - Parameters:
    ///   - models: all of one kind. Many have one line, or they would hide what else is said.
    ///   - one: what is said of each of a few.
    private static func note(
      _ models: [MappingModel], together: String, one: (MappingModel) -> String
    ) {
      guard models.count > mostLines else {
        for model in models { note(model, one(model)) }
        return
      }
      let hops = models.map(\.hop).inOrder.map { "\($0.from) → \($0.to)" }
      Terminal.note(
        "migcheck: \(models.count) upgrades \(together): \(hops.joined(separator: ", "))")
    }

    private static let mostLines = 3
  }
#endif
