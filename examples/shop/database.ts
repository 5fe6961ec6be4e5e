import Database from 'better-sqlite3'

export interface Cart {
  readonly id: string
  readonly amount: string
  /** The order that paid for the cart. */
  readonly paid_by: string | null
  readonly fulfilled_at: string | null
}

/** An attempt to pay for a cart. It is stored before its order is created. */
export interface Attempt {
  readonly cart_id: string
  readonly attempt: number
  /** Null until the service has answered. */
  readonly order_id: string | null
  readonly status: string | null
  /** When the order changed last, as the service says. A state that was read earlier is older news. */
  readonly changed_at: string | null
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS carts (
    id TEXT PRIMARY KEY, amount TEXT NOT NULL, paid_by TEXT, fulfilled_at TEXT
  );
  -- 'signals' counts the news about an order, 'seen' those that the shop has looked into.
  CREATE TABLE IF NOT EXISTS attempts (
    cart_id TEXT NOT NULL REFERENCES carts, attempt INTEGER NOT NULL, order_id TEXT UNIQUE, status TEXT,
    changed_at TEXT,
    signals INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (cart_id, attempt)
  );
  -- The place in the list of events up to which the shop has recorded it.
  CREATE TABLE IF NOT EXISTS events_read (id INTEGER PRIMARY KEY CHECK (id = 1), cursor TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS shipments (cart_id TEXT PRIMARY KEY REFERENCES carts);
  -- A refund has begun once it has a destination. At most one of an order has not.
  CREATE TABLE IF NOT EXISTS refunds (
    order_id TEXT NOT NULL, number INTEGER NOT NULL, reason TEXT NOT NULL, amount TEXT NOT NULL, destination TEXT,
    refund_id TEXT UNIQUE, PRIMARY KEY (order_id, number)
  );`

/** Opens the database of the shop, and creates what is missing. */
export function openDatabase(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(SCHEMA)
  return database
}
