from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0002_note")]
    # An index of a key is made at the end of a migration, which Django then records in another
    # transaction; AddIndex is run at once.
    operations = [
        migrations.CreateModel(
            "Purchase",
            [
                ("id", models.AutoField(primary_key=True)),
                ("customer", models.ForeignKey("shop.customer", models.CASCADE, db_index=False)),
                ("item", models.ForeignKey("shop.item", models.CASCADE, db_index=False)),
                ("count", models.IntegerField()),
            ],
        ),
        migrations.AddIndex(
            "purchase", models.Index(fields=["customer"], name="purchase_customer")
        ),
        migrations.AddIndex("purchase", models.Index(fields=["item"], name="purchase_item")),
    ]
