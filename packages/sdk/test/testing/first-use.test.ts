import { expect, it } from 'vitest'
import { createTestClock } from '../../src/testing/index.js'
import { rejection } from '../support/loopback.js'
import { ORDER, shop } from './support/shop.js'

// It is the first of its module registry, so nothing that the client loads on first use is loaded yet.
it('a test clock of its own does not overtake what the client loads on first use', async () => {
  const clock = createTestClock()
  const { server, mp } = shop({ clock })
  const { id } = await mp.orders.create(ORDER)
  const startedAt = clock.now()
  const error = rejection(mp.orders.waitForPaid(id, { timeoutMs: 30_000 }))
  await clock.advance(60_000)
  expect(await error).toMatchObject({ name: 'WaitError', reason: 'timeout' })
  const stream = server.calls.find(({ operationId }) => operationId === 'streamOrderEvents')
  expect(stream?.at).toBe(startedAt)
})
