/// Tables in which runners of migrations keep which of them have run, for scripts that were written out
/// with what the runner does beside: they are no data of an app.
package enum RunnerTables {
  /// In lower case. Only names that nobody gives a table of an app.
  package static let names: Set<String> = [
    "__diesel_schema_migrations", "__efmigrationslock", "__drizzle_migrations",
    "__efmigrationshistory",
    "_cf_kv", "_litestream_lock", "_litestream_seq", "_prisma_migrations", "_sqlx_migrations",
    "_yoyo_log", "_yoyo_migration", "_yoyo_version",
    "alembic_version", "android_metadata", "ar_internal_metadata", "atlas_schema_revisions",
    "d1_migrations", "databasechangelog", "databasechangeloglock", "django_migrations",
    "doctrine_migration_versions", "flyway_schema_history", "goose_db_version", "gorp_migrations",
    "grdb_migrations", "knex_migrations", "knex_migrations_lock", "kysely_migration",
    "kysely_migration_lock", "micrate_db_version", "mikro_orm_migrations",
    "pgmigrations", "phinxlog", "play_evolutions", "play_evolutions_lock",
    "refinery_schema_history", "room_master_table", "schema_migration", "schema_migrations",
    "schemaversion", "schemaversions", "seaql_migrations", "sequelizemeta", "typeorm_metadata",
    "versioninfo", "yoyo_lock",
  ]
}
