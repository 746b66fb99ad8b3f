from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0003_purchase")]
    operations = [
        # AddField would rebuild the table, which resets the sequence of its keys.
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    "ALTER TABLE shop_item ADD COLUMN sku varchar(20) NOT NULL DEFAULT ''"
                )
            ],
            state_operations=[
                migrations.AddField("item", "sku", models.CharField(max_length=20, default="")),
            ],
        ),
    ]
