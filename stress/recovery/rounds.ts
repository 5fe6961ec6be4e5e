import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const ROUNDS = 20
const QUICK_ROUNDS = 2
const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/**
 * The rounds of a stress test on each engine: `--rounds <n>`, `--quick` for two, `--engine <name>` for one engine,
 * `--seed <n>`. With `--checkpoint <file>` finished rounds are written down, and a later run continues after them.
 */
export class Rounds {
  readonly seed: number
  readonly engines: readonly Engine[]
  private readonly total: number
  private readonly file: string | undefined
  private readonly done: Partial<Record<Engine, number>>

  constructor(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        engine: { type: 'string' },
        seed: { type: 'string', default: '1' },
        checkpoint: { type: 'string' },
      },
    })
    this.seed = Number(values.seed)
    this.total = Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS))
    this.engines = ENGINES.filter((engine) => values.engine === undefined || values.engine === engine)
    if (this.engines.length === 0 || !Number.isSafeInteger(this.total + this.seed))
      throw new Error('--engine takes sqlite or postgres, --rounds and --seed whole numbers')
    this.file = values.checkpoint
    this.done =
      this.file !== undefined && existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {}
  }

  /** Plays the rounds of an engine that are left, numbered from 1. @returns how many were played in all runs */
  async play(engine: Engine, round: (number: number) => Promise<string>): Promise<number> {
    for (let number = (this.done[engine] ?? 0) + 1; number <= this.total; number += 1) {
      const since = performance.now()
      const result = await round(number)
      const seconds = ((performance.now() - since) / 1_000).toFixed(1)
      console.log(`${engine}: round ${number} of ${this.total}, ${seconds} s: ${result}`)
      this.done[engine] = number
      if (this.file !== undefined) writeFileSync(this.file, JSON.stringify(this.done))
    }
    return this.done[engine] ?? 0
  }
}
