import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Outcome, Task } from './report.js'

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url))
/** A busy machine takes long to load all clients at once. */
export const START_LIMIT_MS = 60_000
/** How long a blocked process may overrun the limit of its task, milliseconds. */
const GRACE_MS = 5_000
/** What is written to a pipe arrives a little after what is sent as a message, milliseconds. */
const OUTPUT_LAG_MS = 30

/** A client in a process of its own, so that its crash or hang is a cell of the table and no more. */
export class ClientProcess {
  private child: ChildProcess | undefined
  private output = ''

  constructor(
    /** Which of the peers it is. */
    private readonly column: number,
    /** Called in a new process before anything is measured: the first call of every client is slow. */
    private readonly warmUp: Task,
  ) {}

  /** Has a task done, with what was printed meanwhile. A client that is left hanging loses its process. */
  async perform(task: Task): Promise<Outcome & { output: string }> {
    await this.ready()
    this.output = ''
    const outcome = await this.ask(task)
    await sleep(OUTPUT_LAG_MS)
    const { output } = this
    if (outcome.end === 'pending' || outcome.end === 'crashed') this.stop()
    return { ...outcome, output }
  }

  /** Starts the process where there is none. */
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
    return (answer as Outcome | undefined) ?? crashed // child.ts answers a task with nothing else
  }

  /** What a process says next; undefined when it ends or is late. */
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
