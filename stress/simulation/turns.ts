import { createHash } from 'node:crypto'
import { Dice } from '../../packages/server/test/support/ledger/dice.js'

const DAY_MS = 86_400_000
const MILLION = 1_000_000

/** An action or a fault of a life. Its name is its kind with a running number: `kill 3`. */
export interface Turn {
  readonly name: string
  /** Since the life began. */
  readonly atMs: number
}

/**
 * Draws the actions and faults of a life. Times, numbers and dice of a kind depend on seed and kind alone: a turn that is
 * left out, and a kind that is new, change no other turn.
 */
export class Turns {
  /** Every turn that was drawn, also those left out. */
  readonly drawn: Turn[] = []
  private readonly kinds = new Map<string, { readonly dice: Dice; drawn: number }>()
  private readonly chosen: ReadonlySet<string> | undefined
  private waiting: (() => void)[] = []

  /** @param options `only`: names of the turns that happen, all by default; `onTurn`: called before each that happens */
  constructor(
    private readonly options: {
      readonly seed: number
      /** How much more often turns happen than their kinds say. */
      readonly pace: number
      readonly stepMs: number
      readonly only: readonly string[] | undefined
      readonly sinceStart: () => number
      readonly onTurn: (name: string) => void
    },
  ) {
    this.chosen = options.only && new Set(options.only)
  }

  /** Whether {@link maybe} has drawn turns that have not happened. */
  get areDrawn(): boolean {
    return this.waiting.length > 0
  }

  /** Takes the turns that {@link maybe} has drawn. */
  take(): void {
    const { waiting } = this
    this.waiting = []
    for (const act of waiting) act()
  }

  /** Draws once in a step whether a turn of a kind happens, about `perDay` times a day. `act` gets a dice of its own. */
  maybe(kind: string, perDay: number, act: (dice: Dice) => void): void {
    const { pace, stepMs } = this.options
    const draw = this.kind(kind).dice.below(MILLION)
    if (draw < (perDay * pace * MILLION * stepMs) / DAY_MS) this.waiting.push(() => this.turn(kind, act))
  }

  /** Takes a turn, unless it is left out. `act` gets a dice of its own. */
  turn(kind: string, act: (dice: Dice) => void): void {
    const known = this.kind(kind)
    known.drawn += 1
    const name = `${kind} ${known.drawn}`
    this.drawn.push({ name, atMs: this.options.sinceStart() })
    if (this.chosen && !this.chosen.has(name)) return
    this.options.onTurn(name)
    act(this.dice(name))
  }

  private kind(kind: string): { readonly dice: Dice; drawn: number } {
    const known = this.kinds.get(kind) ?? { dice: this.dice(kind), drawn: 0 }
    this.kinds.set(kind, known)
    return known
  }

  private dice(name: string): Dice {
    return new Dice(createHash('sha256').update(`${this.options.seed}/${name}`).digest().readUInt32BE())
  }
}
