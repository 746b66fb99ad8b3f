import MigCheckModel
import MigCheckText

/// What one upgrade between neighbouring versions shows of a removal.
struct RemovalEvidence {
  var isLoss = false
  var isMoved = false
  var isAnswered = false

  init(of removal: Removal, in context: HopContext, outcomes: @autoclosure () -> ObjectOutcomes) {
    guard let type = context.before.schema.index(of: removal.type) else { return }
    guard let name = removal.property else {
      isLoss = context.before.count(of: type) > 0
      return
    }
    guard let column = context.before.schema.types[type].storedIndex(of: name) else { return }
    let property = context.before.schema.types[type].storedProperties[column]
    isLoss = (0..<context.before.count(of: type)).contains { position in
      !property.isInsignificant(context.before.value(of: type, at: position, column: column))
    }
    isAnswered = removal.successor.map { Self.writes($0, removal, context) } ?? false
    // What is declared is dropped on purpose, whatever else happens to it.
    guard isLoss, !removal.isDeclared, !removal.isRead else { return }
    isMoved =
      !context.record.isKnown
      || context.plan.mapping == nil && context.record.names(of: name, type: removal.type).count > 1
      || LostRename.isCarriedOver(
        column, of: type, context: context, outcomes: outcomes())
  }

  /// Whether the migration wrote the successor, made objects that have it, or linked to some.
  private static func writes(
    _ successor: Removal.Successor, _ removal: Removal, _ context: HopContext
  ) -> Bool {
    let record = context.record
    if !record.written(successor.property, of: successor.type).isEmpty { return true }
    if record.isRenameTarget(successor.property, of: successor.type) { return true }
    guard successor.type != removal.type else { return false }
    let makesObjects = record.mayCreate(successor.type)
    let owner = context.after.schema.type(named: removal.type)
    let links = owner?.storedProperties.filter {
      $0.isLink && $0.objectType == successor.type
    }
    return makesObjects
      || links?.contains { !record.written($0.name, of: removal.type).isEmpty } ?? false
  }
}
