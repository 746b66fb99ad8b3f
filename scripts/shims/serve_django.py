"""Serves the migrations of a Django app to migcheck:

    migcheck --upgrade-server 'venv/bin/python serve_django.py . mysite.settings shop'

The arguments are the folder of manage.py, the settings and the label of the app.
"""
import gc, json, os, sys

answers, sys.stdout = sys.stdout, sys.stderr  # what migrations print is no answer
def answer(**members): print(json.dumps(members), file=answers, flush=True)

folder, settings, app = sys.argv[1:]
os.chdir(folder)
sys.path.insert(0, os.getcwd())
os.environ["DJANGO_SETTINGS_MODULE"] = settings
import django
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.signals import connection_created
from django.db.migrations.loader import MigrationLoader

django.setup()
request = {}

def connected(connection, **_):
    connection.connection.execute("PRAGMA synchronous = OFF")  # the files are copies: faster
    connection.connection.set_trace_callback(lambda sql: answer(id=request["id"], sql=sql))  # optional
connection_created.connect(connected)

gc.freeze()  # what is loaded stays: collecting is faster
for line in sys.stdin:
    request = json.loads(line)
    last = {"id": request["id"]}
    try:
        if "versions" in request:
            graph = MigrationLoader(None).graph
            (end,) = graph.leaf_nodes(app)  # fails for branches
            last |= {"migcheck": 1, "versions": [name for label, name in graph.forwards_plan(end) if label == app]}
        else:
            connection.settings_dict["NAME"] = request["store"]
            call_command("migrate", app, request["to"], verbosity=0)
    except BaseException as error:
        last["error"] = f"{type(error).__name__}: {error}"
    connections.close_all()
    answer(**last)
