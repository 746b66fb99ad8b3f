/// The functions that expressions may call, in lower case: those of SQLite that depend on nothing
/// but their arguments, and those that read clock and random numbers, which are the run's own.
enum ExpressionFunctions {
  static func contains(_ name: String) -> Bool { pure.contains(name) || reading.contains(name) }

  /// Functions that read a clock or random numbers, or may; and those that find objects.
  static let reading: Set<String> = [
    "created", "current_date", "current_time", "current_timestamp", "date", "datetime", "julianday",
    "object", "random",
    "randomblob", "strftime", "time", "timediff", "unixepoch",
  ]

  private static let pure = Set(scalar + aggregates + windows + mathematics + json)

  private static let scalar = [
    "abs", "char", "coalesce", "concat", "concat_ws", "format", "glob", "hex", "if", "ifnull",
    "iif", "instr", "length", "like", "likelihood", "likely", "lower", "ltrim", "max", "min",
    "nullif", "octet_length", "printf", "quote", "replace", "round", "rtrim", "sign", "substr",
    "substring", "trim", "typeof", "unhex", "unicode", "unistr", "unistr_quote", "unlikely",
    "upper", "zeroblob",
  ]

  private static let aggregates = [
    "avg", "count", "group_concat", "median", "percentile", "percentile_cont", "percentile_disc",
    "string_agg", "sum", "total",
  ]

  private static let windows = [
    "cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile",
    "percent_rank", "rank", "row_number",
  ]

  private static let mathematics = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh",
    "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power",
    "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
  ]

  private static let json = [
    "->", "->>", "json", "json_array", "json_array_insert", "json_array_length",
    "json_error_position", "json_extract", "json_group_array", "json_group_object", "json_insert",
    "json_object", "json_patch", "json_pretty", "json_quote", "json_remove", "json_replace",
    "json_set", "json_type", "json_valid", "jsonb", "jsonb_array", "jsonb_array_insert",
    "jsonb_extract", "jsonb_group_array", "jsonb_group_object", "jsonb_insert", "jsonb_object",
    "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set",
  ]
}
