import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { VirtualTime } from './virtual-time.js'

const MINUTE_MS = 60_000
const MOST_MINUTES = 10
/** A call or a start that began before the end of a fault has ended after this. */
const AFTERMATH_MS = 2 * MINUTE_MS

/** The fault of a database. `gone` ends every connection and accepts none; `unsteady` loses some. */
export type DatabaseFault = 'full' | 'read-only' | 'gone' | 'unsteady'

/** The driver of a database, which lets faults happen. */
export interface FaultyDriver {
  /** Those that its engine can have. */
  readonly kinds: readonly DatabaseFault[]
  /** Begins a fault, or ends the one that there is. */
  set(fault: DatabaseFault | undefined): void
}

/** The database of an installation: one fault at a time, and a disk that may be slow. */
export class DatabaseFaults {
  slowUntil = 0
  private fault: { readonly kind: DatabaseFault; readonly until: number } | undefined
  private last: { readonly kind: DatabaseFault; readonly endedAt: number } | undefined

  constructor(
    private readonly driver: FaultyDriver,
    private readonly time: VirtualTime,
  ) {}

  get isSlow(): boolean {
    return this.time.now < this.slowUntil
  }

  /** The fault that calls and starts may still meet. */
  get felt(): DatabaseFault | undefined {
    if (this.fault) return this.fault.kind
    return this.last && this.time.now < this.last.endedAt + AFTERMATH_MS ? this.last.kind : undefined
  }

  /** Begins a fault that ends after some minutes. @returns it */
  fail(dice: Dice): { readonly kind: DatabaseFault; readonly until: number } {
    const kind = dice.pick(this.driver.kinds)
    const fault = { kind, until: this.time.now + (1 + dice.below(MOST_MINUTES)) * MINUTE_MS }
    this.mend()
    this.fault = fault
    this.driver.set(kind)
    void this.time.sleep(fault.until - this.time.now).then(() => {
      if (this.fault === fault) this.mend()
    })
    return fault
  }

  /** Ends the fault that there is. */
  mend(): void {
    if (!this.fault) return
    this.last = { kind: this.fault.kind, endedAt: this.time.now }
    this.fault = undefined
    this.driver.set(undefined)
  }
}
