/** Places for server processes of two versions on fixed ports, behind a balancer. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freeStablePort } from '../../../../../test-support/net/free-port.js'
import { launchServer, type ServerProcess } from '../../../../../test-support/processes/sandbox-server.js'
import { root } from '../../../../../tools/lib/run.js'

/** The program of a version, as `serve` starts it. */
export type Version = readonly string[]

/** A migration that servers of this version work beside. */
export const COMPATIBLE = {
  name: '9000-compatible.sql',
  sql: 'CREATE TABLE of_tomorrow (\n  id TEXT PRIMARY KEY\n);\n',
}
const READY_MS = 30_000
const RETRY_MS = 50

/** Copies the built package, and adds migrations to the copy. */
export function versionWith(
  folder: string,
  ...migrations: readonly { name: string; sql: string }[]
): Version {
  const copy = join(folder, 'packages/server')
  mkdirSync(copy, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const part of ['package.json', 'dist', 'migrations', 'guides'])
    cpSync(join(root, 'packages/server', part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'packages/server/node_modules'), join(copy, 'node_modules'))
  for (const { name, sql } of migrations) writeFileSync(join(copy, 'migrations', name), sql)
  return [join(copy, 'dist/cli.js'), 'serve']
}

/** One place for a server. */
export class ServerSlot {
  private process: ServerProcess | undefined
  /** The last lines of its log, for a failure. */
  private readonly lines: string[] = []

  private constructor(
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async at(env: Readonly<Record<string, string>>): Promise<ServerSlot> {
    return new ServerSlot(await freeStablePort(), env)
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get log(): string {
    return this.lines.join('\n')
  }

  /** Starts a server and waits until it is ready for the API. */
  async start(version: Version): Promise<void> {
    const env = { PATH: process.env.PATH, ...this.env, MERCHANTPAY_PORT: `${this.port}` }
    this.process = launchServer(env, (line) => this.lines.splice(0, this.lines.push(line) - 50), [], version)
    await this.process.listening
    for (const deadline = performance.now() + READY_MS; (await this.readiness()) !== 200; ) {
      if (performance.now() > deadline) throw new Error(`the server is not ready:\n${this.log}`)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  /** The status of `/readyz?for=api`. */
  readiness(): Promise<number> {
    return fetch(`${this.url}/readyz?for=api`).then(
      ({ status }) => status,
      () => 0,
    )
  }

  /** Sends a signal and waits for the end. @returns the exit code, or the signal */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals> {
    this.process?.signal(signal)
    return this.exited()
  }

  /** Waits until the server ends by itself. */
  async exited(): Promise<number | NodeJS.Signals> {
    return (await this.process?.exited) ?? 0
  }
}
