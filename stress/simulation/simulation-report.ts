import type { Reached } from './coverage.js'
import type { Turn } from './turns.js'

/** The outcome of one life. */
export interface SimulationReport {
  readonly violations: readonly string[]
  /** Comparisons of the oracle and checks of the ledger. */
  readonly checks: number
  /** The newest lines of the story. */
  readonly end: readonly string[]
  readonly trace: string
  readonly faults: ReadonlyMap<string, number>
  /** Every turn that was drawn, also those left out. */
  readonly turns: readonly Turn[]
  readonly reached: Reached
  readonly orders: number
  readonly payouts: number
  readonly simulatedMs: number
}
