/** Calls to a TRON node that a payment needs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../src/domain/chain/chain.js'
import { amount } from '../support/domain/context.js'
import { startTronPayouts, type TronPayouts } from '../support/withdrawals/payout-tron.js'

const signal = new AbortController().signal
let network: TronPayouts
beforeAll(async () => {
  // The test starts at midnight UTC, when no calls of the day have been used.
  network = await startTronPayouts({ startAt: Date.UTC(2026, 0, 1) })
}, 60_000)
afterAll(() => network.stop())

/** Prepares a payment with a cursor at the head, or `above` blocks after it. */
async function prepare(chain: Chain, above = 0) {
  const head = await chain.head(signal)
  const cursor = { ...head, number: head.number + above }
  const slot = { nonce: undefined, isForeignUseAccepted: false, pending: [], state: { cursor, ring: [] } }
  const intent = {
    purpose: 'withdrawal',
    withdrawalId: 'one',
    to: network.newPayee(),
    amount: amount('10'),
  } as const
  return chain.sender?.prepare(intent, slot, signal)
}

it.each([
  [100, false],
  [100_000, true],
])('spares calls of the day for payments: %i in all, %s', async (callsPerDay, canSpare) => {
  const chain = await network.open({ callsPerDay })
  expect(chain.sender?.canSpare?.()).toBe(canSpare)
  expect(await prepare(chain)).toHaveProperty('raw')
})

it('is not prepared on a node that is behind the cursor', async () => {
  const chain = await network.open()
  await expect(prepare(chain, 1)).rejects.toThrow('does not have the recorded blocks yet')
  expect(await prepare(chain)).toHaveProperty('raw')
})
