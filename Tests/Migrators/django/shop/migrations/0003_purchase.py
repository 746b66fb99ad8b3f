from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0002_note")]
    operations = [
        migrations.CreateModel(
            "Purchase",
            [
                ("id", models.AutoField(primary_key=True)),
                ("customer", models.ForeignKey("shop.customer", models.CASCADE)),
                ("item", models.ForeignKey("shop.item", models.CASCADE)),
                ("count", models.IntegerField()),
            ],
        ),
    ]
