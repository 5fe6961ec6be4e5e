import { type FoundPage, type SearchedPage, searchPage } from '../shared/search-window.js'
import type { Tx } from '../store/unit-of-work.js'
import type { WithdrawalSearch } from '../store/withdrawal-tables.js'
import type { Withdrawal } from './withdrawal.js'

/** Finds a page of withdrawals and refunds, newest first. */
export const findWithdrawals = (
  tx: Tx,
  search: WithdrawalSearch,
  page: SearchedPage,
): Promise<FoundPage<Withdrawal>> => searchPage((window) => tx.withdrawals.searchOwn(search, window), page)
