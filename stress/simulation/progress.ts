import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Life } from './lives.js'
import type { SimulationOptions } from './simulation.js'

/** The part of a life that the sums of a run need. */
export type FinishedLife = Omit<Life, 'turns' | 'end'>

interface Line {
  /** Of server and simulator. */
  readonly version: string
  readonly options: SimulationOptions
  readonly life: FinishedLife
}

/** The finished lives of a run, in a file with a line of JSON for each. A line of another version counts for nothing. */
export class Progress {
  private readonly known = new Map<string, FinishedLife>()
  private readonly version: string

  /**
   * @param file undefined to keep nothing
   * @param bundle the file of server and simulator
   */
  constructor(
    private readonly file: string | undefined,
    bundle: string,
  ) {
    this.version = createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 16)
    if (file === undefined || !existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    // A run that was killed may have left half a line.
    if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n')
    for (const line of text.split('\n')) this.read(line)
  }

  find(options: SimulationOptions): FinishedLife | undefined {
    return this.known.get(nameOf(options))
  }

  add(options: SimulationOptions, { turns: _turns, end: _end, ...life }: Life): FinishedLife {
    const line: Line = { version: this.version, options, life }
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(line)}\n`)
    return life
  }

  private read(text: string): void {
    const line = parsed(text)
    if (line?.version === this.version) this.known.set(nameOf(line.options), line.life)
  }
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line // written by `add`
  } catch {
    return undefined
  }
}

const nameOf = ({
  seed,
  days,
  ordersPerDay,
  pace,
  isHostile,
  only,
  postgresUrl,
}: SimulationOptions): string =>
  JSON.stringify([seed, days, ordersPerDay, pace, isHostile, only ?? null, postgresUrl !== undefined])
