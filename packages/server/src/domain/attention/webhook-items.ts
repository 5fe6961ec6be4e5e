import { isoTime } from '../shared/iso-time.js'
import { type Instant, type Scope, scopeName } from '../shared/types.js'
import type { HeldDeliveries } from '../store/attention-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { type AttentionItem, SINGLE_ITEMS } from './attention-item.js'
import { COUNTED, command, counted, countText, HOUR_MS, oneByOne, READ_ROWS, REASON } from './item-lists.js'

/** Targets and environments that are read, each with a query of its own. */
const READ_NAMES = SINGLE_ITEMS + 1

/** Lists targets with FAILED deliveries that were not sent again. */
export async function failedItems(tx: Tx): Promise<AttentionItem[]> {
  const rows = await tx.attention.listFailed(READ_NAMES, COUNTED + 1)
  return oneByOne(
    'deliveries_failed',
    rows,
    ({ target, webhookId, firstId, firstEventAt, count, sinceAt, ...scope }) => ({
      subject: target,
      environment: scope.environment,
      sinceAt,
      amount: null,
      facts: { merchantId: scope.merchantId },
      text: `${counted(count, 'webhook')} to ${targetName(scope, webhookId)} failed for good`,
      command: command(
        webhookId === null
          ? `deliveries resend ${firstId} ${REASON}`
          : `deliveries recover --webhook ${webhookId} --since ${isoTime(firstEventAt)} ${REASON}`,
      ),
    }),
    ({ sinceAt }) => ({
      sinceAt,
      amount: null,
      text: 'webhooks to more receivers failed for good',
      command: command('deliveries list --status FAILED'),
    }),
  )
}

/** Lists targets that have answered nothing with 2xx for an hour although deliveries wait. */
export async function failingItems(tx: Tx, now: Instant): Promise<AttentionItem[]> {
  const rows = await tx.attention.listFailing(now - HOUR_MS, READ_ROWS)
  return oneByOne(
    'endpoint_failing',
    rows,
    ({ target, webhookId, sinceAt, ...scope }) => ({
      subject: target,
      environment: scope.environment,
      sinceAt,
      amount: null,
      facts: { merchantId: scope.merchantId },
      text: `${targetName(scope, webhookId)} accepts no webhook`,
      command: command(
        webhookId === null
          ? `deliveries list --status PENDING --environment ${scope.environment} --merchant ${scope.merchantId}`
          : `deliveries list --status PENDING --webhook ${webhookId}`,
      ),
    }),
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: null,
      text: `${countText(rest.length)} more receivers accept no webhook`,
      command: command('deliveries list --status PENDING'),
    }),
  )
}

/** Lists environments whose webhooks wait for a secret, and active merchants without a live one. */
export async function secretItems(tx: Tx): Promise<AttentionItem[]> {
  const lacking = new Map<string, HeldDeliveries>()
  for (const { merchantId, sinceAt } of await tx.attention.listWithoutSecret(READ_ROWS)) {
    const scope = { merchantId, environment: 'live' } as const
    lacking.set(scopeName(scope), { ...scope, sinceAt, count: 0 })
  }
  for (const held of await tx.attention.listHeld(READ_NAMES, COUNTED + 1)) {
    const { sinceAt } = lacking.get(scopeName(held)) ?? held
    lacking.set(scopeName(held), { ...held, sinceAt })
  }
  const rows = [...lacking.values()].sort((one, other) => one.sinceAt - other.sinceAt)
  return oneByOne(
    'no_secret',
    rows,
    ({ count, sinceAt, ...scope }) => ({
      subject: scopeName(scope),
      environment: scope.environment,
      sinceAt,
      amount: null,
      facts: { merchantId: scope.merchantId },
      text: `merchant ${scope.merchantId} has no webhook secret in ${scope.environment}: ${counted(count, 'webhook')} waiting`,
      command: command(
        scope.environment === 'live'
          ? `merchants activate ${scope.merchantId} ${REASON}`
          : `merchants show ${scope.merchantId}`,
      ),
    }),
    ({ sinceAt }, rest) => ({
      sinceAt,
      amount: null,
      text: `${countText(rest.length)} more merchants have no webhook secret`,
      command: command('merchants list'),
    }),
  )
}

const targetName = ({ merchantId, environment }: Scope, webhookId: string | null): string =>
  `${webhookId === null ? 'the URLs of orders' : `endpoint ${webhookId}`} of merchant ${merchantId} in ${environment}`
