/// Which observations become findings: one for each cause, as far as that can be told.
///
/// The same fault shows on every hop that spans the change behind it. Of alike signatures those
/// whose hop contains the hop of another are therefore only counted.
enum FindingSelection {
  /// - Parameter signatures: in any order, each once.
  /// - Returns: positions of those to keep, each with the hops of those that it stands for.
  static func minimal(_ signatures: [Signature]) -> [(position: Int, alsoAt: [Hop])] {
    signatures.indices.compactMap { position in
      let own = signatures[position]
      let alike = signatures.filter { $0.isAlike(own) && $0.hop != own.hop }
      guard !alike.contains(where: { own.hop.contains($0.hop) }) else { return nil }
      return (position, alike.map(\.hop).filter { $0.contains(own.hop) }.sorted())
    }
  }
}
