from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0001_initial")]
    operations = [
        migrations.AddField("item", "note", models.CharField(max_length=100, null=True)),
    ]
