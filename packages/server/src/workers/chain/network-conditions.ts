import type { ChainConditionKind } from '../../domain/chain/chain-conditions.js'
import type { Context } from '../../domain/context.js'
import type { ChainId } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'

/** The conditions that the watcher of one network sets and clears. */
export class NetworkConditions {
  private kinds: ReadonlySet<ChainConditionKind> = new Set()

  constructor(
    private readonly store: Store,
    private readonly context: Pick<Context, 'clock'>,
    private readonly id: ChainId,
  ) {}

  /** Reads which conditions are set; every tick does so once. */
  async read(tx: Tx): Promise<void> {
    this.kinds = new Set((await tx.chainConditions.list(this.id)).map(({ kind }) => kind))
  }

  isSet(kind: ChainConditionKind): boolean {
    return this.kinds.has(kind)
  }

  /** Sets a condition for a reason, and clears it without one. */
  async setCondition(kind: ChainConditionKind, reason: string | undefined): Promise<void> {
    if (reason === undefined && !this.isSet(kind)) return
    await this.store.write((tx) => this.setIn(tx, kind, reason))
  }

  /** Like {@link setCondition}, in a transaction with other changes. */
  async setIn(tx: Tx, kind: ChainConditionKind, reason: string | undefined): Promise<void> {
    const sinceAt = this.context.clock.now()
    if (reason === undefined) await tx.chainConditions.clear(this.id, kind)
    else await tx.chainConditions.set(this.id, { kind, reason, sinceAt })
  }
}
