from alembic import op
import sqlalchemy as sa

revision = "0007"
down_revision = "0006"


def upgrade():
    op.execute("ALTER TABLE purchase RENAME COLUMN count TO quantity")
