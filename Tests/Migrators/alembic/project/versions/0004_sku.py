from alembic import op
import sqlalchemy as sa

revision = "0004"
down_revision = "0003"


def upgrade():
    # Batch mode rebuilds the table without the CHECK, which is not reflected.
    with op.batch_alter_table("item") as batch:
        batch.alter_column("name", type_=sa.String(100))
        batch.add_column(sa.Column("sku", sa.String, nullable=False))
