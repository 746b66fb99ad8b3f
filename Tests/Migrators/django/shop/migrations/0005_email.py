from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("shop", "0004_sku")]
    operations = [
        migrations.AddField("customer", "email", models.CharField(max_length=100, null=True)),
        migrations.AddIndex("customer", models.Index(fields=["email"], name="customer_email")),
    ]
