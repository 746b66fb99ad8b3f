import Foundation
import TestMaterial
import Testing

/// The workflows of the documentation, against the schemas that services have.
@Suite struct WorkflowTests {
  @Test(
    "each workflow of the documentation is one that its service accepts",
    arguments: [("README.md", 2), ("Sources/MigCheck/MigCheck.docc/Reports.md", 3)])
  func theWorkflowsAreValid(page: String, count: Int) throws {
    let blocks = try MarkdownBlock.blocks(ofPage: page).filter { $0.language == "yaml" }
    #expect(blocks.count == count)
    for block in blocks where block.text.contains("runs-on:") {
      // What the schema cannot know: a job runs files that it has checked out, or fetched.
      #expect(block.text.contains("actions/checkout@"))
    }
    guard let checker = Checkers.program("check-jsonschema") else {
      print("skipped: there is no check-jsonschema; scripts/setup --checkers installs it")
      return
    }
    let bench = try Workbench()
    try bench.write("bitrise.schema.json", Self.bitrise)
    for block in blocks {
      let file = try bench.write("\(block.line).yml", block.text)
      let (arguments, key) = Self.schema(of: block.text)
      let outcome = try bench.run(program: checker, arguments + [file])
      #expect(outcome.status == 0, "\(block)\n\(outcome.output)")
      // The checker is awake.
      let broken = block.text.replacingOccurrences(of: key, with: "x:")
      let other = try bench.write("broken-\(block.line).yml", broken)
      #expect(try bench.run(program: checker, arguments + [other]).status == 1)
    }
  }

  /// The arguments of the checker, and a key without which a workflow is none.
  private static func schema(of text: String) -> (arguments: [String], key: String) {
    if text.contains("\njobs:\n") {
      return (["--builtin-schema", "vendor.github-workflows"], "runs-on:")
    }
    if text.contains("format_version:") {
      return (["--schemafile", "bitrise.schema.json"], "workflows:")
    }
    return (
      ["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"], "script:"
    )
  }

  /// What bitrise.yml must have; the checker knows no schema of the service itself.
  private static let bitrise = """
    {"type": "object", "required": ["format_version", "workflows"], "additionalProperties": false,
     "properties": {
       "format_version": {"type": "string"}, "default_step_lib_source": {"type": "string"},
       "workflows": {"type": "object", "additionalProperties": {
         "type": "object", "required": ["steps"], "properties": {"steps": {"type": "array",
           "items": {"type": "object", "minProperties": 1, "maxProperties": 1,
             "additionalProperties": {"type": "object", "properties": {
               "is_always_run": {"type": "boolean"},
               "inputs": {"type": "array", "items": {"type": "object"}}}}}}}}}}}
    """
}
