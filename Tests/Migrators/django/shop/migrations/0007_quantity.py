from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0006_prices")]
    operations = [
        migrations.RenameField("purchase", "count", "quantity"),
    ]
