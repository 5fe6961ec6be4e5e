import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { NetworkConditions } from './network-conditions.js'

/** Consecutive failures after which the network takes no more orders; a single one may be a database fault. */
const FAILURES = 3
const KIND = 'recording_stuck'

/**
 * Records the steps of one network, and sets a condition after repeated failures, since payments are not seen in the
 * meantime. The first recorded step clears the condition, whichever process set it.
 */
export class RecordingAlarm {
  private failures = 0

  constructor(
    private readonly store: Store,
    private readonly conditions: NetworkConditions,
  ) {}

  /**
   * @param upTo the newest block of the step
   * @returns undefined where nothing was recorded
   * @throws what the work throws
   */
  async record<Result>(
    upTo: number,
    work: (tx: Tx) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    const isSet = this.conditions.isSet(KIND)
    try {
      const recorded = await this.store.write(async (tx) => {
        const result = await work(tx)
        if (isSet && result !== undefined) await this.conditions.setIn(tx, KIND, undefined)
        return result
      })
      this.failures = 0
      return recorded
    } catch (error) {
      if (!(error instanceof TooMuchReplaced)) await this.noteFailure(error, upTo)
      throw error
    }
  }

  private async noteFailure(error: unknown, upTo: number): Promise<void> {
    this.failures += 1
    if (this.failures < FAILURES) return
    const why = error instanceof Error ? error.message : `${error}`
    const reason = `blocks up to ${upTo} cannot be recorded: ${why}`
    // The database may be the cause; then the next failure sets the condition.
    await this.conditions.setCondition(KIND, reason).catch(() => undefined)
  }
}
