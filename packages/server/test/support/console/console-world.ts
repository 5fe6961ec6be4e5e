import { orderInRow } from '../checkout/checkout-rows.js'
import type { Harness, Json, Registered } from '../server/harness.js'
import { changeBeside } from '../server/operator-change.js'

/** A merchant with something on every page of the console, in the test environment. */
export interface ConsoleWorld {
  readonly merchant: Registered
  readonly paid: Json
  readonly frozen: Json
  /** A withdrawal of 1,500 USDT in review. */
  readonly reviewed: Json
}

interface Texts {
  /** Of orders and withdrawals. */
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  /** The endpoint of the merchant; by default nothing answers there. */
  readonly hooks: string
  /** Registers the merchant. */
  readonly register: (harness: Harness) => Promise<Registered>
}

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const EVENTS = ['payment.confirmed', 'payment.frozen', 'payment.expired', 'payment.underpaid']

/** @param texts that differ from the usual ones, such as hostile ones */
export async function consoleWorld(harness: Harness, texts: Partial<Texts> = {}): Promise<ConsoleWorld> {
  const { description = 'Two tickets', metadata = { cart: 'A-1001', customer: 'c_8812' } } = texts
  const { hooks: url = 'https://127.0.0.1:65535/hooks', register = (one) => one.register() } = texts
  const merchant = await register(harness)
  const make = async (row: Parameters<typeof orderInRow>[2], more: object = {}) =>
    (await orderInRow(harness, merchant, row, { description, metadata, ...more })).order
  const registered = await harness.call('POST', '/v1/webhooks', {
    keys: merchant,
    body: { url, events: EVENTS },
  })
  if (registered.status !== 201) throw new Error(`no endpoint: ${registered.text}`)
  const paid = await make('paid')
  await make('paid', { amount: '4000' })
  await make('underpaid')
  await make('expired')
  const frozen = await make('frozen')
  await make('confirming')
  await make('pay')
  const reviewed = await withdraw(harness, merchant, '1500', description)
  await withdraw(harness, merchant, '120', description)
  await harness.work()
  return { merchant, paid, frozen, reviewed }
}

async function withdraw(
  harness: Harness,
  keys: Registered,
  amount: string,
  description: string,
): Promise<Json> {
  const place = { currency: 'USDT', network: 'TRC20', destination_address: ADDRESS }
  const body = { amount, description, ...place }
  const { status, json, text } = await harness.call('POST', '/v1/withdrawals', { keys, body })
  if (status !== 201) throw new Error(`no withdrawal: ${status} ${text}`)
  return json
}

/** Finds the row of a withdrawal beside the server. */
export const withdrawalOf = (harness: Harness, id: string) =>
  changeBeside(harness, (tx) => tx.withdrawals.find(id))

/** The pages of a world, each with something on it. */
export const pagesOf = ({
  merchant,
  paid,
  frozen,
  reviewed,
}: ConsoleWorld): Readonly<Record<string, string>> => ({
  attention: '/console?env=test',
  orders: '/console/orders?env=test',
  order: `/console/orders/${paid.id}`,
  frozen: `/console/orders/${frozen.id}`,
  withdrawals: `/console/withdrawals?open=${reviewed.id}`,
  approve: `/console/withdrawals/${reviewed.id}/approve`,
  refund: `/console/orders/${paid.id}/refund`,
  deliveries: '/console/deliveries?env=test',
  merchants: '/console/merchants?env=test',
  merchant: `/console/merchants/${merchant.merchantId}?env=test`,
  activate: `/console/merchants/${merchant.merchantId}/activate?env=test`,
  'sign-in-link': `/console/merchants/${merchant.merchantId}/sign-in-link?env=test`,
  'create-key': `/console/merchants/${merchant.merchantId}/create-key?env=test`,
  ledger: '/console/ledger?env=test',
  controls: '/console/controls?env=test',
  'stop-payouts': '/console/controls/payouts/all/stop?env=test',
  system: '/console/system?env=test',
  audit: '/console/audit?env=test',
  search: '/console/search?q=A-1001&env=test',
})
