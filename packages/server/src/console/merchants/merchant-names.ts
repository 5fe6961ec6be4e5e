import type { PageReply } from '../../domain/sessions/pages.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Visit } from '../visit.js'

/** Reads the names of merchants, by id. */
export async function merchantNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const merchant = await tx.merchants.find(id)
    if (merchant) names.set(id, merchant.name)
  }
  return names
}

/**
 * Leads a list whose filter has the name of a merchant, or a part of the name of one alone, to the same list with the id.
 * Undefined where the filter is an id, or where none or several merchants have the name: the list then has no rows.
 */
export async function byMerchantName(tx: Tx, visit: Visit, path: string): Promise<PageReply | undefined> {
  const text = visit.query('merchant')
  if (text === undefined || (await tx.merchants.find(text))) return undefined
  const found = await tx.merchants.listByText(text, MOST_NAMED)
  const exact = found.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const [only, ...more] = exact.length > 0 ? exact : found
  if (!only || more.length > 0) return undefined
  const query = { ...Object.fromEntries(visit.request.query), merchant: only.id }
  return { kind: 'redirect', to: visit.path(path, query) }
}

/** Merchants that are compared with a whole name. */
const MOST_NAMED = 20
