import { expect, it } from 'vitest'
import type { ClientOptions } from '../../src/options.js'
import { answer, scripted } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const LIVE = { keyId: KEY_ID.replace('test', 'live'), secret: SECRET.replace('test', 'live') }

/** A client whose warnings are collected. */
function client(options: ClientOptions = {}) {
  const warnings: unknown[] = []
  const ignore = () => {}
  const warn = (message: string, details: object) => warnings.push([message, details])
  const logger = { debug: ignore, info: ignore, warn, error: ignore }
  return { ...scripted([answer(201, {})], { logger, ...options }), warnings }
}

it('warns once of a field that the contract does not know, with the nearest known name', async () => {
  const { mp, warnings, sent } = client()
  const fields = {
    metadata: { anything: 1 },
    webhookUrl: 'https://shop.example/',
    descripton: 'socks',
    cart: 7,
  }
  for (let call = 0; call < 2; call += 1) await mp.orders.create({ ...ORDER, ...fields })
  const warning = (field: string, didYouMean?: string) => [
    'merchantpay: unknown field',
    { operationId: 'createOrder', field, didYouMean },
  ]
  expect(warnings).toEqual([
    warning('webhookUrl', 'webhook_url'),
    warning('descripton', 'description'),
    warning('cart'),
  ])
  // The field is sent all the same: the server may be newer than the client.
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject(fields)
})

it('is silent in the live environment', async () => {
  const { mp, warnings } = client(LIVE)
  const misspelled = { note: 'socks' }
  await mp.orders.create({ ...ORDER, ...misspelled })
  expect(warnings).toEqual([])
})

it('knows the fields of both kinds of app-only orders', async () => {
  const { mp, warnings } = client()
  await mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT', description: 'socks' })
  await mp.appOrders.create({ amount_mode: 'FIXED', amount: '12.5', currency: 'USDT' })
  expect(warnings).toEqual([])
})
