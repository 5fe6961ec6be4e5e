import type { Chain, Fate, Sender, SignedTransaction } from '../domain/chains.js'
import type { Context, Store } from '../domain/ports.js'
import type { Tx } from '../domain/tables.js'
import type { WithdrawalFact } from '../domain/withdrawal-state.js'
import { tryApply, type Withdrawal } from '../domain/withdrawals.js'
import type { Worker } from './worker.js'

const BATCH = 50
/** Signed and not settled at once, per wallet: what can be in doubt at any time is bounded. */
const UNSETTLED_PER_WALLET = 8

/**
 * Sends withdrawals of one network, step by step: sign and commit, hand to a node, follow until it is settled. The signed
 * bytes are stored before anybody outside sees them, and no others are ever sent for the same withdrawal.
 */
export function withdrawalSender(store: Store, context: Context, chain: Chain, everyMs: number): Worker {
  const { environment, network, sender } = chain
  return {
    name: `withdrawal-sender ${environment} ${network}`,
    everyMs,
    async tick(signal) {
      if (!sender) return 0
      const run = new Run(store, context, chain, sender, signal)
      const handled = (await run.settle()) + (await run.sign())
      if (handled === 0) run.throwFailures()
      return handled
    },
  }
}

class Run {
  private readonly failures: unknown[] = []

  constructor(
    private readonly store: Store,
    private readonly context: Context,
    private readonly chain: Chain,
    private readonly sender: Sender,
    private readonly signal: AbortSignal,
  ) {}

  /** Hands what is signed to a node and looks what became of it. @returns how many changed */
  async settle(): Promise<number> {
    const open = await this.store.read((tx) => this.listSigned(tx))
    return this.countEach(open, open.length, async (withdrawal) => {
      const signed = await this.store.read((tx) => tx.withdrawals.findSigned(withdrawal.id))
      if (!signed) throw new Error(`withdrawal ${withdrawal.id} has no signed transaction`)
      return this.follow(withdrawal, signed)
    })
  }

  /** Signs what waits, as far as the wallet has room. @returns how many were signed or turned away */
  async sign(): Promise<number> {
    const { environment, network } = this.chain
    const signed = await this.store.read((tx) => this.listSigned(tx))
    const room = UNSETTLED_PER_WALLET - signed.length
    if (room <= 0) return 0
    // More than there is room for: one that cannot be signed now must not hide the ones behind it.
    const waiting = await this.store.read((tx) =>
      tx.withdrawals.listReady({ environment, network, limit: BATCH }),
    )
    return this.countEach(waiting, room, (withdrawal) => this.signOne(withdrawal))
  }

  /** @throws AggregateError when something could not be handled */
  throwFailures(): void {
    const { failures } = this
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} withdrawals could not be handled`)
  }

  /** One that fails does not keep the others waiting. @returns how many changed, `most` at most */
  private async countEach(
    withdrawals: readonly Withdrawal[],
    most: number,
    work: (withdrawal: Withdrawal) => Promise<boolean>,
  ): Promise<number> {
    let changed = 0
    for (const withdrawal of withdrawals) {
      if (changed === most) return changed
      try {
        if (await work(withdrawal)) changed += 1
      } catch (error) {
        this.failures.push(error)
      }
    }
    return changed
  }

  private async listSigned(tx: Tx): Promise<Withdrawal[]> {
    return [...(await this.list(tx, 'PROCESSING')), ...(await this.list(tx, 'BROADCAST'))]
  }

  private list(tx: Tx, status: Withdrawal['status']): Promise<Withdrawal[]> {
    const { environment, network } = this.chain
    return tx.withdrawals.listByStatus({ environment, network, status, limit: BATCH })
  }

  /** @returns whether anything changed */
  private async signOne(waiting: Withdrawal): Promise<boolean> {
    const { id } = waiting
    const { environment, network } = this.chain
    const prepared = await this.prepare(waiting)
    if (!prepared) return false
    if ('notNow' in prepared && waiting.reviewReason === prepared.notNow) return false
    return this.store.write(async (tx) => {
      const withdrawal = await tx.withdrawals.lock(id)
      // It may have been canceled meanwhile: then the bytes are thrown away, and nobody ever saw them.
      const changed = withdrawal && (await tryApply(tx, this.context, withdrawal, factOf(prepared)))
      if (changed && 'txHash' in prepared) {
        const createdAt = this.context.clock.now()
        await tx.withdrawals.insertSigned({ ...prepared, environment, network, withdrawalId: id, createdAt })
      }
      return changed !== undefined && !('notNow' in prepared)
    })
  }

  /** @returns undefined while nobody can say whether its destination may be paid */
  private async prepare({ id, destinationAddress: to, amount }: Withdrawal) {
    const { environment, network } = this.chain
    const { wallet } = this.sender
    const { nonce, cursor } = await this.store.read(async (tx) => ({
      nonce: await tx.withdrawals.nextNonce({ environment, network, wallet }),
      cursor: await tx.cursors.find({ environment, network }),
    }))
    if (!cursor) throw new Error('the network has no cursor')
    const { verdict } = await this.context.screening.judgeAddress(this.chain, to, cursor.block, this.signal)
    if (verdict === 'outstanding') return undefined
    if (verdict === 'flag') return { never: 'compliance' } as const
    return this.sender.prepare({ withdrawalId: id, to, amount }, nonce, this.signal)
  }

  /** @returns whether anything changed */
  private async follow(withdrawal: Withdrawal, signed: SignedTransaction): Promise<boolean> {
    const fate = await this.sender.track(signed, this.signal)
    if (fate.kind === 'unknown') await this.sender.broadcast(signed, this.signal)
    const fact = followedBy(withdrawal, fate)
    if (!fact) return false
    return this.store.write(async (tx) => {
      const current = await tx.withdrawals.lock(withdrawal.id)
      return (
        current?.version === withdrawal.version &&
        (await tryApply(tx, this.context, current, fact)) !== undefined
      )
    })
  }
}

function factOf(prepared: Awaited<ReturnType<Sender['prepare']>>): WithdrawalFact {
  if ('never' in prepared) return { kind: 'failed', failureCode: prepared.never }
  if ('notNow' in prepared) return { kind: 'held_back', reason: prepared.notNow }
  return { kind: 'signed', txHash: prepared.txHash }
}

/** What a look at the network says of a withdrawal; undefined when it says nothing new. */
function followedBy({ status, confirmations }: Withdrawal, fate: Fate): WithdrawalFact | undefined {
  switch (fate.kind) {
    case 'unknown':
      return status === 'PROCESSING' ? { kind: 'broadcast' } : undefined
    case 'mined':
      return fate.confirmations === confirmations && status === 'BROADCAST'
        ? undefined
        : { kind: 'confirming', confirmations: fate.confirmations }
    case 'completed':
      // One that settled before it was written down that a node has it: first things first.
      return status === 'PROCESSING'
        ? { kind: 'broadcast' }
        : { kind: 'completed', confirmations: fate.confirmations }
    case 'reverted':
      return { kind: 'failed', failureCode: 'reverted' }
    case 'dead':
      return { kind: 'failed', failureCode: fate.failureCode }
  }
}
