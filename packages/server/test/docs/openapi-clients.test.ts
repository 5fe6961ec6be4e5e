import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { paths } from '../../src/generated/contract.gen.js'
import { read } from '../support/docs/site.js'
import { type Registered, useHarness } from '../support/server/harness.js'

type Fetch = typeof globalThis.fetch

/** Inside the checkout, whose packages the programs of the page import. */
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))

describe('the page about OpenAPI clients', () => {
  const shared = useHarness()
  const folder = mkdtempSync(join(PACKAGE, 'node_modules/.openapi-clients-'))
  let keys: Registered
  let programs: string[]

  beforeAll(async () => {
    keys = await shared.harness.register()
    const { text } = await read(shared.harness, '/docs/openapi-clients.md')
    programs = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
    writeFileSync(join(folder, 'signed-fetch.mjs'), programs[0] ?? '')
    writeFileSync(join(folder, 'order.mjs'), programs[1] ?? '')
  })
  beforeEach(() => {
    vi.stubEnv('MERCHANTPAY_BASE_URL', shared.harness.server.url)
    vi.stubEnv('MERCHANTPAY_KEY_ID', keys.keyId)
    vi.stubEnv('MERCHANTPAY_SECRET', keys.secret)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)

  it('has a function of eight lines that signs the calls of a generated client, with queries and bodies', async () => {
    const [, inside = ''] = /\{\n([\s\S]*)\n\}/.exec(programs[0] ?? '') ?? []
    expect(inside.trim().split('\n')).toHaveLength(8)
    const { signedFetch } = (await load('signed-fetch.mjs')) as { signedFetch: Fetch }
    const client = createClient<paths>({ baseUrl: shared.harness.server.url, fetch: signedFetch })
    const created = await client.POST('/v1/orders', {
      body: {
        amount: '25.00',
        currency: 'USDT',
        network: 'TRC20',
        tolerance_percent: 0.01,
        metadata: { cart: 'Ä/1 &' },
      },
    })
    expect(created.error).toBeUndefined()
    const query = { limit: 5, metadata: { cart: 'Ä/1 &' } }
    const listed = await client.GET('/v1/orders', { params: { query } })
    expect(listed.data?.orders.map(({ id }) => id)).toEqual([created.data?.id])
    const refused = await client.GET('/v1/orders/{id}', { params: { path: { id: 'none' } } })
    expect([refused.response.status, refused.error]).toEqual([404, { error: 'order not found' }])
  })

  it('has a program that creates an order and prints its payment page', async () => {
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await load('order.mjs')
    expect(printed.mock.calls).toEqual([[expect.stringContaining('/pay/')]])
    printed.mockRestore()
  })
})
