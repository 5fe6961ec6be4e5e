import type { Page } from '../../../domain/shared/types.js'
import type { DeliveryListFilter } from '../../../domain/store/webhook-tables.js'
import { countOfRanges, given, idsOfRanges, type Range, within } from '../../list-ranges.js'
import { pageOfIds } from '../../page-clause.js'
import type { SqlValue } from '../../sql.js'
import { SELECT_DELIVERIES } from './delivery-rows.js'

type Query = [text: string, ...values: SqlValue[]]

/** Counts the deliveries of a list, whose cost grows with those that match, except for DELIVERED ones. */
export const countQuery = (webhookId: string, filter: DeliveryListFilter): Query =>
  countOfRanges(rangesOf(webhookId, filter))

/** Selects a page of a list, newest first. */
export const listQuery = (webhookId: string, filter: DeliveryListFilter, page: Page): Query =>
  pageOfIds(
    { select: SELECT_DELIVERIES, table: 'webhook_deliveries' },
    idsOfRanges(rangesOf(webhookId, filter), page),
  )

/**
 * Returns the ranges that hold the deliveries of a list, each once. The indexes of pending deliveries have the target, which
 * is the endpoint; the conditions of partial indexes are written out, since engines compare their texts.
 */
function rangesOf(webhookId: string, filter: DeliveryListFilter): Range[] {
  const { status } = filter
  const table = { from: ['webhook_deliveries'] as const, id: 'id' }
  const created = within('created_at', filter)
  if (status === 'PENDING')
    return [0, 1].map((held) => ({
      ...table,
      where: [['target = ?', webhookId], [`status = 'PENDING' AND held = ${held}`], ...created],
    }))
  const hasStatus = status === 'FAILED' ? [["status = 'FAILED'"] as const] : given('status = ?', status)
  return [{ ...table, where: [['webhook_id = ?', webhookId], ...hasStatus, ...created] }]
}
