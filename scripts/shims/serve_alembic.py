"""Serves the migrations of an Alembic project to migcheck:

    migcheck --upgrade-server 'venv/bin/python serve_alembic.py alembic.ini'

env.py takes the database from sqlalchemy.url, as the one that alembic init writes.
"""
import gc, json, os, sys
from alembic import command, config, script
from sqlalchemy import engine, event

answers, sys.stdout = sys.stdout, sys.stderr  # what migrations print is no answer
def answer(**members): print(json.dumps(members), file=answers, flush=True)

path = os.path.abspath(sys.argv[1])
os.chdir(os.path.dirname(path))
scripts = script.ScriptDirectory.from_config(config.Config(path))
script.ScriptDirectory.from_config = lambda _: scripts  # read once, and not for each upgrade
request = {}

@event.listens_for(engine.Engine, "connect")
def connected(connection, _):
    connection.execute("PRAGMA synchronous = OFF")  # the files are copies: faster
    connection.set_trace_callback(lambda sql: answer(id=request["id"], sql=sql))  # optional

gc.freeze()  # what is loaded stays: collecting is faster
for line in sys.stdin:
    request = json.loads(line)
    last = {"id": request["id"]}
    try:
        if "versions" in request:
            (end,) = scripts.get_heads()  # fails for branches
            last |= {"migcheck": 1, "versions": [one.revision for one in scripts.walk_revisions(head=end)][::-1]}
        else:
            project = config.Config(path)
            project.set_main_option("sqlalchemy.url", "sqlite:///" + request["store"].replace("%", "%%"))
            command.upgrade(project, request["to"])
    except BaseException as error:
        last["error"] = f"{type(error).__name__}: {error}"
    gc.collect()  # closes connections that are left
    answer(**last)
