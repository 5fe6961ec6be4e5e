import { existsSync, readFileSync } from 'node:fs'

/** A whole number from 0, below the bound. */
export type Random = (bound: number) => number

/** The same numbers for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

const TRIES = 4
const KILLED = 'killed '
/** A place that counts only from when another site was passed, as the preload writes it. */
const ONCE = ', once '
/** Sites that a server under load passes between two kills at random. */
const FAR = 4_000

/** What is known of the sites of a run: the servers themselves write it down. */
export class Sites {
  private readonly tries = new Map<string, number>()
  private lives = 0

  constructor(
    private readonly file: string,
    private readonly random: Random,
    /** Where to kill; everywhere unless told. */
    private readonly where: RegExp = /^/,
    /** Statements after which the next COMMIT is a place of its own, before and after. */
    private readonly committed?: RegExp,
  ) {}

  /** Every site that a server passed, and the COMMITs that follow some of them. */
  get all(): string[] {
    const passed = this.lines().filter((line) => !line.startsWith(KILLED))
    const stored = passed.filter((site) => site.startsWith('after ') && this.committed?.test(site))
    return [
      ...passed,
      ...stored.flatMap((site) => [`before COMMIT${ONCE}${site}`, `after COMMIT${ONCE}${site}`]),
    ]
  }

  /** Those at which one was killed. */
  get killed(): ReadonlySet<string> {
    const killed = this.lines().filter((line) => line.startsWith(KILLED))
    return new Set(killed.map((line) => line.slice(KILLED.length)))
  }

  /** Those at which none was killed yet, though it may still be. */
  get open(): string[] {
    const { killed } = this
    return this.all.filter(
      (site) => this.where.test(site) && !killed.has(site) && (this.tries.get(site) ?? 0) < TRIES,
    )
  }

  /** @throws Error when no server passed such a site */
  find(pattern: RegExp): string {
    const found = this.all.find((site) => pattern.test(site))
    if (found === undefined) throw new Error(`no site is like ${pattern}`)
    return found
  }

  /**
   * What the preload is told: to die at an open site, and every other time anywhere. Many sites lie in the start, and a
   * server that always died there would serve nobody.
   */
  nextFaults(): Record<string, string> {
    this.lives += 1
    const open = this.lives % 2 === 0 ? [] : this.open
    const site = open[this.random(Math.max(1, open.length))]
    if (site === undefined) return { FAULT_SITES: this.file, FAULT_KILL_AT: `${1 + this.random(FAR)}` }
    this.tries.set(site, (this.tries.get(site) ?? 0) + 1)
    const [at = site, after] = site.split(ONCE)
    return { FAULT_SITES: this.file, FAULT_KILL_SITE: at, ...(after && { FAULT_KILL_AFTER: after }) }
  }

  private lines(): string[] {
    return existsSync(this.file)
      ? readFileSync(this.file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
      : []
  }
}
