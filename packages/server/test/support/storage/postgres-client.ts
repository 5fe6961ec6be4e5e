import { randomBytes } from 'node:crypto'
import pg from 'pg'

const START_DEADLINE_MS = 15_000
const RETRY_MS = 50

/** Connects to a PostgreSQL database; 64-bit integers come as bigint. */
export async function connectTo(url: string): Promise<pg.Client> {
  const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } })
  await client.connect()
  return client
}

/**
 * Creates a database on a server that may still be starting: an empty one, or a copy of a database without connections.
 *
 * @returns its URL
 */
export async function createDatabaseOn(serverUrl: string, likeUrl?: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = await connectWhenStarted(serverUrl)
  const like = likeUrl === undefined ? '' : `TEMPLATE ${new URL(likeUrl).pathname.slice(1)}`
  await admin.query(`CREATE DATABASE ${name} ${like}`)
  await admin.end()
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}

async function connectWhenStarted(url: string): Promise<pg.Client> {
  for (const deadline = performance.now() + START_DEADLINE_MS; ; ) {
    try {
      return await connectTo(url)
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
