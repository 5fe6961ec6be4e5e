import { fileURLToPath } from 'node:url'
import { freePort } from '../../../../../test-support/net/free-port.js'
import { launchServer, type ServerProcess } from '../../../../../test-support/processes/sandbox-server.js'

/** Makes a Node process one that can be killed at a site. */
export const PRELOAD = ['--import', fileURLToPath(new URL('../preload/kill-site.mjs', import.meta.url))]
const STOP_MS = 15_000
/** Many may die in a row while they start. */
const READY_MS = 120_000
const ASK_EVERY_MS = 20

export interface SupervisorOptions {
  readonly env: Readonly<Record<string, string>>
  /** What the preload is told at each start. */
  readonly nextFaults: () => Record<string, string>
  /** The program, instead of the one that was built. */
  readonly program?: readonly string[] | undefined
}

/** Too little ran for too long: such a run proves nothing. */
export class ServerUnavailable extends Error {
  override readonly name = 'NobodyAnswers'
}

/** What the preload can be told while the server runs. */
export type Command =
  | { readonly kill: { readonly site: string; readonly after?: string | undefined } }
  | { readonly fail: { readonly site: string; readonly code: string } }
  | { readonly maxPages: number }
  | { readonly throwIn: 'timer' | 'promise' }

/** Starts the server again each time it dies, under one URL, until it is told to stop. */
export class Supervisor {
  /** When the latest process was started, by the monotonic clock. */
  launchedAt = 0
  /** How the processes ended, in turn. */
  readonly exits: (number | NodeJS.Signals)[] = []
  /** When they did, by the monotonic clock. */
  readonly diedAt: number[] = []
  /** What the latest processes logged as errors. */
  readonly errors: string[] = []
  private isStopping = false
  private current: ServerProcess
  private readonly over: Promise<void>

  private constructor(
    readonly url: string,
    private readonly controlPort: number,
    private readonly options: SupervisorOptions,
  ) {
    this.current = this.launch()
    this.over = this.keepAlive()
  }

  static async start(options: SupervisorOptions): Promise<Supervisor> {
    const port = await freePort()
    const controlPort = await freePort()
    const env = { ...options.env, MERCHANTPAY_PORT: `${port}`, FAULT_CONTROL: `${controlPort}` }
    return new Supervisor(`http://127.0.0.1:${port}`, controlPort, { ...options, env })
  }

  /** Tells the preload of the server that runs now. */
  async send(order: Command): Promise<void> {
    await fetch(`http://127.0.0.1:${this.controlPort}`, { method: 'POST', body: JSON.stringify(order) })
  }

  /** Resolves when it is dead; another is on its way then. */
  async kill(): Promise<void> {
    const doomed = this.current
    doomed.signal('SIGKILL')
    await doomed.exited
  }

  /** Resolves once a server listens. @throws NobodyAnswers when none does in time */
  async ready(): Promise<void> {
    for (const deadline = performance.now() + READY_MS; performance.now() < deadline; ) {
      if (await this.isUp()) return
      await pause(ASK_EVERY_MS)
    }
    throw new ServerUnavailable(
      `no server listened for ${READY_MS / 1_000} s: ${this.exits.slice(-5).join(', ')}`,
    )
  }

  /** Whether a server answers at this moment. */
  isUp(): Promise<boolean> {
    return isUp(this.url)
  }

  /** Ends the server as an operator does. @returns its exit code, or the signal that it took */
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
    const { env, nextFaults, program } = this.options
    const settings = { PATH: process.env.PATH, ...env, ...nextFaults() }
    this.launchedAt = performance.now()
    const server = launchServer(settings, (line) => this.note(line), PRELOAD, program)
    // One that dies while it starts is what this is for.
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
