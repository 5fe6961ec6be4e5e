import { type FoundPage, type SearchedPage, searchPage } from '../shared/search-window.js'
import type { LinkSearch } from '../store/link-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { PaymentLink } from './payment-link.js'

/** Finds a page of payment links, newest first. */
export const findLinks = (tx: Tx, search: LinkSearch, page: SearchedPage): Promise<FoundPage<PaymentLink>> =>
  searchPage((window) => tx.paymentLinks.search(search, window), page)
