/**
 * A PostgreSQL server with `pg_dump` and `pg_restore`, for the tests of backups: the server from npm has neither. It is the
 * newest one of the machine, in the folders of Debian, and ends with the test run.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type PostgresServer, startPostgres } from './postgres.js'

const DEBIAN = '/usr/lib/postgresql'
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump', 'pg_restore']

export interface PostgresWithPrograms extends PostgresServer {
  /** The folder of the programs. */
  readonly bin: string
}

/**
 * Starts a server, which accepts connections a moment later. On a machine without one it prints a line and returns
 * undefined, so that the other tests can run.
 *
 * @throws Error in a CI run without PostgreSQL, which must skip no test
 */
export async function startPostgresWithPrograms(): Promise<PostgresWithPrograms | undefined> {
  const bin = findPrograms()
  if (bin !== undefined) return { ...(await startPostgres({ programs: bin })), bin }
  const cause = `no PostgreSQL with pg_dump in ${DEBIAN}`
  if (process.env.CI) throw new Error(cause)
  process.stdout.write(`tests of pg_dump skipped: ${cause}\n`)
  return undefined
}

export function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  return versions
    .toSorted((a, b) => b - a)
    .map((version) => join(DEBIAN, `${version}`, 'bin'))
    .find((bin) => PROGRAMS.every((program) => existsSync(join(bin, program))))
}
