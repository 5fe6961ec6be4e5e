import { cp, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import type * as source from '../src/index.js'
import { KEY_ID, SECRET } from './support/keys.js'
import { withoutHandles, withoutSharedFiles } from './support/late-files.js'
import { rejection } from './support/loopback.js'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

/** A copy of the built package of its own, whose files can be taken away while a program runs. */
async function installed() {
  const folder = await mkdtemp(join(tmpdir(), 'recovery-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(PACKAGE, 'dist'), join(folder, 'dist'), { recursive: true })
  await symlink(join(PACKAGE, '../../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const sdk: typeof source = await import(pathToFileURL(join(folder, 'dist/index.js')).href)
  const files = await readdir(join(folder, 'dist'))
  const partOf = (name: string) =>
    join(folder, 'dist', files.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js')) ?? '')
  const path = partOf('recovery')
  return {
    sdk,
    folder,
    partOf,
    /** Waits until the program has the part that began to load. */
    readPart: () => import(pathToFileURL(path).href),
    removePart: async (...names: string[]) => {
      for (const name of ['spare', ...(names.length > 0 ? names : ['recovery'])]) {
        await rename(partOf(name), `${partOf(name)}.away`)
      }
    },
    restorePart: () => rename(`${path}.away`, path),
  }
}

function clientOf(
  { MerchantPay }: typeof source,
  answers: (() => Response)[],
  options: source.ClientOptions = {},
): source.MerchantPay {
  const fetch = async () => answers.shift()?.() ?? Promise.reject(new TypeError('fetch failed'))
  const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, maxRetries: 0 }
  return new MerchantPay({ ...key, fetch, ...options })
}

const found = () => new Response('{"order_id":"o1"}')
const missing = () => new Response('{"error":"order not found"}', { status: 404 })

it('a failure is told in full when the files have vanished since the first call', async () => {
  const { sdk, readPart, removePart } = await installed()
  const mp = clientOf(sdk, [found, missing])
  await mp.orders.get('o1')
  // A real answer takes longer than the file; this one was there at once.
  await readPart()
  await removePart()
  const error = await rejection(mp.orders.get('o1'))
  expect(error).toBeInstanceOf(sdk.ApiError)
  expect(error).toMatchObject({ code: 'order_not_found', status: 404 })
})

it('what tells failures cannot be read: calls succeed, and a failure says all that is known without it', async () => {
  const { sdk, removePart } = await installed()
  await removePart()
  const fates: string[] = []
  const rateLimit: source.RateLimiter = {
    acquire: () => ({
      answered: () => void fates.push('answered'),
      failed: (sent) => void fates.push(`failed ${sent}`),
      blocked: () => {},
    }),
  }
  const mp = clientOf(sdk, [found, missing], { rateLimit })
  expect(await mp.orders.get('o1')).toEqual({ order_id: 'o1' })
  for (const attempts of [[{ status: 404 }], []]) {
    const error = await rejection(mp.orders.create(order, { idempotencyKey: 'key-1' }))
    expect(error).toBeInstanceOf(sdk.MerchantPayError)
    expect(error).toMatchObject({
      code: 'not_loaded',
      outcome: 'unknown',
      operationId: 'createOrder',
      idempotencyKey: 'key-1',
      requestId: expect.stringMatching(/-1$/),
      cause: { code: 'ERR_MODULE_NOT_FOUND' },
    })
    expect((error as source.MerchantPayError).attempts).toMatchObject(attempts) // it is one, as shown above
  }
  expect(fates).toEqual(['answered', 'answered', 'failed maybe'])
})

it('what tells failures is read later, once it is there again', async () => {
  const { sdk, removePart, restorePart } = await installed()
  await removePart()
  const mp = clientOf(sdk, [missing, missing])
  expect(await rejection(mp.orders.get('o1'))).toMatchObject({ code: 'not_loaded' })
  await restorePart()
  expect(await rejection(mp.orders.get('o1'))).toMatchObject({ code: 'order_not_found' })
})

it('a call above the limit says so where its turn cannot be waited for, and waits once that can be read', async () => {
  const { sdk, removePart, restorePart } = await installed()
  await removePart()
  const baseUrl = 'https://busy.example' // whose limiter no other test shares
  const mp = clientOf(sdk, Array(3).fill(found), { baseUrl, rateLimit: { limit: 2, windowMs: 1_000 } })
  expect(await Promise.all([mp.orders.get('o1'), mp.orders.get('o1')])).toHaveLength(2)
  const error = await rejection(mp.orders.get('o1'))
  expect(error).toBeInstanceOf(sdk.MerchantPayError)
  expect(error).toMatchObject({ code: 'not_loaded', operationId: 'getOrder', attempts: [] })
  await restorePart()
  expect(await mp.orders.get('o1')).toEqual({ order_id: 'o1' })
})

const known = { code: 'order_not_found' }
const lost = { code: 'not_loaded', outcome: 'not_processed', cause: { code: 'ERR_MODULE_NOT_FOUND' } }

it('everything that loads late is read again once a process has file handles again', async () => {
  const told = await withoutHandles()
  const later = Array(2).fill('order_not_found')
  expect(told).toMatchObject({
    call: ['not_loaded', 'not_loaded', ...later],
    wait: ['not_loaded', 'not_loaded', ...later],
    stream: ['not_loaded', 'not_loaded', ...later],
    walk: ['not_loaded', 'not_loaded', ...later],
    raw: ['not_loaded', 'not_loaded', 'order not found', 'order not found'],
  })
})

it('so it is when only a file that late parts share could not be read', async () => {
  const told = await withoutSharedFiles()
  expect(told).toMatchObject({
    call: ['not_loaded', 'order_not_found'],
    wait: ['not_loaded', 'order_not_found'],
  })
  expect(told).toMatchObject({
    stream: ['not_loaded', 'order_not_found'],
    raw: ['not_loaded', 'order not found'],
  })
})

it('a part that cannot be read is taken from the spare file, whose errors are of the known classes', async () => {
  const { sdk, folder, partOf } = await installed()
  for (const name of ['recovery', 'follow', 'raw', 'walk']) await rename(partOf(name), join(folder, name))
  const mp = clientOf(sdk, [missing, missing, missing, missing])
  for (const use of [
    () => mp.orders.get('o1'),
    () => mp.orders.waitForPaid('o1'),
    () => mp.orders.stream('o1').next(),
    () => mp.orders.iterate().next(),
  ]) {
    const error = await rejection(use())
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect(error).toMatchObject(known)
  }
})

it.each<[string, string, (mp: source.MerchantPay) => PromiseLike<unknown>]>([
  ['a wait', 'follow', (mp) => mp.orders.waitForPaid('o1')],
  ['a stream', 'follow', (mp) => mp.orders.stream('o1').next()],
  ['a stream of deliveries', 'follow', (mp) => mp.testHelpers.streamDeliveries().next()],
  ['a walk', 'walk', (mp) => mp.orders.iterate().toArray({ max: 1 })],
  ['a call by path', 'raw', (mp) => mp.raw.GET('/v1/orders')],
])('%s whose code cannot be read says so, and that nothing was sent', async (_, part, use) => {
  const { sdk, removePart } = await installed()
  await removePart(part)
  const error = await rejection(use(clientOf(sdk, [])))
  expect(error).toBeInstanceOf(sdk.MerchantPayError)
  expect(error).toMatchObject({ ...lost, attempts: [] })
  expect((error as Error).stack).toContain('recovery.test.ts') // it is one, as shown above
})

it('a stream by path opens and is aborted where what handles failures cannot be read', async () => {
  const { sdk, removePart } = await installed()
  await removePart()
  const body = new ReadableStream({ pull: () => new Promise(() => {}) })
  const mp = clientOf(sdk, [() => new Response(body, { headers: { 'content-type': 'text/event-stream' } })])
  const controller = new AbortController()
  const init = { params: { path: { id: 'o1' } }, parseAs: 'stream', signal: controller.signal } as const
  const { data } = await mp.raw.GET('/v1/orders/{id}/events', init)
  controller.abort('enough')
  expect(await rejection(new Response(data).text())).toBeInstanceOf(sdk.AbortError)
})

it('showing everything ends no call where its code cannot be read', async () => {
  const { sdk, removePart } = await installed()
  await removePart('trace')
  const mp = clientOf(sdk, [found], { logLevel: 'debug', logger: { ...console, debug: () => {} } })
  expect(await mp.orders.get('o1')).toEqual({ order_id: 'o1' })
})

it('signing whose code cannot be read is no fault of the signer', async () => {
  const { sdk, removePart } = await installed()
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  onTestFinished(() => void vi.restoreAllMocks())
  await removePart('web-hashing')
  const error = await rejection(clientOf(sdk, []).orders.create(order))
  expect(error).toBeInstanceOf(sdk.MerchantPayError)
  expect(error).not.toBeInstanceOf(sdk.UsageError)
  expect(error).toMatchObject({ ...lost, operationId: 'createOrder' })
})
