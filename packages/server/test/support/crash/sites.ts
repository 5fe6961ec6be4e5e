import { existsSync, readFileSync } from 'node:fs'

/** Returns a whole number from 0 to `bound` − 1. */
export type Random = (bound: number) => number

/** Returns the same numbers for the same seed. */
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
/** The preload's name of a site that counts only after another one. */
const ONCE = ', once '
/** Average number of sites that a server under load passes between random kills. */
const FAR = 4_000

/** The sites of a run, which the servers write to a file. */
export class Sites {
  private readonly tries = new Map<string, number>()
  private lives = 0

  constructor(
    private readonly file: string,
    private readonly random: Random,
    /** Sites to kill at; all by default. */
    private readonly where: RegExp = /^/,
    /** Statements whose next COMMIT counts as a separate site, before and after. */
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

  /** The sites at which a server was killed. */
  get killed(): ReadonlySet<string> {
    const killed = this.lines().filter((line) => line.startsWith(KILLED))
    return new Set(killed.map((line) => line.slice(KILLED.length)))
  }

  /** The sites at which no server was killed yet, and that have tries left. */
  get open(): string[] {
    const { killed } = this
    return this.all.filter(
      (site) => this.where.test(site) && !killed.has(site) && (this.tries.get(site) ?? 0) < TRIES,
    )
  }

  /** Finds a site by a pattern. @throws Error when no server passed such a site */
  find(pattern: RegExp): string {
    const found = this.all.find((site) => pattern.test(site))
    if (found === undefined) throw new Error(`no site is like ${pattern}`)
    return found
  }

  /**
   * Environment of the preload: a kill at an open site, and every other time at a random one. Many sites belong to the
   * start, and a server that is always killed there would serve no request.
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
