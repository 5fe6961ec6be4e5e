import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { MerchantPay } from '@merchantpay/sdk'
import { createTestServer } from '@merchantpay/testing'
import { fixtures, signedRequest } from '@merchantpay/webhook-verify/testing'
import Database from 'better-sqlite3'
import { createOrder } from '../orders.js'
import { post } from './post.js'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
const file = join(mkdtempSync(join(tmpdir(), 'shop-')), 'webhooks.sqlite')

before(() => {
  process.env.WEBHOOK_SECRET = SECRET
  process.env.DATABASE_FILE = file
})

test('the order of a cart is created once', async () => {
  const { baseUrl, fetch, clock, keys } = createTestServer()
  const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })
  const cart = { id: 'cart-1', attempt: 1, amount: '25.00' } as const

  const [one, other] = await Promise.all([createOrder(cart, mp), createOrder(cart, mp)])

  assert.equal(one.id, other.id)
  assert.match(one.payment_url, /\/pay\//)
})

test('a webhook is stored once, and a forged one never', async () => {
  const send = (variant: 'valid' | 'forged') => {
    const { body, headers } = signedRequest(fixtures['payment.confirmed'], { secret: SECRET, variant })
    return post('/webhooks', body, headers)
  }

  assert.equal((await send('valid')).status, 200)
  assert.equal((await send('valid')).status, 200)
  assert.equal((await send('forged')).status, 401)

  assert.deepEqual(new Database(file).prepare('SELECT task FROM jobs').all(), [{ task: 'fulfil' }])
})
