import type { Context } from '../context.js'
import { DELIVERY_RETENTION_MS } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import type { AlertEvent } from '../webhooks/event-types.js'
import { alertBody } from './alert.js'
import { type AttentionItem, restKey, type StoredItem, shellText } from './attention-item.js'

/** The differences that a comparison found. */
export interface AttentionChanges {
  readonly opened: readonly AttentionItem[]
  readonly resolved: readonly StoredItem[]
  /** Items that were opened before there was a receiver of alerts. */
  readonly untold: readonly StoredItem[]
}

/**
 * Compares the items that wait now with those of the last comparison. Where one line stands for the rest of a kind, a
 * missing item of that kind may be in it, and is not resolved before that line is gone.
 */
export function compareAttention(
  current: readonly AttentionItem[],
  stored: readonly StoredItem[],
  isAlerting: boolean,
): AttentionChanges {
  const known = new Set(stored.map(({ key }) => key))
  const waiting = new Set(current.map(({ key }) => key))
  return {
    opened: current.filter(({ key }) => !known.has(key)),
    resolved: stored.filter(({ key, kind }) => !waiting.has(key) && !waiting.has(restKey(kind))),
    untold: isAlerting ? stored.filter(({ key, isAlerted }) => waiting.has(key) && !isAlerted) : [],
  }
}

/**
 * Stores the changes of a comparison, and an alert for each where there is a receiver.
 *
 * @param revision of the stored items that were compared
 * @returns false if another server stored its comparison first
 */
export async function recordAttention(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  revision: number,
  { opened, resolved, untold }: AttentionChanges,
  isAlerting: boolean,
): Promise<boolean> {
  if (!(await tx.attentionItems.advance(revision))) return false
  const at = context.clock.now()
  const tell = (event: AlertEvent, item: StoredItem) =>
    tx.alerts.insert({
      id: context.ids.uuid(),
      itemId: item.id,
      event,
      body: alertBody(event, item, at),
      createdAt: at,
    })
  for (const item of opened) {
    const stored = { ...item, text: shellText(item), id: context.ids.uuid(), isAlerted: isAlerting }
    await tx.attentionItems.insert(stored)
    if (isAlerting) await tell('attention.opened', stored)
  }
  for (const item of untold) {
    await tx.attentionItems.markAlerted(item.key)
    await tell('attention.opened', item)
  }
  for (const item of resolved) {
    await tx.attentionItems.delete(item.key)
    if (isAlerting && item.isAlerted) await tell('attention.resolved', item)
  }
  await tx.alerts.purge(at - DELIVERY_RETENTION_MS)
  return true
}
