import { cp, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import type * as source from '../src/index.js'
import { KEY_ID, SECRET } from './support/keys.js'
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
  const [part = ''] = files.filter((name) => /^recovery-.*\.js$/.test(name))
  const path = join(folder, 'dist', part)
  return {
    sdk,
    /** Waits until the program has the part that began to load. */
    readPart: () => import(pathToFileURL(path).href),
    removePart: () => rename(path, `${path}.away`),
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
