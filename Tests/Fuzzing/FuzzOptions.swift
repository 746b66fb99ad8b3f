import Foundation

/// What a run of the fuzzer does, as its arguments say.
package struct FuzzOptions: Sendable {
  /// A mistake that the fuzzer itself must notice; only for its own tests.
  package enum Sabotage: String, Sendable, CaseIterable {
    case trap, hang, memory, stray
  }

  package var inputs = 10_000
  package var seed: UInt64 = 1
  /// The number of the first input.
  package var first = 0
  package var commands = InputMaker.Command.allCases
  /// Folders with histories and cases.
  package var seedFolders: [String] = []
  /// Where inputs that show a problem are kept; `nil`: they are not.
  package var findings: String?
  package var workers = 1
  /// How long one input may take.
  package var seconds = 20.0
  /// How much memory one input may take, in MiB.
  package var mebibytes = 1024
  package var sabotage: Sabotage?

  package init() {}

  /// - Throws: `FuzzUsage` that says what is wrong.
  package init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value<T>(_ name: String, _ read: (String) -> T?) throws -> T {
      guard let text = rest.popFirst(), let value = read(text) else {
        throw FuzzUsage(description: "\(name) lacks its value, or the value is wrong")
      }
      return value
    }
    while let name = rest.popFirst() {
      switch name {
      case "--inputs": inputs = try value(name) { Int($0) }
      case "--seed": seed = try value(name) { UInt64($0, radix: 16) }
      case "--first": first = try value(name) { Int($0) }
      case "--commands":
        commands = try value(name) { text in
          let all = text.split(separator: ",").map { InputMaker.Command(rawValue: String($0)) }
          return all.isEmpty || all.contains { $0 == nil } ? nil : all.compactMap(\.self)
        }
      case "--seeds":
        // A worker leaves the folder that it was started in.
        seedFolders.append(try value(name) { URL(fileURLWithPath: $0).path })
      case "--findings": findings = try value(name) { $0 }
      case "--workers": workers = try value(name) { Int($0).map { max(1, $0) } }
      case "--seconds": seconds = try value(name) { Double($0) }
      case "--mebibytes": mebibytes = try value(name) { Int($0) }
      case "--sabotage": sabotage = try value(name) { Sabotage(rawValue: $0) }
      default: throw FuzzUsage(description: "there is no option \(name)")
      }
    }
  }

  /// The arguments that decide what an input is.
  package var showArguments: [String] { arguments(first: first, inputs: inputs) }

  /// The arguments from which a worker reads the same.
  func arguments(first: Int, inputs: Int) -> [String] {
    var arguments = [
      "--inputs", "\(inputs)", "--seed", String(seed, radix: 16), "--first", "\(first)",
      "--commands", commands.map(\.rawValue).joined(separator: ","), "--mebibytes",
      "\(mebibytes)",
    ]
    for folder in seedFolders { arguments += ["--seeds", folder] }
    if let sabotage { arguments += ["--sabotage", sabotage.rawValue] }
    return arguments
  }
}

/// Why the fuzzer cannot be started as asked.
package struct FuzzUsage: Error, CustomStringConvertible {
  package let description: String
}
