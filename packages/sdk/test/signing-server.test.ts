import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantPay } from '../src/client.js'
import { rejection } from './support/loopback.js'
import { type Reference, startReference } from './support/proof/reference.js'
import { requireVerifiedSignatures } from './support/proof/signed-requests.js'

let reference: Reference

beforeAll(async () => {
  reference = await startReference()
})
afterAll(() => reference.stop())

describe('the reference server', () => {
  it('verifies the signature of every request', async () => {
    await requireVerifiedSignatures(await reference.register(), Date.now(), 60)
  })

  it('refuses a signature over anything else, so that the proof above can fail', async () => {
    const account = await reference.register()
    const mp = new MerchantPay({
      ...account,
      fetch: (url, init) => globalThis.fetch(`${url}?limit=1`, init),
    })
    expect(await rejection(mp.orders.list())).toMatchObject({ status: 401, code: 'invalid_signature' })
  })
})
