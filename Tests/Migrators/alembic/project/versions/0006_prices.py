from alembic import op
import sqlalchemy as sa

revision = "0006"
down_revision = "0005"


def upgrade():
    # Old clients stored some prices as texts.
    connection = op.get_bind()
    for id, price in connection.execute(sa.text("SELECT id, price FROM item")).all():
        connection.execute(
            sa.text("UPDATE item SET price = :price WHERE id = :id"),
            {"price": int(price), "id": id},
        )
