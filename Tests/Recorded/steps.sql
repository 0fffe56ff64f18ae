-- step 1
CREATE TABLE best_scores (
    game TEXT NOT NULL, size INTEGER NOT NULL, mode TEXT NOT NULL, score INTEGER NOT NULL, achieved INTEGER NOT NULL,
    PRIMARY KEY (game, size, mode)
) STRICT, WITHOUT ROWID

-- step 2
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, opponent TEXT NOT NULL, level INTEGER,
    is_first INTEGER NOT NULL, moves TEXT NOT NULL, result TEXT NOT NULL, first_accuracy INTEGER,
    second_accuracy INTEGER, began INTEGER NOT NULL
) STRICT

-- step 3
CREATE TABLE sessions (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, is_host INTEGER NOT NULL, opponent TEXT NOT NULL, address TEXT,
    port INTEGER NOT NULL, game INTEGER, number INTEGER NOT NULL, is_host_first INTEGER NOT NULL,
    take_backs INTEGER NOT NULL, before TEXT NOT NULL, won INTEGER NOT NULL, drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL, state TEXT NOT NULL, seen INTEGER NOT NULL, broke INTEGER, owner TEXT NOT NULL
) STRICT, WITHOUT ROWID

-- step 4
ALTER TABLE sessions ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0

-- step 5
ALTER TABLE sessions ADD COLUMN undo_asked INTEGER

-- step 6
ALTER TABLE sessions ADD COLUMN boot TEXT NOT NULL DEFAULT ''
