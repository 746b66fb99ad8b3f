import MigCheckGeneration
import MigCheckModel
import MigCheckStoreFiles

/// Tries damaged Realm files. A trap ends the process; all else that must not happen is a problem.
package struct RealmFileFuzzing {
  /// What one input led to.
  package enum Outcome: Sendable, Equatable {
    case read
    case refused
    case problem(String)
  }

  private let seeds: [[UInt8]]

  /// - Parameter files: more files to begin with.
  /// - Throws: `RealmWriteError`.
  package init(_ files: [[UInt8]] = []) throws {
    seeds = try RealmFileSeeds.files() + files
  }

  /// The bytes of an input; the same seed and number give the same ones.
  package func input(_ number: Int, seed: UInt64) -> [UInt8] {
    var source = RandomSource(seed: seed, name: "realm-file", trial: number)
    let file = seeds[source.below(seeds.count)]
    return source.chance(5)
      ? ByteMutator.damaged(file, &source)
      : RealmFileMutator.damaged(file, others: seeds, &source)
  }

  /// Reads a file, makes a graph of it, and writes what was read.
  package func outcome(of bytes: [UInt8]) -> Outcome {
    let content: RealmContent
    do { content = try RealmFile.read(bytes) } catch {
      return error.inputError(file: "f").description.isEmpty ? .problem("no sentence") : .refused
    }
    // The smallest allowance is for files that are nearly empty.
    let size = content.elementCount
    guard size <= 64 * bytes.count + 65_536 else {
      return .problem("\(size) elements of \(bytes.count) bytes")
    }
    for note in content.notes where note.description.isEmpty { return .problem("an empty note") }
    do { _ = try content.snapshot() } catch is RealmFileError {
      return .refused
    } catch { return .problem("\(error)") }
    // Not all that is read may be written; what is written is read.
    guard let written = try? RealmFile.bytes(content) else { return .read }
    guard let again = try? RealmFile.read(written), again.elementCount == size else {
      return .problem("what was written is not read as it was")
    }
    return .read
  }
}

extension RealmContent {
  /// How many values there are, and bytes of texts.
  fileprivate var elementCount: Int {
    tables.reduce(0) { sum, table in
      table.values.reduce(sum + table.keys.count) { sum, values in
        values.reduce(sum) { $0 + $1.elementCount }
      }
    }
  }
}

extension Value {
  fileprivate var elementCount: Int {
    switch self {
    case .string(let text): 1 + text.utf8.count
    case .data(let bytes): 1 + bytes.count
    case .list(let elements), .set(let elements): elements.reduce(1) { $0 + $1.elementCount }
    case .dictionary(let entries):
      entries.reduce(1) { $0 + $1.key.utf8.count + $1.value.elementCount }
    default: 1
    }
  }
}
