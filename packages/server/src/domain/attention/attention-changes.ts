import type { Context } from '../context.js'
import { queueMessage } from '../messages/message-queue.js'
import { formatUsdt } from '../shared/money.js'
import { DELIVERY_RETENTION_MS } from '../shared/policy.js'
import type { Instant } from '../shared/types.js'
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
  isAlerted: boolean,
): AttentionChanges {
  const known = new Set(stored.map(({ key }) => key))
  const waiting = new Set(current.map(({ key }) => key))
  return {
    opened: current.filter(({ key }) => !known.has(key)),
    resolved: stored.filter(({ key, kind }) => !waiting.has(key) && !waiting.has(restKey(kind))),
    untold: isAlerted ? stored.filter(({ key, isAlerted }) => waiting.has(key) && !isAlerted) : [],
  }
}

/** The receivers of alerts that an operator has set. */
export interface AlertReceivers {
  /** Whether alerts are posted to a URL. */
  readonly hasUrl: boolean
  readonly mail: readonly string[]
}

/** Whether there is a receiver of alerts. */
export const isAlerting = ({ hasUrl, mail }: AlertReceivers): boolean => hasUrl || mail.length > 0

/**
 * Stores the changes of a comparison, and an alert for each and every receiver.
 *
 * @param revision of the stored items that were compared
 * @returns false if another server stored its comparison first
 */
export async function recordAttention(
  tx: Tx,
  context: Parts,
  revision: number,
  { opened, resolved, untold }: AttentionChanges,
  receivers: AlertReceivers,
): Promise<boolean> {
  if (!(await tx.attentionItems.advance(revision))) return false
  const at = context.clock.now()
  const isAlerted = isAlerting(receivers)
  const tell = (event: AlertEvent, item: StoredItem) => alert(tx, context, receivers, { event, item, at })
  for (const item of opened) {
    const stored = { ...item, text: shellText(item), id: context.ids.uuid(), isAlerted }
    await tx.attentionItems.insert(stored)
    if (isAlerted) await tell('attention.opened', stored)
  }
  for (const item of untold) {
    await tx.attentionItems.markAlerted(item.key)
    await tell('attention.opened', item)
  }
  for (const item of resolved) {
    await tx.attentionItems.delete(item.key)
    if (isAlerted && item.isAlerted) await tell('attention.resolved', item)
  }
  await tx.alerts.purge(at - DELIVERY_RETENTION_MS)
  return true
}

type Parts = Pick<Context, 'clock' | 'ids' | 'vault'>

/** Stores what each receiver is told of an item. */
async function alert(
  tx: Tx,
  context: Parts,
  { hasUrl, mail }: AlertReceivers,
  { event, item, at }: { event: AlertEvent; item: StoredItem; at: Instant },
): Promise<void> {
  const { id: itemId, kind, subject, sinceAt, amount, text, command } = item
  if (hasUrl) {
    const body = alertBody(event, item, at)
    await tx.alerts.insert({ id: context.ids.uuid(), itemId, event, body, createdAt: at })
  }
  const facts = { kind, subject, sinceAt, amount: amount === null ? null : formatUsdt(amount), text, command }
  for (const to of mail)
    await queueMessage(
      tx,
      context,
      { kind: 'alert', to, event, item: facts },
      { channel: 'mail', personId: null },
    )
}
