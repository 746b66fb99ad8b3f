from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0007_quantity")]
    operations = [
        migrations.CreateModel(
            "Tag",
            [
                ("id", models.AutoField(primary_key=True)),
                ("item", models.ForeignKey("shop.item", models.CASCADE, db_index=False)),
                ("word", models.CharField(max_length=50)),
            ],
        ),
        migrations.AddIndex("tag", models.Index(fields=["item"], name="tag_item")),
    ]
