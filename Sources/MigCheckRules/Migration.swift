import MigCheckModel

/// What a migration block is given: the old and the new state of the store under upgrade.
public final class Migration {
}
