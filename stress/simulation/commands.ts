import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import type { VirtualTime } from './virtual-time.js'

/** Where the command prints that runs. */
const screen = new AsyncLocalStorage<string[]>()
for (const name of ['log', 'error'] as const) {
  const print = console[name]
  console[name] = (text: string) => {
    const lines = screen.getStore()
    if (lines) lines.push(...text.split('\n'))
    else print(text)
  }
}

/** The end of a command. */
export interface Ended {
  readonly isDone: boolean
  readonly lines: readonly string[]
}

/** The terminal of the operator, for commands of the server. */
export class Terminal {
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly time: VirtualTime) {}

  /** Runs a command after the ones before. It takes as long as its calls to nodes do. @param words its name and arguments */
  run(...words: string[]): Promise<Ended> {
    return this.next(() => runNow(words))
  }

  /** Runs a command that works on files alone, and takes no time. */
  runAtOnce(...words: string[]): Promise<Ended> {
    return this.next(() => this.time.duringWork(() => runNow(words)))
  }

  /** Runs a command that works on files alone, and reads a line. */
  answer(typed: string, ...words: string[]): Promise<Ended> {
    return this.next(() => {
      Object.defineProperty(process, 'stdin', { value: Readable.from([`${typed}\n`]), configurable: true })
      return this.time.duringWork(() => runNow(words))
    })
  }

  /** Runs a command beside the others, as a process that may be killed. */
  beside(owner: object, ...words: string[]): Promise<Ended> {
    return this.time.own(owner, () => runNow(words))
  }

  /** Waits for the end of the commands so far. */
  async idle(): Promise<void> {
    await this.last
  }

  /** Runs a command that prints rows of JSON. @returns undefined when it fails */
  async rows<Row>(...words: string[]): Promise<Row[] | undefined> {
    return rowsOf(await this.run(...words, '--json'))
  }

  /** Does something while no other command runs. `run` runs a command that works on files alone. */
  alone<Result>(work: (run: Terminal['runAtOnce']) => Promise<Result>): Promise<Result> {
    return this.next(() => work((...words) => this.time.duringWork(() => runNow(words))))
  }

  private next<Result>(run: () => Promise<Result>): Promise<Result> {
    const ended = this.last.then(run)
    this.last = ended.catch(() => undefined)
    return ended
  }
}

/** Reads the rows of JSON that a command printed. @returns undefined when it failed */
export const rowsOf = <Row>({ isDone, lines }: Ended): Row[] | undefined =>
  isDone ? jsonRows(lines) : undefined

/** Reads the rows of JSON among lines. */
export const jsonRows = <Row>(lines: readonly string[]): Row[] =>
  lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Row) // as the command prints them

async function runNow(words: readonly string[]): Promise<Ended> {
  // Loaded after the installation of the virtual time.
  const [{ COMMANDS }, { Args }] = await Promise.all([
    import('../../packages/server/src/commands/command-table.js'),
    import('../../packages/server/src/commands/command.js'),
  ])
  const name = [words.slice(0, 2), words.slice(0, 1)]
    .map((some) => some.join(' '))
    .find((some) => COMMANDS.has(some))
  const command = name === undefined ? undefined : COMMANDS.get(name)
  if (name === undefined || !command) throw new Error(`no command: ${words.join(' ')}`)
  const lines: string[] = []
  try {
    const args = new Args(command.usage, words.slice(name.split(' ').length))
    const code = await screen.run(lines, () => command.run(args))
    return { isDone: code === 0, lines }
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure
    return { isDone: false, lines: [...lines, failure.message] }
  }
}
