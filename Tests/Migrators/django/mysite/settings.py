SECRET_KEY = "of a test"
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite"}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
USE_TZ = True
