import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Options } from '../lib/options.js'

const ROUNDS = 20
const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/**
 * The rounds of a stress test on each engine: `--rounds <n>`, `--engine <name>` for one engine, `--seed <n>`. With
 * `--checkpoint <file>` finished rounds are written down, and a later run continues after them.
 */
export class Rounds {
  readonly seed: number
  readonly engines: readonly Engine[]
  private readonly total: number
  private readonly file: string | undefined
  private readonly done: Partial<Record<Engine, number>>

  constructor(options: Options) {
    this.seed = options.number('seed', 1)
    this.total = options.number('rounds', ROUNDS)
    const only = options.text('engine', '')
    this.engines = ENGINES.filter((engine) => only === '' || engine === only)
    if (this.engines.length === 0) throw new Error('--engine: sqlite or postgres')
    this.file = options.text('checkpoint', '') || undefined
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
