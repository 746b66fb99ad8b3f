from django.db import migrations, models


def numbers(apps, _):
    """Old clients stored some prices as texts."""
    for item in apps.get_model("shop", "Item").objects.all():
        item.price = float(item.price)
        item.save()


class Migration(migrations.Migration):
    dependencies = [("shop", "0005_email")]
    operations = [
        migrations.RunPython(numbers),
    ]
