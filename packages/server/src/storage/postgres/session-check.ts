import pg from 'pg'
import { DatabaseUnreachable } from '../database-unreachable.js'
import { NO_LIMITS, openClient, type SessionLimits, settingsOf } from './postgres-session.js'

/** PostgreSQL answered and refused the login: user, password or database are wrong, or a pooler keeps no session. */
class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal'
}

/**
 * Opens a connection like {@link openClient}, and checks that its settings hold.
 *
 * @throws DatabaseUnreachable; DatabaseRefusal also when a pooler gives each transaction another connection
 */
export async function openCheckedClient(url: string, limits: SessionLimits): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = await openClient(url, limits)
    if (await keepsSession(client, url, limits)) return client
  } catch (error) {
    await client?.end().catch(() => undefined)
    // The driver's message names host, user and database at most, never the password.
    if (isRefusal(error))
      throw new DatabaseRefusal(`PostgreSQL refuses the login: ${messageOf(error)}`, { cause: error })
    throw new DatabaseUnreachable(`PostgreSQL cannot be reached: ${messageOf(error)}`, { cause: error })
  }
  await client.end().catch(() => undefined)
  throw new DatabaseRefusal(
    'the pooler before PostgreSQL keeps no sessions: set its pool_mode to session, or connect to PostgreSQL itself',
  )
}

interface Session {
  readonly pid: bigint
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Whether the connection has one process of PostgreSQL to itself, with its settings. A pooler invents the number that the
 * driver gets at the login; then a second connection shows whether it borrows the process of the first.
 */
async function keepsSession(client: pg.Client, url: string, limits: SessionLimits): Promise<boolean> {
  const first = await sessionOf(client)
  const settings = Object.entries(settingsOf(limits))
  if (settings.some(([name, value]) => first.settings[name] !== value)) return false
  const { processID } = client as unknown as { readonly processID: number | null } // missing in its types
  if (Number(first.pid) === processID) return true
  const second = await openClient(url)
  try {
    const { pid } = await sessionOf(second)
    return pid !== first.pid && (await sessionOf(client)).pid === first.pid
  } finally {
    await second.end().catch(() => undefined)
  }
}

async function sessionOf(client: pg.Client): Promise<Session> {
  const names = Object.keys(settingsOf(NO_LIMITS)).map((name) => `'${name}'`)
  const { rows } = await client.query<Session>(
    `SELECT pg_backend_pid() AS pid, json_object_agg(name, setting) AS settings
     FROM pg_settings WHERE name IN (${names.join(', ')})`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('PostgreSQL returned no settings')
  return row
}

/**
 * Returns whether PostgreSQL refused the login, other than because it starts, stops or has no free connection. A pooler has
 * one code for its own errors.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.message.startsWith('unsupported startup parameter')) return true
  return !/^(57P0.|53...|08...)$/.test(error.code ?? '')
}

/** An error over several addresses has no message of its own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : 'no answer'
}
