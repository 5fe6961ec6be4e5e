import type { Chain } from '../../domain/chain/chain.js'
import { OperatorError } from '../../domain/shared/operator-error.js'

/**
 * @throws OperatorError when no node has that many unreserved calls left today, so that no work starts that cannot
 * finish
 */
export function requireCalls({ budgets = [], nodes }: Chain, calls: number): void {
  const isAnyWithoutLimit = budgets.length < (nodes?.().nodes.length ?? 0)
  if (budgets.length === 0 || isAnyWithoutLimit) return
  const spare = Math.max(0, ...budgets.map((budget) => Math.floor(budget.beyondBlocks())))
  if (spare >= calls) return
  throw new OperatorError(
    `this takes up to ${calls} RPC calls, but only ${spare} are left today besides those reserved for new blocks: reduce the range, or try again after midnight UTC`,
  )
}
