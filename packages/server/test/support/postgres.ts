import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
// What the setup of the run provides.
import type {} from '../../../../test-support/postgres.js'

const START_DEADLINE_MS = 15_000
const RETRY_MS = 50

/** Makes an empty database of this test's own. @returns its URL */
export async function createDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = await connectWhenStarted()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  return urlOf(name)
}

const urlOf = (name: string): string => Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href

async function connectWhenStarted(): Promise<pg.Client> {
  for (const deadline = performance.now() + START_DEADLINE_MS; ; ) {
    const client = new pg.Client(inject('postgresUrl'))
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
