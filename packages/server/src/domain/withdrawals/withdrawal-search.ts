import { COMPARED_PER_PAGE, type FoundPage, pageOf, searchWindows } from '../shared/search-window.js'
import type { Position } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WithdrawalSearch } from '../store/withdrawal-tables.js'
import type { Withdrawal } from './withdrawal.js'

/** Finds a page of withdrawals and refunds, newest first. */
export async function findWithdrawals(
  tx: Tx,
  search: WithdrawalSearch,
  { after, rows }: { after: Position | undefined; rows: number },
): Promise<FoundPage<Withdrawal>> {
  const bounds = { limit: rows + 1, after, most: COMPARED_PER_PAGE }
  return pageOf(await searchWindows((window) => tx.withdrawals.searchOwn(search, window), bounds), rows)
}
