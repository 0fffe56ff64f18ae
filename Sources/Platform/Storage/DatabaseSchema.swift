// The tables of games.db, which are all created in a new file. Raise `schemaVersion` after changing one.

extension GameDatabase {
    /// The mark of our files (PRAGMA application_id): "4ROW".
    static let mark = 0x3452_4F57
    /// The version of the tables (PRAGMA user_version). A file with an earlier version is set aside like a foreign one.
    static let schemaVersion = 25

    /// One statement for each table.
    static let schema = [
        """
        CREATE TABLE results (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL, size INTEGER NOT NULL, mode TEXT NOT NULL,
            opponents TEXT NOT NULL, is_won INTEGER NOT NULL, score INTEGER, ended INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, opponent TEXT NOT NULL, level INTEGER,
            is_first INTEGER NOT NULL, moves TEXT NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL,
            first_accuracy INTEGER, second_accuracy INTEGER, began INTEGER NOT NULL, pause TEXT NOT NULL DEFAULT '',
            message TEXT NOT NULL DEFAULT '', opponent_key TEXT NOT NULL DEFAULT ''
        ) STRICT
        """,
        """
        CREATE TABLE sessions (
            id TEXT PRIMARY KEY, key TEXT NOT NULL, is_host INTEGER NOT NULL, name TEXT NOT NULL, opponent TEXT NOT NULL,
            endpoint TEXT, relay TEXT NOT NULL, game INTEGER, number INTEGER NOT NULL, is_host_first INTEGER NOT NULL,
            take_backs INTEGER NOT NULL, asked TEXT NOT NULL, granted TEXT NOT NULL, allowed INTEGER NOT NULL,
            is_confirmed INTEGER NOT NULL, clock TEXT NOT NULL, may_have_crossed INTEGER NOT NULL, ending INTEGER,
            before TEXT NOT NULL, ending_before INTEGER,
            won INTEGER NOT NULL, drawn INTEGER NOT NULL, lost INTEGER NOT NULL, state TEXT NOT NULL, seen INTEGER NOT NULL,
            broke INTEGER, owner TEXT NOT NULL, boot TEXT NOT NULL, is_sealed INTEGER NOT NULL,
            spectators TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE seats (
            id TEXT PRIMARY KEY, key TEXT NOT NULL, host TEXT NOT NULL, endpoint TEXT,
            is_sealed INTEGER NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL, names TEXT NOT NULL, memory TEXT NOT NULL,
            seen INTEGER NOT NULL, owner TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE puzzles (
            id INTEGER PRIMARY KEY, start TEXT NOT NULL, theme TEXT NOT NULL, score INTEGER NOT NULL, rating INTEGER NOT NULL,
            deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, day INTEGER NOT NULL, is_daily INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE TABLE lessons (number INTEGER PRIMARY KEY, step INTEGER NOT NULL, is_finished INTEGER NOT NULL) STRICT",
        """
        CREATE TABLE recalls (
            kind TEXT NOT NULL, item TEXT NOT NULL, misses INTEGER NOT NULL, due INTEGER, PRIMARY KEY (kind, item)
        ) STRICT
        """,
        "CREATE TABLE practice (position TEXT PRIMARY KEY, stars INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE players (
            key TEXT PRIMARY KEY, name TEXT NOT NULL, alias TEXT NOT NULL DEFAULT '', is_blocked INTEGER NOT NULL DEFAULT 0,
            met INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
