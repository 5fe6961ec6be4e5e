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

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** @param texts fields of the merchant's own, which pages must escape */
export async function consoleWorld(harness: Harness, texts: Partial<Texts> = {}): Promise<ConsoleWorld> {
  const { description, member } = { description: 'Two tickets', member: 'A-1001', ...texts }
  const merchant = await harness.register()
  const fields = { description, metadata: { cart: member, customer: 'c_8812' } }
  const make = (row: Parameters<typeof orderInRow>[2], more: object = {}) =>
    orderInRow(harness, merchant, row, { ...fields, ...more })
  const body = {
    url: 'https://127.0.0.1:9/hooks',
    events: ['payment.confirmed', 'payment.frozen', 'payment.expired'],
  }
  await harness.call('POST', '/v1/webhooks', { keys: merchant, body })
  const { order: paid } = await make('paid')
  await make('paid', { amount: '4000' })
  await make('underpaid')
  await make('expired')
  const { order: frozen } = await make('frozen')
  await make('confirming')
  await make('pay')
  const reviewed = await withdraw(harness, merchant, '1500', description)
  await withdraw(harness, merchant, '120', description)
  await harness.work()
  return { merchant, paid, frozen, reviewed }
}

interface Texts {
  readonly description: string
  readonly member: string
}

async function withdraw(
  harness: Harness,
  keys: Registered,
  amount: string,
  description: string,
): Promise<Json> {
  const body = { amount, currency: 'USDT', network: 'TRC20', destination_address: ADDRESS, description }
  const { status, json, text } = await harness.call('POST', '/v1/withdrawals', { keys, body })
  if (status !== 201) throw new Error(`no withdrawal: ${status} ${text}`)
  return json
}

/** Finds the row of a withdrawal beside the server. */
export const withdrawalOf = (harness: Harness, id: string) =>
  changeBeside(harness, (tx) => tx.withdrawals.find(id))
