import Foundation
import TestMaterial
import Testing

/// The workflows of the README, against the schemas that GitHub and GitLab have.
@Suite struct WorkflowTests {
  @Test("each workflow of the README is one that its service accepts")
  func theWorkflowsAreValid() throws {
    let blocks = try MarkdownBlock.blocks(ofPage: "README.md").filter { $0.language == "yaml" }
    #expect(blocks.count == 2)
    for block in blocks where block.text.contains("runs-on:") {
      // What the schema cannot know: a job runs files that it has checked out, or fetched.
      #expect(block.text.contains("actions/checkout@"))
    }
    guard let checker = Self.checker else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let bench = try Workbench()
    for block in blocks {
      let isGitHub = block.text.contains("\njobs:\n")
      let file = try bench.write("\(block.line).yml", block.text)
      let schema = isGitHub ? "vendor.github-workflows" : "vendor.gitlab-ci"
      let arguments = ["--builtin-schema", schema]
      let outcome = try bench.run(
        program: checker, arguments + (isGitHub ? [] : ["--data-transform", "gitlab-ci"]) + [file])
      #expect(outcome.status == 0, "\(block)\n\(outcome.output)")
      // The checker is awake.
      let broken = block.text.replacingOccurrences(
        of: isGitHub ? "runs-on:" : "script:", with: "x:")
      let other = try bench.write("broken-\(block.line).yml", broken)
      #expect(try bench.run(program: checker, arguments + [other]).status == 1)
    }
  }

  private static let checker: URL? = {
    let own = Material.root.appendingPathComponent(".build/checkers/bin/check-jsonschema")
    return FileManager.default.isExecutableFile(atPath: own.path) ? own : nil
  }()
}
