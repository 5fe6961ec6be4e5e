import { recordedBalanceOf } from '../../domain/ledger/recorded-balance.js'
import { formatUsdt } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { Store } from '../../domain/store/store.js'
import { endOfMany } from '../../runtime/deadline.js'
import { mapWithConcurrency } from '../../workers/map-with-concurrency.js'
import { printLine } from '../output.js'
import type { SignedItem } from './file-transactions.js'
import type { SweptChain } from './swept-chain.js'

/**
 * Leaves addresses out whose money cannot move as planned any more, so that no coins are spent on them. Those whose
 * transaction is in a block stay.
 */
export async function movableItems(
  store: Store,
  { chain, sweeps }: SweptChain,
  items: readonly SignedItem[],
): Promise<SignedItem[]> {
  const { signal } = endOfMany()
  const hashes = items.map(({ transaction }) => transaction.txHash)
  const outcomes = await sweeps.outcomes(hashes, false, signal)
  const { environment, network } = chain
  const id = { environment, network }
  const cursor = await store.read((tx) => tx.cursors.find(id))
  if (!cursor) throw new OperatorError(`${environment}/${network} was never followed`)
  const { block } = cursor
  const reasons = new Map<SignedItem, string>()
  const open = items.filter((_, at) => !outcomes[at])
  await mapWithConcurrency(open, async (item) => {
    const { address, amount } = item
    const { recorded } = await store.read((tx) => recordedBalanceOf(tx, id, address, block.number))
    if (recorded < amount * exactScale(network))
      reasons.set(item, 'is more than the ledger has there: plan again')
    else if (await chain.isBlacklisted?.(address, block, signal))
      reasons.set(item, 'is blacklisted, and stays')
    return 'done'
  })
  for (const [{ address, amount }, why] of reasons)
    printLine(`${address}  ${formatUsdt(amount)} USDT  ${why}`)
  return items.filter((item) => !reasons.has(item))
}
