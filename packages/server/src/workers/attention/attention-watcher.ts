import { listAttention } from '../../domain/attention/attention.js'
import {
  type AlertReceivers,
  type AttentionChanges,
  compareAttention,
  isAlerting,
  recordAttention,
} from '../../domain/attention/attention-changes.js'
import { type AttentionItem, type AttentionKind, shellText } from '../../domain/attention/attention-item.js'
import type { Context } from '../../domain/context.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

export interface AttentionLog {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** Interval of the comparisons. */
const COMPARE_MS = 15_000
/** Kinds for which money stands still or may be wrong. */
const ERRORS: ReadonlySet<AttentionKind> = new Set([
  'ledger_violation',
  'recovering',
  'signer_paused',
  'payment_mismatch',
  'halted',
])

/**
 * Compares what waits for a person with the last comparison, stores and logs the difference, and queues the alerts. Of
 * several servers the one that stores a difference logs it.
 *
 * @param actor the user of this server, who runs the commands as well
 */
export function attentionWatcher(
  store: Store,
  context: Context,
  { receivers, log, actor }: { receivers: AlertReceivers; log: AttentionLog; actor: string },
): Worker {
  let comparedAt = Number.NEGATIVE_INFINITY
  return {
    name: 'attention-watcher',
    everyMs: 1_000,
    async tick() {
      const passedMs = context.clock.now() - comparedAt
      if (passedMs >= 0 && passedMs < COMPARE_MS) return 0
      comparedAt = context.clock.now()
      const { current, stored } = await store.read(async (tx) => ({
        current: await listAttention(tx, context, actor),
        stored: await tx.attentionItems.list(),
      }))
      const changes = compareAttention(current, stored.items, isAlerting(receivers))
      const { opened, resolved, untold } = changes
      if (opened.length + resolved.length + untold.length === 0) return 0
      const isStored = await store.write((tx) =>
        recordAttention(tx, context, stored.revision, changes, receivers),
      )
      if (isStored) logChanges(log, changes)
      return 0
    },
  }
}

function logChanges(log: AttentionLog, { opened, resolved }: AttentionChanges): void {
  for (const item of opened) {
    const level = ERRORS.has(item.kind) ? 'error' : 'warn'
    const line = lineOf({ ...item, text: shellText(item) })
    log[level]({ ...line, command: item.command }, 'attention needed')
  }
  for (const item of resolved) log.info(lineOf(item), 'attention no longer needed')
}

const lineOf = ({
  kind,
  subject,
  amount,
  text,
}: Pick<AttentionItem, 'kind' | 'subject' | 'amount' | 'text'>) => ({
  kind,
  subject,
  ...(amount === null ? {} : { amount: formatUsdt(amount) }),
  reason: text,
})
