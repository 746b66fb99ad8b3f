"""Serves migrations that use Python's sqlite3 to migcheck:

    migcheck --upgrade-server 'python3 serve_sqlite3.py migrations.py'

The module has VERSIONS, a list of names, oldest first, and migrate(connection, version).
"""
import importlib.util, json, sqlite3, sys

answers, sys.stdout = sys.stdout, sys.stderr  # what migrations print is no answer
def answer(**members): print(json.dumps(members), file=answers, flush=True)

spec = importlib.util.spec_from_file_location("migrations", sys.argv[1])
app = importlib.util.module_from_spec(spec)
spec.loader.exec_module(app)

for line in sys.stdin:
    request = json.loads(line)
    if "versions" in request:
        answer(migcheck=1, id=request["id"], versions=list(app.VERSIONS))
        continue
    last = {"id": request["id"]}
    connection = sqlite3.connect(request["store"])
    connection.execute("PRAGMA synchronous = OFF")  # the file is a copy: faster
    connection.set_trace_callback(lambda sql: answer(id=request["id"], sql=sql))  # optional
    try:
        app.migrate(connection, request["to"])
    except Exception as error:
        last["error"] = f"{type(error).__name__}: {error}"
    finally:
        connection.close()
    answer(**last)
