import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CLI } from '../../packages/server/test/support/server/cli.js'
import { createDatabaseOn } from '../../packages/server/test/support/storage/postgres-client.js'
import { startPostgresWithPrograms } from '../../test-support/databases/postgres-programs.js'
import { launchServer, type ServerProcess } from '../../test-support/processes/sandbox-server.js'
import type { Engine } from './rounds.js'

const run = promisify(execFile)

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Folders and databases of one engine, with the built server and its commands. */
export class Installation {
  private constructor(
    readonly folder: string,
    private readonly newUrl: () => Promise<string>,
    /** Settings of servers and commands besides the database. */
    readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Runs `work`, and removes everything afterwards. @throws Error on a machine without the programs of PostgreSQL */
  static async use(
    engine: Engine,
    env: Readonly<Record<string, string>>,
    work: (installation: Installation) => Promise<void>,
  ): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'merchantpay-restores-'))
    const postgres = engine === 'postgres' ? await startPostgresWithPrograms() : undefined
    if (engine === 'postgres' && !postgres) throw new Error('this stress test needs pg_dump')
    let count = 0
    const newUrl = async () => {
      count += 1
      return postgres
        ? createDatabaseOn(postgres.url)
        : `file:${join(folder, `database-${count}`, 'merchantpay.db')}`
    }
    const settings = {
      PATH: postgres ? `${postgres.bin}:${process.env.PATH}` : `${process.env.PATH}`,
      MERCHANTPAY_PORT: '0',
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '0',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '0',
      MERCHANTPAY_UNFINISHED_ORDERS_PER_MERCHANT: '100000',
      ...env,
    }
    try {
      await work(new Installation(folder, newUrl, settings))
    } finally {
      await postgres?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** Returns the same installation with further settings. */
  with(env: Readonly<Record<string, string>>): Installation {
    return new Installation(this.folder, this.newUrl, { ...this.env, ...env })
  }

  /** Returns the URL of a database that does not exist yet, or is empty. */
  newDatabase(): Promise<string> {
    return this.newUrl()
  }

  /** Starts the built server, or another program of the same kind, and waits until it listens. */
  async serve(url: string, program?: readonly string[]): Promise<ServerProcess & { readonly url: string }> {
    const env = { ...this.env, MERCHANTPAY_DATABASE_URL: url }
    const server = launchServer(env, undefined, [], program)
    return { ...server, url: await server.listening }
  }

  /** Runs an operator command. @returns its exit code and output */
  async tryCommand(url: string, ...args: string[]): Promise<Ran> {
    const env = { ...this.env, MERCHANTPAY_DATABASE_URL: url }
    try {
      return { code: 0, ...(await run(process.execPath, [CLI, ...args], { env })) }
    } catch (error) {
      const { code = -1, stdout = '', stderr = '' } = error as Partial<Ran> // as `execFile` documents
      return { code, stdout, stderr }
    }
  }

  /** @returns its output @throws Error with the messages of a command that fails */
  async command(url: string, ...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.tryCommand(url, ...args)
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`)
    return stdout
  }
}
