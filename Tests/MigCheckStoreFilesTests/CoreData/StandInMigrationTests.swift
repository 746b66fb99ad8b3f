import Foundation
import MigCheckCoreData
import MigCheckFormats
import MigCheckGeneration
import MigCheckHistory
import MigCheckModel
import MigCheckStoreFiles
import Testing

/// The whole way without the engine: a store of an old version is written, migcheck's own mapping
/// stands in for Core Data's migration, its result is written as a store of the newer version, and
/// that one is read again.
@Suite("A stand-in for the engine") struct StandInMigrationTests {
  private static let models = [
    """
    <entity name='Folder'><attribute name='title' attributeType='String'/>
    <relationship name='notes' optional='YES' toMany='YES' ordered='YES' destinationEntity='Note'
      inverseName='folder'/></entity>
    <entity name='Note'><attribute name='size' optional='YES' attributeType='Integer 16'/>
    <attribute name='body' optional='YES' attributeType='String'/>
    <relationship name='folder' optional='YES' maxCount='1' destinationEntity='Folder'
      inverseName='notes'/>
    <relationship name='tags' optional='YES' toMany='YES' destinationEntity='Tag'
      inverseName='notes'/></entity>
    <entity name='Tag'><relationship name='notes' optional='YES' toMany='YES'
      destinationEntity='Note' inverseName='tags'/></entity>
    """,
    """
    <entity name='Binder' elementID='Folder'>
    <attribute name='name' elementID='title' attributeType='String'/>
    <relationship name='notes' optional='YES' toMany='YES' ordered='YES' destinationEntity='Note'
      inverseName='folder'/></entity>
    <entity name='Note'><attribute name='size' optional='YES' attributeType='Integer 64'/>
    <attribute name='text' elementID='body' optional='YES' attributeType='String'/>
    <attribute name='stars' attributeType='Integer 32' defaultValueString='3'/>
    <relationship name='folder' optional='YES' maxCount='1' destinationEntity='Binder'
      inverseName='notes'/>
    <relationship name='tags' optional='YES' toMany='YES' destinationEntity='Tag'
      inverseName='notes'/></entity>
    <entity name='Tag'><relationship name='notes' optional='YES' toMany='YES'
      destinationEntity='Note' inverseName='tags'/></entity>
    """,
  ]

  @Test("stores keep their objects and keys on the whole way") func wholeWay() throws {
    let bench = try StoreBench()
    var bundle = try StoreBench.bundle(Self.models[0])
    bundle.versions.append(
      CoreDataVersion(
        number: 2, name: "M 2", model: try StoreBench.bundle(Self.models[1]).versions[0].model))
    let templates = try bundle.versions.map {
      try StoreTemplate.create($0, of: bundle, in: bench.path)
    }
    let generator = GraphGenerator(schema: bundle.versions[0].model.schema)
    var (objects, links) = (0, 0)
    for trial in 0..<20 {
      var random = RandomSource(seed: 3, name: "stand-in", trial: trial)
      let generated = generator.graph(trial: trial, source: &random)
      let graph = try StorableGraph(
        bundle.history.evidence.starts?.accepted(generated, at: 1) ?? generated,
        of: bundle.versions[0], in: bundle
      ).graph
      let old = bench.file("\(trial)-1.sqlite")
      try CoreDataStoreWriter(templates[0]).write(
        .numbered(graph, of: bundle.versions[0].model), to: old, uuid: "\(trial)")
      let before = try bench.read(old, in: bundle)
      let upgraded = try MappedUpgrade(from: bundle.versions[0], to: bundle.versions[1])
        .upgrade(before)
      let new = bench.file("\(trial)-2.sqlite")
      try CoreDataStoreWriter(templates[1]).write(upgraded, to: new, uuid: "\(trial)")
      // The version is recognised by the hashes in the file.
      let file = try CoreDataStoreFile(new, copyingTo: bench.path, allowsEmpty: true)
      #expect(try StoreRecognition.version(of: file, in: bundle).version.number == 2)
      file.close()
      let after = try bench.read(new, in: bundle)
      #expect(StoreBench.areEqual(after.graph, upgraded.graph), "\(trial)")
      // An upgrade keeps the keys of objects.
      #expect(after.keys.map { $0.sorted() } == before.keys.map { $0.sorted() })
      objects += after.graph.totalObjectCount
      links += after.graph.linkCount
    }
    #expect(objects > 60 && links > 20, "\(objects) objects, \(links) links")
  }
}
