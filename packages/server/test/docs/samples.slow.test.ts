import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MerchantPay } from '@merchantpay/sdk'
import { describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../../../tools/lib/run.js'
import { loadContract } from '../../src/http/validator/contracts.js'
import { OperationTable } from '../../src/http/validator/operations.js'
import {
  buildPrograms,
  LANGUAGES,
  type Language,
  programFolder,
  runPrograms,
  startProgram,
} from '../support/docs/sample-languages.js'
import { makeSampleWorld } from '../support/docs/sample-world.js'
import { type Exchange, RecordingProxy } from '../support/net/recording-proxy.js'
import { useRates } from '../support/rates/rates.js'
import { contractDocument } from '../support/server/documented-errors.js'
import { Harness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'

interface Overlay {
  readonly actions: readonly {
    readonly target: string
    readonly update: { readonly 'x-codeSamples': readonly { readonly source: string }[] }
  }[]
}

/** The server is mounted below a path, which signatures cover too. */
const PREFIX = '/shop'
/** The operation that returns the merchant's key. */
const FIRST = 'registerMerchant'
/** The operation that runs until it is stopped. */
const ENDLESS = 'streamTestDeliveries'
/** Compiling or starting a language takes seconds on a busy machine. */
const TIMEOUT_MS = 40_000
/** Time limit for output of a running program. */
const OUTPUT_TIMEOUT_MS = 10_000

const generated = new URL('../../src/docs/generated/samples.gen.json', import.meta.url)
const samples: Record<string, Record<string, string>> = JSON.parse(readFileSync(generated, 'utf8'))
const operations = new OperationTable(loadContract().contract)

const operationOf = ({ method, target }: Exchange) =>
  operations.match(method, target.slice(PREFIX.length).replace(/\?.*/, '')).operation.id

/** The contract's example body of each operation with a body. */
const EXAMPLES = Object.fromEntries(
  Object.values(contractDocument('merchantpay').paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId, requestBody }) => {
      const name = requestBody?.content['application/json']?.schema.$ref.split('/').at(-1)
      return name ? [[operationId, contractDocument('merchantpay').components.schemas[name]?.example]] : []
    }),
  ),
)

/** The programs of a language, a merchant that the first of them registered, and all requests to the server. */
async function begin(language: Language) {
  const harness = await Harness.start({ MERCHANTPAY_PUBLIC_URL: `http://127.0.0.1${PREFIX}` })
  await useRates(await openOn(harness.database), harness.clock, { EUR: '1.0834' })
  const proxy = await RecordingProxy.start(harness.server.url)
  const sources = operations.list().map(({ id }) => [id, samples[id]?.[language.name] ?? ''])
  const files = await buildPrograms(language, programFolder(), Object.fromEntries(sources))
  const baseUrl = proxy.url + PREFIX
  const { PATH = '', HOME = '' } = process.env
  const unsigned = { PATH, HOME, MERCHANTPAY_BASE_URL: baseUrl }
  await runPrograms(language, [{ file: String(files[FIRST]), env: {} }], unsigned)
  const { key_id: keyId, secret } = JSON.parse(proxy.exchanges[0]?.answered ?? '').api_key
  const env = { ...unsigned, MERCHANTPAY_KEY_ID: keyId, MERCHANTPAY_SECRET: secret }
  return { harness, proxy, files, env, mp: new MerchantPay({ baseUrl, keyId, secret, rateLimit: false }) }
}

describe.each(LANGUAGES)('the $name samples', (language) => {
  it(
    'each make the one call of their operation, with the contract’s example, and it succeeds',
    async () => {
      const { harness, proxy, files, env, mp } = await begin(language)
      const exchanges = proxy.exchanges.splice(0)
      const world = await makeSampleWorld(mp, harness)
      proxy.exchanges.length = 0
      const { [FIRST]: first, [ENDLESS]: endless = '', ...others } = files
      const programs = Object.entries(others).map(([id, file]) => {
        return { file, env: { ...world.env, ...world.only[id] } }
      })
      await runPrograms(language, programs, env)
      exchanges.push(...proxy.exchanges)
      expect(exchanges.map(operationOf)).toEqual([FIRST, ...Object.keys(others)])
      expect(exchanges.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
      const bodies = exchanges.flatMap((one) =>
        one.sent === '' ? [] : [[operationOf(one), JSON.parse(one.sent)]],
      )
      expect(Object.fromEntries(bodies)).toEqual(EXAMPLES)
      const keyed = exchanges.find((one) => operationOf(one) === 'createAppOrder')
      expect(keyed?.headers['idempotency-key']).toBe('cart-A-1001/1')

      const program = startProgram(language.command(endless), env, dirname(endless))
      await vi.waitFor(
        () => expect(proxy.exchanges.at(-1)?.target).toMatch(/deliveries\/events$/),
        OUTPUT_TIMEOUT_MS,
      )
      await vi.waitFor(() => expect(proxy.exchanges.at(-1)?.status).toBe(200), OUTPUT_TIMEOUT_MS)
      const order = await mp.appOrders.create({ amount_mode: 'FIXED', amount: '5', currency: 'USDT' })
      await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
      await vi.waitFor(() => expect(program.printed()).toContain('payment.confirmed'), OUTPUT_TIMEOUT_MS)
    },
    TIMEOUT_MS,
  )
})

describe('the samples', () => {
  it('exist for every operation and for the webhook receiver, in six languages', () => {
    const { verifyWebhook, ...ofOperations } = samples
    expect(Object.keys(ofOperations)).toEqual(operations.list().map(({ id }) => id))
    const languages = new Set(Object.values(ofOperations).map((one) => Object.keys(one).join(' ')))
    expect([...languages]).toEqual(['curl typescript fetch python php go'])
    expect(Object.keys(verifyWebhook ?? {})).toEqual(['typescript', 'python', 'php', 'go'])
  })

  it('send no filter or cursor, which would match nothing of a reader', () => {
    for (const one of Object.values(samples))
      for (const text of Object.values(one)) expect(text).not.toMatch(/cursor=/)
  })

  it(
    'are the samples that the Overlay adds to the contract',
    () => {
      const overlay = parse(
        readFileSync(join(root, 'openapi/overlays/code-samples.gen.yaml'), 'utf8'),
      ) as Overlay
      expect(overlay).toMatchObject({ overlay: '1.0.0', extends: '../merchantpay.v1.yaml' })
      const added = overlay.actions.map(({ target, update }) => {
        const [, path = '', method = ''] = /^\$\.paths\['(.+)'\]\.(\w+)$/.exec(target) ?? []
        const id =
          target === '$.webhooks.*.post'
            ? 'verifyWebhook'
            : contractDocument('merchantpay').paths[path]?.[method]?.operationId
        return [id, update['x-codeSamples'].map(({ source }) => source)]
      })
      const expected = Object.entries(samples).map(([id, one]) => [id, Object.values(one)])
      expect(added).toEqual(expected)
    },
    TIMEOUT_MS,
  )
})
