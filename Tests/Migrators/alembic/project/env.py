from alembic import context
from sqlalchemy import create_engine, event, pool

engine = create_engine(context.config.get_main_option("sqlalchemy.url"), poolclass=pool.NullPool)


# As the documentation of SQLAlchemy says: sqlite3 is to leave transactions to SQLAlchemy.
@event.listens_for(engine, "connect")
def connected(connection, _):
    connection.isolation_level = None


@event.listens_for(engine, "begin")
def begin(connection):
    connection.exec_driver_sql("BEGIN")


with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=None, transaction_per_migration=True)
    with context.begin_transaction():
        context.run_migrations()
