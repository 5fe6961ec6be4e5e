import { eraseMerchant, eraseOrders, eraseWithdrawals } from '../../domain/merchants/merchant-erasure.js'
import { ENVIRONMENTS, type Position } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Args } from '../command.js'
import { printLine } from '../output.js'
import { mandateOf, withStore } from '../store-access.js'

/** Erases the personal data of a merchant: its profile first, then its orders and withdrawals in batches. */
export async function erase(args: Args): Promise<number> {
  const id = args.requiredOperand('merchant-id')
  args.required('reason')
  await withStore(async ({ store, context }) => {
    const inBatches = async (
      next: (tx: Tx, after: Position | undefined) => Promise<Position | undefined>,
    ) => {
      for (let after: Position | undefined; ; ) {
        after = await store.write((tx) => next(tx, after))
        if (after === undefined) return
      }
    }
    await store.write((tx) => eraseMerchant(tx, context, id, mandateOf(args)))
    for (const environment of ENVIRONMENTS) {
      const scope = { merchantId: id, environment }
      await inBatches((tx, after) => eraseOrders(tx, scope, after))
      await inBatches((tx, after) => eraseWithdrawals(tx, scope, after))
    }
  })
  printLine(`${id} is erased; its webhooks of the last 30 days go by themselves`)
  return 0
}
