import type { CreateFixedAppOrder } from '@merchantpay/sdk'
import type { Reply } from '../http/replies.js'
import type { Merchant } from '../session/merchant.js'

/** A valid body of createOrder. */
export const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
/** A valid body of createAppOrder whose amount the merchant sets. */
export const FIXED = { amount_mode: 'FIXED', amount: '12.5', currency: 'USDT' } as const
/** The fields that an order of either kind keeps and shows as they were given. */
export type KeptFields = Required<Omit<CreateFixedAppOrder, keyof typeof FIXED>>
/** A valid body of createAppOrder whose amount the payer chooses. */
export const CUSTOM = { amount_mode: 'CUSTOM', currency: 'USDT' } as const
/** A valid body of createWithdrawal. */
export const WITHDRAWAL = {
  amount: '10.00',
  currency: 'USDT',
  network: 'TRC20',
  destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
} as const
/** A valid body of createWithdrawalDestination. */
export const DESTINATION = {
  label: 'Treasury',
  network: 'TRC20',
  address: WITHDRAWAL.destination_address,
} as const
/** Above the automatic limit of 1000, so the withdrawal waits for review and can be cancelled. */
export const FOR_REVIEW = '1500.00'
/** A valid body of createWebhook: a name that never resolves, so no delivery succeeds. */
export const WEBHOOK = { url: 'https://conformance.invalid/hooks', events: ['payment.confirmed'] } as const

export const UNKNOWN_UUID = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
export const UNKNOWN_WEBHOOK_ID = `wh_${'0'.repeat(32)}`
export const UNKNOWN_LINK_ID = `pl_${'0'.repeat(32)}`
export const UNKNOWN_DELIVERY_ID = `wd_${'0'.repeat(32)}`
export const UNKNOWN_KEY_ID = `mk_test_${'0'.repeat(24)}`
/** Longer than the largest body. */
export const TOO_LARGE = 'x'.repeat(65 * 1_024)

/** The text of a body of exactly this many bytes, padded with a field that every operation ignores. */
export function paddedTo(bytes: number, body: object): string {
  const bare = JSON.stringify({ ...body, padding: '' })
  return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - bare.length) })
}

/** An OPEN on-chain order. */
export function makeOrder(merchant: Merchant, fields: object = {}): Promise<Reply<'createOrder'>> {
  return merchant.succeeds('createOrder', { body: { ...ORDER, ...fields } })
}

/** Calls simulateOrder. */
export function simulate(merchant: Merchant, id: string, body: object): Promise<Reply<'simulateOrder'>> {
  return merchant.succeeds('simulateOrder', { id, body })
}

/** Credits an app-only payment: of 25.00 the merchant gets 24.75. */
export async function fund(merchant: Merchant, amount = '25.00'): Promise<void> {
  const { id } = await merchant.succeeds('createAppOrder', { body: { ...FIXED, amount } })
  await simulate(merchant, id, { action: 'pay' })
}
