/** A fault in the server that simulated lives must find. */
export interface Planted {
  readonly name: string
  /** Below `packages/server/src`. */
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
}

const orderState = 'domain/orders/order-state.ts'
const withdrawalState = 'domain/withdrawals/withdrawal-state.ts'

export const PLANTED: readonly Planted[] = [
  {
    name: 'a late payment counts as in time',
    file: orderState,
    from: "if (status === 'OPEN') return { to: isLate ? 'OPEN' : 'CONFIRMING' }",
    to: "if (status === 'OPEN') return { to: 'CONFIRMING' }",
  },
  {
    name: 'a part pays the order',
    file: orderState,
    from: 'confirmed >= minDue',
    to: 'confirmed * 2n >= minDue',
  },
  {
    name: 'an underpaid order is reported as expired',
    file: orderState,
    from: '(confirmed === ZERO ? PAYMENT.EXPIRED : PAYMENT.UNDERPAID)',
    to: 'PAYMENT.EXPIRED',
  },
  {
    name: 'a payment is credited two blocks deep',
    file: 'config/node-settings.ts',
    from: '({ ...UNLIMITED, confirmations, maxFee: maxFeeGwei })',
    to: '({ ...UNLIMITED, confirmations: Math.min(2, confirmations), maxFee: maxFeeGwei })',
  },
  {
    name: 'empty logs are believed',
    file: 'chain/erc20/erc20-logs.ts',
    from: 'if (withLogs.has(header) || !mayHold(header, filter.bits)) continue',
    to: 'if (header) continue',
  },
  {
    name: 'a failed payout keeps the money of the merchant',
    file: withdrawalState,
    from: "return { withdrawal, postings: [release(before), ...difference], event: 'withdrawal.failed' }",
    to: "return { withdrawal, postings: difference, event: 'withdrawal.failed' }",
  },
  {
    name: 'a completed payout is not reported',
    file: withdrawalState,
    from: "event: 'withdrawal.completed',",
    to: '',
  },
  {
    name: 'the idempotency key of an order is not claimed',
    file: 'domain/orders/orders.ts',
    from: "    operation: 'createOrder',\n    key: input.idempotencyKey,",
    to: "    operation: 'createOrder',\n    key: undefined,",
  },
  {
    name: 'a payout is sent before it is stored',
    file: 'workers/withdrawals/payment-signing.ts',
    from: "return 'notNow' in outcome ? outcome : this.commit(waiting, outcome, slot)",
    to: "if ('txHash' in outcome) await this.run.sender.broadcast(outcome, 'one', this.run.signal)\n    return 'notNow' in outcome ? outcome : this.commit(waiting, outcome, slot)",
  },
  {
    name: 'a webhook is recorded as delivered before it is sent',
    file: 'workers/webhooks/webhook-dispatcher.ts',
    from: 'const made = await makeAttempt(leased, parts, cutOff.signal)',
    to: `const sure = decideAttempt(leased.due, { delivered: true }, context.clock.now(), context.policy.webhookRetryDelaysMs)
    await store.write((tx) => tx.webhookDeliveries.record([{ ...sure, isErrorHidden: false }], owner))
    const made = await makeAttempt(leased, parts, cutOff.signal)`,
  },
  {
    name: 'the fee is rounded up',
    file: 'domain/orders/order-postings.ts',
    from: 'chainFee(confirmed, order.feeRate) :',
    to: '((chainFee(confirmed, order.feeRate) + 100n) as Usdt) :',
  },
  {
    name: 'a transfer that moved to another block stays in the old one',
    file: 'domain/payments/step/decide.ts',
    from: 'this.put({ ...known, block, isLate, dueBlock })',
    to: 'this.put({ ...known, isLate })',
  },
]

/** @throws Error unless the name of exactly one fault contains the text */
export function plantedNamed(text: string): Planted {
  const [planted, other] = PLANTED.filter(({ name }) => name.includes(text))
  if (!planted || other) throw new Error(`--only: not the name of one planted fault: ${text}`)
  return planted
}
