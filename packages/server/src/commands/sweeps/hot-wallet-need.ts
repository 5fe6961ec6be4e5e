import type { Chain } from '../../domain/chain/chain.js'
import { add, subtract, type Usdt, usdt, ZERO } from '../../domain/shared/money.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { Store } from '../../domain/store/store.js'
import { listSigned } from '../../workers/withdrawals/withdrawal-run.js'

/** More withdrawals than ever wait at once. */
const MOST_WAITING = 10_000

/** Returns what the hot wallet lacks for the withdrawals that wait for funds, and for those that are on their way. */
export async function missingInHotWallet(store: Store, chain: Chain, signal: AbortSignal): Promise<Usdt> {
  const { environment, network } = chain
  const id = { environment, network }
  if (!chain.sender) throw new OperatorError(`${environment}/${network} has no hot wallet`)
  const { due, cursor } = await store.read(async (tx) => {
    const inReview = await tx.attention.listInReview(MOST_WAITING)
    const waiting = inReview.filter(
      (row) => row.environment === environment && row.network === network && row.reviewReason === 'funds',
    )
    const amounts = [...waiting, ...(await listSigned(tx, id))].map(({ amount }) => amount)
    return { due: amounts.reduce(add, ZERO), cursor: await tx.cursors.find(id) }
  })
  if (!cursor) throw new OperatorError(`${environment}/${network} was never followed`)
  const exact = await chain.balanceAt(chain.sender.wallet, cursor.block, signal)
  const balance = usdt(exact / exactScale(network))
  return due > balance ? subtract(due, balance) : ZERO
}
