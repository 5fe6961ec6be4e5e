import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000
/** PostgreSQL ends a statement after 10 s. Without an answer 2 s later the connection counts as lost. */
const STATEMENT_TIMEOUT_MS = 10_000
const ANSWER_TIMEOUT_MS = 12_000
const LOCK_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 10_000

/** Connections of a pool. Reads have their own, so that they never wait for writers that wait for row locks. */
export interface PoolSize {
  readonly readers: number
  readonly writers: number
}

/** As the settings have it. */
export const USUAL_POOL: PoolSize = { readers: 4, writers: 6 }

/** How long parts of a session may take, in milliseconds; 0 is without end. */
export interface SessionLimits {
  readonly statement: number
  readonly answer: number
  readonly lock: number
  readonly idleInTransaction: number
}

export const LIMITS: SessionLimits = {
  statement: STATEMENT_TIMEOUT_MS,
  answer: ANSWER_TIMEOUT_MS,
  lock: LOCK_TIMEOUT_MS,
  idleInTransaction: IDLE_TIMEOUT_MS,
}

/** For a session whose statements may take long, or that keeps its snapshot while another program reads it. */
export const NO_LIMITS: SessionLimits = { statement: 0, answer: 0, lock: 0, idleInTransaction: 0 }

/** Opens a connection with the settings of a session. @throws the errors of the driver */
export async function openClient(url: string, limits = LIMITS): Promise<pg.Client> {
  const client = new pg.Client(optionsOf(url, limits))
  // The statement that runs on a broken connection reports the error; this event adds nothing.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await applySettings(client, limits)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Makes a pool whose connections have the settings of a session. @param max the most connections */
export function openPool(url: string, max: number, limits = LIMITS): pg.Pool {
  // The pool waits for the promise, which its types leave out.
  const onConnect = (client: pg.ClientBase): Promise<void> => applySettings(client, limits)
  const pool = new pg.Pool({ ...optionsOf(url, limits), max, onConnect })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * The settings are applied by SET, independent of the server's defaults: a pooler refuses them as start parameters, or drops
 * them.
 */
const optionsOf = (url: string, limits: SessionLimits) => ({
  connectionString: url,
  application_name: 'merchantpay',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: limits.answer,
  keepAlive: true,
  // Statements that a unit of work does not await one by one are sent together.
  pipeline: true,
  types: { getTypeParser: parserOf },
})

/** The settings of a session in their own units, as `pg_settings` shows them. */
export const settingsOf = (limits: SessionLimits): Readonly<Record<string, string>> => ({
  idle_in_transaction_session_timeout: `${limits.idleInTransaction}`,
  lock_timeout: `${limits.lock}`,
  search_path: 'public',
  statement_timeout: `${limits.statement}`,
  synchronous_commit: 'on',
})

async function applySettings(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  const settings = Object.entries(settingsOf(limits))
  const text = settings.map(([name, value]) => `SET ${name} TO ${value}`).join('; ')
  // A pooler accepts a connection before it has one to PostgreSQL.
  const statement = { text, query_timeout: CONNECT_TIMEOUT_MS }
  await client.query(statement)
}

/** Returns integers of every width as bigint, as SQLite does. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const { INT2, INT4, INT8 } = pg.types.builtins
  return type === INT8 || type === INT4 || type === INT2 ? BigInt : pg.types.getTypeParser(type, format)
}
