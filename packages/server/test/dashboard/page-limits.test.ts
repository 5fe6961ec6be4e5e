import { expect, it } from 'vitest'
import { openDashboard } from '../../src/compose/dashboard.js'
import { readConfig } from '../../src/config/config.js'
import { grantsOf } from '../../src/domain/merchants/dashboard-access.js'
import type { Session } from '../../src/domain/sessions/session.js'
import { createRateLimit } from '../../src/http/limits/rate-limit.js'
import { rewritePng } from '../../src/runtime/png.js'
import { openStaleReads } from '../../src/storage/stale-reads.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { openDatabase } from '../support/storage/engines.js'

const sessionOf = (merchantId: string, id: string): Session => ({
  id,
  hash: id,
  area: 'dashboard',
  holder: merchantId,
  grants: grantsOf({
    merchantId,
    environment: 'test',
    keyId: null,
    scopes: ['read'],
    issuedBy: null,
    linkedAt: START,
  }),
  language: null,
  device: null,
  usedAt: START,
  createdAt: START,
  expiresAt: START + 1,
})

it('serves 240 pages a minute to a session of the dashboard, and 600 to all of a merchant', async () => {
  const { store } = await openDatabase('sqlite')
  const parts = {
    config: readConfig({ MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 5).toString('base64') }),
    limits: ({ points, windowSeconds }: { points: number; windowSeconds: number }) =>
      createRateLimit(points, windowSeconds),
    store,
    staleReads: await openStaleReads({ database: { engine: 'sqlite', file: '' }, store }),
    context: contextAt(handClock()),
    publicUrl: () => 'https://pay.example',
    addressOf: () => '127.0.0.1',
    isStopping: () => false,
    rewritePng,
    payerLanguages: [],
  }
  const pages = openDashboard(parts, { call: () => Promise.reject(new Error('no page is asked for')) })
  const read = async (session: Session, count: number) => {
    for (let n = 0; n < count; n += 1) await pages?.countRequest(session)
  }
  const [one, two, three] = ['one', 'two', 'three'].map((id) => sessionOf('shop', id))
  if (!pages || !one || !two || !three) throw new Error('there is no dashboard')
  await read(one, 240)
  await expect(pages.countRequest(one)).rejects.toThrow('rate_limit_exceeded')
  await read(two, 240)
  await read(three, 120)
  await expect(pages.countRequest(three)).rejects.toThrow('rate_limit_exceeded')
  await read(sessionOf('other', 'four'), 240)
})
