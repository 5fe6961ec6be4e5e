import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Outcome, Task } from './report.js'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
/** Time to load all clients at once on a busy machine. */
export const START_LIMIT_MS = 60_000
/** How long a blocked process may overrun the limit of its task, milliseconds. */
const GRACE_MS = 5_000
/** Milliseconds that output on a pipe may arrive later than a message. */
const OUTPUT_LAG_MS = 30

/** A client in a process of its own, so that a crash or a hang affects one cell of the table only. */
export class ClientProcess {
  private child: ChildProcess | undefined
  private output = ''

  constructor(
    /** The index of the client among the peers. */
    private readonly column: number,
    /** Runs in a new process before the measurement, because the first call of every client is slow. */
    private readonly warmUp: Task,
  ) {}

  /** Runs a task and collects its output. The process of a client that hangs is killed. */
  async perform(task: Task): Promise<Outcome & { output: string }> {
    await this.ready()
    this.output = ''
    const outcome = await this.ask(task)
    await sleep(OUTPUT_LAG_MS)
    const { output } = this
    if (outcome.end === 'pending' || outcome.end === 'crashed') this.stop()
    return { ...outcome, output }
  }

  /** Starts the process unless it runs. */
  async ready(): Promise<void> {
    if (this.child) return
    const execArgv = ['--import', 'tsx', '--expose-gc']
    const child = fork(CHILD, [`${this.column}`], { execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const keep = (text: Buffer) => {
      this.output += text.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.once('exit', () => {
      if (this.child === child) this.child = undefined
    })
    this.child = child
    const isUp = await this.next(child, START_LIMIT_MS)
    const outcome = isUp === undefined ? undefined : await this.ask(this.warmUp)
    if (outcome?.end === 'resolved') return
    this.stop()
    throw new Error(`${outcome?.end ?? 'crashed'} without a fault ${this.output}`.trim())
  }

  stop(): void {
    this.child?.kill('SIGKILL')
    this.child = undefined
  }

  private async ask(task: Task): Promise<Outcome> {
    const crashed: Outcome = { end: 'crashed', ms: task.limitMs, isAborted: false, items: [], grownMib: 0 }
    if (!this.child) return crashed
    this.child.send(task)
    const answer = await this.next(this.child, task.limitMs + GRACE_MS)
    return (answer as Outcome | undefined) ?? crashed // child.ts sends nothing else
  }

  /** The next message of a process; undefined when it ends or is late. */
  private async next(child: ChildProcess, limitMs: number): Promise<unknown> {
    const over = new AbortController()
    const { signal } = over
    const first = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(() => undefined),
      sleep(limitMs, undefined, { signal }),
    ])
    over.abort()
    return first
  }
}
