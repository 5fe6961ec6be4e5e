import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../../test-support/net/free-port.js'
import { launchServer, type ServerProcess } from '../../../../../test-support/processes/sandbox-server.js'

/** Node arguments with which a process can be killed at a site. */
export const PRELOAD = ['--import', fileURLToPath(new URL('../preload/kill-site.mjs', import.meta.url))]
const STOP_MS = 15_000
/** Many processes may be killed in a row during their start. */
const READY_MS = 120_000
const ASK_EVERY_MS = 20

export interface SupervisorOptions {
  readonly env: Readonly<Record<string, string>>
  /** Environment of the preload, for each start. */
  readonly nextFaults: () => Record<string, string>
  /** Replaces the built program. */
  readonly program?: readonly string[] | undefined
}

/** No server was available for too long; such a run proves nothing. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable'
}

/** A command for the preload of a running server. */
export type Command =
  | { readonly fail: { readonly site: string; readonly code: string } }
  | { readonly maxPages: number }
  | { readonly throwIn: 'timer' | 'promise' }
  | { readonly kill: { readonly site: string; readonly after?: string } }

/** Restarts the server under one URL each time it ends, until `stop`. */
export class Supervisor {
  /** Start of the latest process, by the monotonic clock. */
  launchedAt = 0
  /** Exit codes and signals of the processes, in order. */
  readonly exits: (number | NodeJS.Signals)[] = []
  /** Times at which the processes ended, by the monotonic clock. */
  readonly diedAt: number[] = []
  /** Error lines of the latest processes. */
  readonly errors: string[] = []
  private isStopping = false
  private program: readonly string[] | undefined
  private current: ServerProcess
  private readonly over: Promise<void>

  private constructor(
    readonly url: string,
    private readonly controlPort: number,
    private readonly options: SupervisorOptions,
  ) {
    this.program = options.program
    this.current = this.launch()
    this.over = this.keepAlive()
  }

  static async start(options: SupervisorOptions): Promise<Supervisor> {
    const port = await freePort()
    const controlPort = await freePort()
    const env = { ...options.env, MERCHANTPAY_PORT: `${port}`, FAULT_CONTROL: `${controlPort}` }
    return new Supervisor(`http://127.0.0.1:${port}`, controlPort, { ...options, env })
  }

  /** Sends a command to the preload of the running server. */
  async send(order: Command): Promise<void> {
    await fetch(`http://127.0.0.1:${this.controlPort}`, { method: 'POST', body: JSON.stringify(order) })
  }

  /** Kills the server. Resolves when it has ended; the next one is starting then. */
  async kill(): Promise<void> {
    const doomed = this.current
    doomed.signal('SIGKILL')
    await doomed.exited
  }

  /** Stops the server in order, and starts another version in its place. */
  async replaceBy(program: readonly string[]): Promise<void> {
    this.program = program
    const replaced = this.current
    replaced.signal('SIGTERM')
    await replaced.exited
    await this.ready()
  }

  /** Resolves once a server listens. @throws ServerUnavailable when none does in time */
  async ready(): Promise<void> {
    for (const deadline = performance.now() + READY_MS; performance.now() < deadline; ) {
      if (await this.isUp()) return
      await pause(ASK_EVERY_MS)
    }
    throw new ServerUnavailable(
      `no server listened for ${READY_MS / 1_000} s: ${this.exits.slice(-5).join(', ')}`,
    )
  }

  /** Whether a server answers now. */
  isUp(): Promise<boolean> {
    return isUp(this.url)
  }

  /** Stops the server with SIGTERM. @returns its exit code, or the signal that ended it */
  async stop(): Promise<number | NodeJS.Signals> {
    this.isStopping = true
    this.current.signal('SIGTERM')
    const impatience = setTimeout(() => this.current.signal('SIGKILL'), STOP_MS)
    await this.over
    clearTimeout(impatience)
    return this.exits.at(-1) ?? 'SIGKILL'
  }

  private async keepAlive(): Promise<void> {
    for (;;) {
      this.exits.push(await this.current.exited)
      this.diedAt.push(performance.now())
      if (this.isStopping) return
      this.current = this.launch()
    }
  }

  private launch(): ServerProcess {
    const { env, nextFaults } = this.options
    const settings = { PATH: process.env.PATH, ...env, ...nextFaults() }
    this.launchedAt = performance.now()
    const server = launchServer(settings, (line) => this.note(line), PRELOAD, this.program)
    // A server may be killed during its start.
    server.listening.catch(() => undefined)
    return server
  }

  private note(line: string): void {
    if (!/"level":[56]0/.test(line)) return
    this.errors.push(line)
    this.errors.splice(0, this.errors.length - 50)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function isUp(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) })
    return status === 200
  } catch {
    return false
  }
}
