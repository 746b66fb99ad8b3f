from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0003_purchase")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    [
                        """
                        CREATE TABLE new_item (
                          id integer NOT NULL PRIMARY KEY AUTOINCREMENT, name varchar(100) NOT NULL,
                          price real NOT NULL, stock integer NOT NULL, note varchar(100) NULL,
                          sku varchar(20) NOT NULL)
                        """,
                        "INSERT INTO new_item (id, name, price, stock, note) "
                        "SELECT id, name, price, stock, note FROM shop_item",
                        "DROP TABLE shop_item",
                        "ALTER TABLE new_item RENAME TO shop_item",
                    ]
                )
            ],
            state_operations=[
                migrations.AddField("item", "sku", models.CharField(max_length=20, default="")),
            ],
        ),
    ]
