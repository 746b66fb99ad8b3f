extension Mistake {
  private static let folders = [
    """
    CREATE TABLE folder (
      id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES folder(id) ON DELETE CASCADE, name TEXT);
    """
  ]
  private static let rebuiltFolders = """
    CREATE TABLE folder2 (
      id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES folder(id) ON DELETE CASCADE, name TEXT,
      icon TEXT);
    INSERT INTO folder2 (id, parent_id, name) SELECT id, parent_id, name FROM folder;
    DROP TABLE folder;
    ALTER TABLE folder2 RENAME TO folder;
    """
  private static let files = [
    """
    CREATE TABLE thumb (id INTEGER PRIMARY KEY, path TEXT);
    CREATE TABLE file (
      id INTEGER PRIMARY KEY, name TEXT, thumb_id INTEGER REFERENCES thumb(id) ON DELETE SET NULL);
    """
  ]

  /// What tables that refer to each other, or to themselves, lose in a rebuild.
  static let referring: [Mistake] = [
    Mistake(
      "a table that refers to itself, whose copy loses rows as the old one is dropped",
      before: folders, wrong: rebuiltFolders, mended: "ALTER TABLE folder ADD COLUMN icon TEXT",
      check: "side-effects", code: "cascadeWhereEnforced", isWarning: true),
    Mistake(
      "a table that refers to itself, whose copy loses rows, where foreign keys are enforced",
      before: folders, wrong: rebuiltFolders, mended: "ALTER TABLE folder ADD COLUMN icon TEXT",
      check: "data-preserved", type: "folder", foreignKeys: true),
    Mistake(
      "references that become NULL before their table is copied", before: files,
      wrong: """
        CREATE TABLE thumb2 (id INTEGER PRIMARY KEY, path TEXT NOT NULL DEFAULT '');
        INSERT INTO thumb2 SELECT id, ifnull(path, '') FROM thumb;
        DROP TABLE thumb;
        ALTER TABLE thumb2 RENAME TO thumb;
        CREATE TABLE file2 (
          id INTEGER PRIMARY KEY, thumb_id INTEGER REFERENCES thumb(id) ON DELETE SET NULL,
          name TEXT);
        INSERT INTO file2 (id, name, thumb_id) SELECT id, name, thumb_id FROM file;
        DROP TABLE file;
        ALTER TABLE file2 RENAME TO file;
        """, mended: "ALTER TABLE thumb ADD COLUMN size INTEGER",
      check: "data-preserved", type: "file", property: "thumb_id", foreignKeys: true),
    Mistake(
      "a reference to what is a key no more",
      before: [
        """
        CREATE TABLE host (id TEXT NOT NULL PRIMARY KEY, user TEXT NOT NULL);
        CREATE TABLE login (id INTEGER PRIMARY KEY, host_id TEXT REFERENCES host(id));
        """
      ],
      wrong: """
        CREATE TABLE host2 (id TEXT NOT NULL, user TEXT NOT NULL, PRIMARY KEY (id, user));
        INSERT INTO host2 SELECT id, user FROM host;
        DROP TABLE host;
        ALTER TABLE host2 RENAME TO host;
        """, mended: "CREATE INDEX host_user ON host(user)",
      check: "side-effects", code: "foreignKeyMismatch", type: "login"),
    Mistake(
      "a unique index that is made anew as a plain one, a collation and a CHECK that are forgotten",
      before: [
        """
        CREATE TABLE account (
          id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, mail TEXT,
          kind TEXT NOT NULL CHECK (kind IN ('a', 'b')));
        CREATE UNIQUE INDEX account_mail ON account(mail);
        """
      ],
      wrong: """
        CREATE TABLE account2 (id INTEGER PRIMARY KEY, name TEXT, mail TEXT, kind TEXT NOT NULL);
        INSERT INTO account2 SELECT id, name, mail, kind FROM account;
        DROP TABLE account;
        ALTER TABLE account2 RENAME TO account;
        CREATE INDEX account_mail ON account(mail);
        """,
      mended: """
        CREATE TABLE account2 (
          id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, mail TEXT,
          kind TEXT NOT NULL CHECK (kind IN ('a', 'b', 'c')));
        INSERT INTO account2 SELECT id, name, mail, kind FROM account;
        DROP TABLE account;
        ALTER TABLE account2 RENAME TO account;
        CREATE UNIQUE INDEX account_mail ON account(mail);
        """, check: "side-effects", code: "structureLost", isWarning: true),
    Mistake(
      "a reference that is looked for among the keys of its own table",
      before: [
        """
        CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE run (id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES job(id), log TEXT);
        """
      ],
      wrong: "DELETE FROM run WHERE job_id IS NOT NULL AND job_id NOT IN (SELECT id FROM run)",
      mended: "DELETE FROM run WHERE job_id IS NOT NULL AND job_id NOT IN (SELECT id FROM job)",
      check: "side-effects", code: "keysOfAnotherTable", type: "run", property: "job_id"),
    Mistake(
      "a reference that is looked for among the keys of another table",
      before: [
        """
        CREATE TABLE job (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE run (id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES job(id), log TEXT);
        """
      ],
      wrong: "UPDATE run SET log = 'gone' WHERE run.job_id NOT IN (SELECT h.id FROM host AS h)",
      mended: "UPDATE run SET log = 'gone' WHERE run.job_id NOT IN (SELECT j.id FROM job AS j)",
      check: "side-effects", code: "keysOfAnotherTable", type: "run", property: "job_id",
      isWarning: true),
    Mistake(
      "a foreign key for a column that may lead nowhere",
      before: [
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE draft (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, text TEXT);
        """
      ],
      wrong: """
        CREATE TABLE fresh (
          id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(id), text TEXT);
        INSERT INTO fresh SELECT id, account_id, text FROM draft;
        DROP TABLE draft;
        ALTER TABLE fresh RENAME TO draft;
        """,
      mended: """
        DELETE FROM draft WHERE account_id NOT IN (SELECT id FROM account);
        CREATE TABLE fresh (
          id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(id), text TEXT);
        INSERT INTO fresh SELECT id, account_id, text FROM draft;
        DROP TABLE draft;
        ALTER TABLE fresh RENAME TO draft;
        """,
      check: "side-effects", code: "danglesWhereEnforced", type: "draft", property: "account_id",
      isWarning: true),
    Mistake(
      "a table that is there already, with a CHECK that it is not to have",
      before: [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('local', 'oidc')))"
      ],
      wrong: "CREATE TABLE IF NOT EXISTS user (id INTEGER PRIMARY KEY, kind TEXT NOT NULL)",
      mended: """
        CREATE TABLE IF NOT EXISTS user (
          kind text not null check (kind in ('local', 'oidc')), id integer primary key)
        """,
      check: "side-effects", code: "createdAlready", type: "user", isWarning: true),
  ]
}
