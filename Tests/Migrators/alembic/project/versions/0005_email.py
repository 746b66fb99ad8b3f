from alembic import op
import sqlalchemy as sa

revision = "0005"
down_revision = "0004"


def upgrade():
    op.add_column("customer", sa.Column("email", sa.String))
    op.create_index("customer_email", "customer", ["email"])
