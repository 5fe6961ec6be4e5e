/** What a payment on TRON asks of the node that serves. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Chain } from '../../src/domain/chains.js'
import { startTronPayouts, type TronPayouts } from '../support/payout-tron.js'
import { amount } from '../support/unit-context.js'

const signal = new AbortController().signal
let network: TronPayouts
beforeAll(async () => {
  // The whole day is to come, and its calls with it.
  network = await startTronPayouts({ startAt: Date.UTC(2026, 0, 1) })
}, 60_000)
afterAll(() => network.stop())

/** Signs a payment as the books know the wallet at a solidified block, or so many after it. */
async function prepare(chain: Chain, { canWait = false, above = 0 } = {}) {
  const head = await chain.head(signal)
  const cursor = { ...head, number: head.number + above }
  const slot = { nonce: undefined, isForeignUseAccepted: false, pending: [], state: { cursor, ring: [] } }
  const intent = { withdrawalId: 'one', to: network.newPayee(), amount: amount('10'), canWait }
  return chain.sender?.prepare(intent, slot, signal)
}

it('takes no calls that are kept, where it can wait: another node has some', async () => {
  const asked = new Set<string>()
  const chain = await network.open({
    dailyCalls: 1_000,
    urls: [network.url, 'http://second.test'],
    fetch(url, init) {
      const { origin, pathname } = new URL(url)
      asked.add(origin)
      return fetch(`${network.url}${pathname}`, init)
    },
  })
  for (let payments = 0; payments < 4; payments += 1) expect(await prepare(chain)).toHaveProperty('raw')
  asked.clear()
  expect(chain.sender?.canSpare?.()).toBe(true)
  expect(await prepare(chain, { canWait: true })).toHaveProperty('raw')
  expect([...asked].sort()).toEqual([network.url, 'http://second.test'].sort())
  asked.clear()
  expect(await prepare(chain)).toHaveProperty('raw')
  expect([...asked]).toEqual([network.url])
})

it('waits where no node has calls to spare', async () => {
  const chain = await network.open({ dailyCalls: 100 })
  expect(chain.sender?.canSpare?.()).toBe(false)
  await expect(prepare(chain, { canWait: true })).rejects.toThrow('no node can serve this')
  expect(await prepare(chain)).toHaveProperty('raw')
})

it('is not held against the money of blocks before those that are booked', async () => {
  const chain = await network.open()
  await expect(prepare(chain, { above: 1 })).rejects.toThrow('does not have the blocks that are booked yet')
  expect(await prepare(chain)).toHaveProperty('raw')
})
