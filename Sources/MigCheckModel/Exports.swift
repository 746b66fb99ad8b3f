// The only type of a module below that an author of a `Subject` has to name: what steps and
// invariants say, where they can be read.

@_exported public import struct MigCheckText.SQLExpression
