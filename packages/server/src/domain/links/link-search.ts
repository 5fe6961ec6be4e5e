import { COMPARED_PER_PAGE, type FoundPage, pageOf, searchWindows } from '../shared/search-window.js'
import type { Position } from '../shared/types.js'
import type { LinkSearch } from '../store/link-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { PaymentLink } from './payment-link.js'

/** Finds a page of payment links, newest first. */
export async function findLinks(
  tx: Tx,
  search: LinkSearch,
  { after, rows }: { after: Position | undefined; rows: number },
): Promise<FoundPage<PaymentLink>> {
  const bounds = { limit: rows + 1, after, most: COMPARED_PER_PAGE }
  return pageOf(await searchWindows((window) => tx.paymentLinks.search(search, window), bounds), rows)
}
