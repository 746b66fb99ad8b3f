import MigCheckModel
import MigCheckText

/// `embedded-one-parent`: each embedded object has exactly one incoming link.
enum EmbeddedOneParent {
  static func faults(in context: HopContext) -> [Fault] {
    var faults = [Fault]()
    for object in context.after.snapshot.misplaced {
      let isOlder = context.before.snapshot.misplaced.contains {
        $0.key == object.key && $0.type.isIdentical(to: object.type)
      }
      // What a version gives up may leave objects behind that nobody can see any more.
      if isOlder || object.parents == 0 && context.plan.givesUpLinks(to: object.type) { continue }
      let kind: Fault.Kind = object.parents == 0 ? .noParent : .severalParents
      let index = faults.firstIndex {
        $0.kind == kind && $0.type?.isIdentical(to: object.type) ?? false
      }
      if let index {
        faults[index].count += 1
      } else {
        faults.append(
          Fault(
            kind, type: object.type, object: object.key, detail: String(object.parents)))
      }
    }
    return faults
  }
}
