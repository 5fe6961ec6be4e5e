import type { Planted } from './fault.js'

const schedule = 'domain/webhooks/delivery-schedule.ts'
const deliveries = 'domain/webhooks/webhook-deliveries.ts'
const unit = 'domain/orders/order-unit-of-work.ts'

/** Faults of webhooks: which events are sent, to which endpoint, signed how and how often. */
export const WEBHOOK_FAULTS: readonly Planted[] = [
  {
    name: 'a webhook is recorded as delivered before it is sent',
    file: 'workers/webhooks/webhook-dispatcher.ts',
    from: 'const made = await makeAttempt(leased, parts, cutOff.signal)',
    to: `const sure = decideAttempt(leased.due, { delivered: true }, context.clock.now(), context.policy.webhookRetryDelaysMs)
    await store.write((tx) => tx.webhookDeliveries.record([{ ...sure, isErrorHidden: false }], owner))
    const made = await makeAttempt(leased, parts, cutOff.signal)`,
  },
  {
    name: 'any answer delivers a webhook',
    file: schedule,
    from: 'if (outcome.delivered)',
    to: "if (outcome.delivered || outcome.error.startsWith('HTTP'))",
  },
  {
    name: 'a refused connection ends a delivery',
    file: schedule,
    from: 'attempts >= MAX_ATTEMPTS || isLastError(lastError)',
    to: "attempts >= MAX_ATTEMPTS || isLastError(lastError) || lastError === 'connection_refused'",
  },
  {
    name: 'the last attempt of a delivery is not made',
    file: schedule,
    from: 'attempts >= MAX_ATTEMPTS || isLastError(lastError)',
    to: 'attempts >= MAX_ATTEMPTS - 1 || isLastError(lastError)',
  },
  {
    name: 'a delivery waits for the delay before',
    file: schedule,
    from: 'retryDelaysMs[attempts]',
    to: 'retryDelaysMs[before]',
  },
  {
    name: 'an attempt is made a minute early',
    file: 'workers/webhooks/webhook-dispatcher.ts',
    from: 'const after = decideAttempt(leased.due, outcome, endedAt, delays)',
    to: 'const after = decideAttempt(leased.due, outcome, startedAt - 60_000, delays)',
  },
  {
    name: 'an event goes to the endpoints of every merchant',
    file: 'storage/tables/webhooks/webhook-endpoints.ts',
    from: 'SELECT * FROM webhook_endpoints WHERE merchant_id = ? AND environment = ? AND deleted_at IS NULL\n         ORDER BY',
    to: 'SELECT * FROM webhook_endpoints WHERE (merchant_id = ? OR 1 = 1) AND environment = ? AND deleted_at IS NULL\n         ORDER BY',
  },
  {
    name: 'an endpoint gets its first event only',
    file: deliveries,
    from: 'isActive && events.includes(event.event))',
    to: 'isActive && events[0] === event.event)',
  },
  {
    name: 'of several events of a commit the last one is sent',
    file: deliveries,
    from: 'for (const { event, ownUrl } of outgoing) {',
    to: 'for (const { event, ownUrl } of outgoing.slice(-1)) {',
  },
  {
    name: 'an order without postings has no event',
    file: unit,
    from: 'await fanOut(this.tx, this.context, this.events)',
    to: 'if (this.transactions.length > 0) await fanOut(this.tx, this.context, this.events)',
  },
  {
    name: 'an event shows the order as it was before',
    file: unit,
    from: 'await orderEvent(tx, context, changed, decision.event, fact)',
    to: 'await orderEvent(tx, context, order, decision.event, fact)',
  },
  {
    name: 'an event of a payout shows it as it was before',
    file: 'domain/withdrawals/withdrawals.ts',
    from: 'withdrawalEvent(context, changed, decision.event)',
    to: 'withdrawalEvent(context, withdrawal, decision.event)',
  },
  {
    name: 'a webhook is signed with the secret before a rotation',
    file: 'storage/tables/webhooks/webhook-secrets.ts',
    from: 'AND (retires_at IS NULL OR retires_at > ?)\n         ORDER BY created_at DESC, id DESC',
    to: 'AND (retires_at IS NULL OR retires_at > ?)\n         ORDER BY created_at, id LIMIT 1',
  },
]
