import MigCheck
import MigCheckCoreData
import MigCheckModel
import MigCheckVerifier

/// A Core Data model as an app of some age has it: twelve entities with relationships, and in every
/// version one more change.
func agedModel(versions: Int) -> CoreDataBundle {
  var entities = (0..<12).map { number in
    var entity = CoreDataEntity(Name("Entity\(number)"))
    for (place, type) in [CoreDataAttributeType.string, .date, .integer32, .boolean].enumerated() {
      var attribute = CoreDataAttribute(Name("a\(place)"), type)
      attribute.isOptional = true
      entity.attributes.append(attribute)
    }
    if number > 0 {
      var owner = CoreDataRelationship("owner", to: Name("Entity\(number - 1)"))
      owner.inverse = "parts"
      owner.isOptional = true
      entity.relationships.append(owner)
    }
    if number < 11 {
      var parts = CoreDataRelationship("parts", to: Name("Entity\(number + 1)"))
      parts.inverse = "owner"
      parts.isOptional = true
      parts.isToMany = true
      entity.relationships.append(parts)
    }
    return entity
  }
  let all = (1...versions).map { version -> CoreDataVersion in
    let place = version % entities.count
    if version > 1 {
      switch version % 5 {
      case 0 where entities[place].attributes.count > 4: entities[place].attributes.removeLast()
      case 1:
        let name = entities[place].attributes[0].name
        entities[place].attributes[0].renamingIdentifier =
          entities[place].attributes[0].renamingIdentifier ?? name
        entities[place].attributes[0].name = Name("renamed\(version)")
      default:
        var attribute = CoreDataAttribute(
          Name("added\(version)"), version % 2 == 0 ? .string : .integer64)
        attribute.isOptional = version % 3 == 0
        attribute.defaultValue = version % 2 == 0 ? .string("new") : .int(1)
        entities[place].attributes.append(attribute)
      }
    }
    return CoreDataVersion(
      number: UInt64(version), name: "Aged \(version)", model: CoreDataModel(entities: entities))
  }
  return CoreDataBundle(
    name: "Aged", path: "Aged.xcdatamodeld", versions: all, current: UInt64(versions))
}

/// Prints seconds of the clock and of processors, and the peak memory, for a whole run.
func agedModel(versions: Int, trials: Int) throws {
  let history = agedModel(versions: versions).history
  var report: Report?
  var busy = 0.0
  let time = try seconds {
    busy = try processorSeconds {
      report = try Verifier(history, options: VerificationOptions(trials: trials)).run()
    }
  }
  print(
    "\(rounded(time, 1)) s, \(rounded(busy, 1)) s of processors, \(peakMemory()) MiB, "
      + "\(report?.upgrades ?? 0) upgrades, \(report?.findings.count ?? 0) findings")
}
