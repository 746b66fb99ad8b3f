#if CommandLine
  import ArgumentParser
  import Foundation
  import MigCheckVerifier

  /// `--shard`.
  struct ShardOption: ParsableArguments {
    /// What the option may say.
    enum Choice: Sendable {
      case all
      case only(Shard)
      /// The environment names the shard; the count, where the runner does not tell it.
      case automatic(count: Int?)
    }

    @Option(
      help: ArgumentHelp(
        "Which part of the trials to run, such as 3/16; auto or auto/16: as the environment says; "
          + "all: all of them. (default: as the environment says, if it says it all)",
        valueName: "index/count"),
      transform: { text in
        switch text {
        case "all": return .all
        case "auto": return .automatic(count: nil)
        default: break
        }
        if text.hasPrefix("auto/") {
          guard let count = Int(text.dropFirst("auto/".count)), count >= 1 else {
            throw ValidationError("write how many shards there are, such as auto/16")
          }
          return .automatic(count: count)
        }
        do throws(ShardError) {
          return .only(try Shard(text))
        } catch {
          throw ValidationError(error.description)
        }
      })
    var shard: Choice?

    /// The shard to run, and the variable that named it. Says on standard error what a user should
    /// know of a choice that the environment made.
    ///
    /// - Returns: no shard: the whole run.
    /// - Throws: `UsageError` if the environment does not say what it should.
    func resolve(_ environment: [String: String]) throws -> (shard: Shard?, variable: String?) {
      switch shard {
      case .all: return (nil, nil)
      case .only(let shard): return (shard, nil)
      case .automatic(let count): return try automatic(environment, count: count)
      case nil: return try implied(environment)
      }
    }

    private func read(_ environment: [String: String]) throws -> ShardEnvironment {
      do throws(ShardError) {
        return try Shard.fromEnvironment(environment)
      } catch {
        throw UsageError("\(error); write --shard with an index and a count, or --shard all")
      }
    }

    /// `--shard auto` and `--shard auto/16`.
    private func automatic(
      _ environment: [String: String], count: Int?
    ) throws -> (Shard?, String?) {
      switch (try read(environment), count) {
      case (.none, _):
        throw UsageError(
          "--shard auto finds no shard in the environment; write an index and a count, such as "
            + "--shard 3/16")
      case (.shard(let shard, let variable), _):
        if let count, count != shard.count {
          throw UsageError(
            "--shard auto/\(count) says \(count) shards, but by \(variable) there are "
              + "\(shard.count); write --shard auto")
        }
        return try follow(shard, variable, environment)
      case (.indexOnly(_, let variable), nil):
        throw UsageError(
          "\(variable) does not tell how many shards there are; write --shard auto/16 for 16")
      case (.indexOnly(let index, let variable), let count?):
        guard index <= count else {
          throw UsageError(
            "--shard auto/\(count) is too few: by \(variable) this is shard \(index); write how "
              + "many shards there are")
        }
        return try follow(Shard(index: index, count: count), variable, environment)
      }
    }

    /// Without the option.
    private func implied(_ environment: [String: String]) throws -> (Shard?, String?) {
      switch try read(environment) {
      case .none: return (nil, nil)
      case .shard(let shard, let variable):
        guard shard.count > 1 else { return (nil, nil) }
        Terminal.note(
          "migcheck: shard \(shard.index) of \(shard.count) by \(variable); --shard all runs all "
            + "trials")
        return try follow(shard, variable, environment)
      case .indexOnly(_, let variable):
        Terminal.note(
          "migcheck: running all trials, since \(variable) does not tell how many shards there "
            + "are; --shard auto/16 runs this shard of 16, --shard all silences this")
        return (nil, nil)
      }
    }

    private func follow(
      _ shard: Shard, _ variable: String, _ environment: [String: String]
    ) throws -> (Shard?, String?) {
      // How a test tells Bazel that it did run a part only.
      if variable == "TEST_SHARD_INDEX", let path = environment["TEST_SHARD_STATUS_FILE"],
        !path.isEmpty
      {
        guard FileManager.default.createFile(atPath: path, contents: Data()) else {
          throw UsageError("TEST_SHARD_STATUS_FILE names \(path), which cannot be written")
        }
      }
      return (shard, variable)
    }
  }
#endif
