import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import type { DueDelivery } from '../../../src/domain/webhooks/webhook.js'
import { START } from '../domain/context.js'
import { merchant } from '../storage/store-rows.js'

/** Inserts due deliveries of one event of the merchant `shop` to one target, to `urls` or to one URL. */
export async function insertDeliveries(
  tx: Tx,
  count: number,
  { isHeld = false, urls = [] as readonly string[] } = {},
): Promise<void> {
  await tx.merchants.insert(merchant('shop'))
  await tx.webhookDeliveries.insertEvent({
    id: 'event',
    merchantId: 'shop',
    environment: 'test',
    event: 'payment.confirmed',
    subject: 'order',
    body: '{}',
    createdAt: START,
  })
  for (let n = 0; n < count; n += 1) {
    const delivery = {
      id: `wd_${`${n}`.padStart(3, '0')}`,
      eventId: 'event',
      webhookId: null,
      url: urls[n] ?? 'https://shop.example/hook',
      redeliveryOf: null,
      target: 'shop',
      isHeld,
      status: 'PENDING' as const,
      attempts: 0,
      nextAttemptAt: START,
      lastError: null,
      lastErrorDetail: null,
      isErrorHidden: false,
      deliveredAt: null,
      createdAt: START,
    }
    await tx.webhookDeliveries.insert(delivery, { merchantId: 'shop', environment: 'test' })
  }
}

interface Lease {
  readonly owner: string
  readonly target: string
  readonly now: number
  readonly until: number
  readonly limit: number
  /** `now` by default. */
  readonly dueAt?: number
}

/** Claims due deliveries of a target that the same unit of work finds. */
export async function claimDue(
  tx: Tx,
  { owner, target, now, until, limit, dueAt = now }: Lease,
): Promise<DueDelivery[]> {
  const standing = { now, until: now + 60_000 }
  const { due } = await tx.webhookDeliveries.findDue({ target, dueAt, standing, limit })
  const ids = due.map(({ id }) => id)
  const claimed = await tx.webhookDeliveries.claim(ids, { owner, until, standing })
  return due.filter(({ id }) => claimed.has(id))
}
