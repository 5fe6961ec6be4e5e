import { MerchantPay } from '@merchantpay/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conformance, leftOut } from '../src/suite.js'
import { inMemoryService, LOCAL_TARGETS } from '../src/targets/local.js'
import type { ConformanceTarget } from '../src/targets/target.js'
import { transcribe } from '../src/transcript.js'

const START_MS = 60_000
const KEYS = { keyId: `mk_test_${'a'.repeat(24)}`, secret: `sk_test_${'b'.repeat(43)}` }

describe('conformance', () => {
  const targets = [...LOCAL_TARGETS].map(([name, make]) => ({ name, ...make() }))
  beforeAll(async () => {
    for (const { start } of targets) await start()
  }, START_MS)
  afterAll(async () => {
    for (const { stop } of targets) await stop()
  }, START_MS)

  describe.each(targets)('of the $name', ({ target }) => {
    it.each(conformance(target))('$name', ({ run }) => run())
  })

  it('gives the same transcript, byte for byte, on every target', async () => {
    const [expected, ...others] = await Promise.all(targets.map(({ target }) => transcribe(target)))
    for (const transcript of others) expect(transcript).toBe(expected)
    expect(expected).not.toMatch(/sk_test_|whsec_|\d{4}-\d\d-\d\dT/)
  })
})

type Change = (answer: Response, text: string) => Response

/** An answer with another body or other headers. */
const changed = (answer: Response, text: string, headers: Record<string, string> = {}): Response =>
  new Response(text, {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), ...headers },
  })

describe('the cases', () => {
  const { target } = inMemoryService()

  /** Runs one case on the server with some of its answers changed. */
  function runChanged(name: string, change: Change): Promise<void> {
    const fetch: typeof globalThis.fetch = async (...args) => {
      const answer = await (target.fetch ?? globalThis.fetch)(...args)
      return change(answer, await answer.clone().text())
    }
    const found = conformance({ ...target, fetch }).find((one) => one.name === name)
    if (!found) throw new Error(`there is no case "${name}"`)
    return found.run()
  }

  it.each<[what: string, name: string, change: Change, message: RegExp]>([
    [
      'a space in an error body',
      'getOrder: an unknown id is 404 order not found',
      (answer, text) => changed(answer, text.replace('{"error":', '{"error": ')),
      /expected "404 .*order not found.*", got "404 .*"error\\": /,
    ],
    [
      'another status',
      'getOrder: an unknown id is 404 order not found',
      (answer, text) =>
        answer.status === 404 ? new Response(text, { status: 400, headers: answer.headers }) : answer,
      /expected "404 .*, got "400 /,
    ],
    [
      'a field that is missing',
      'getOrder answers the order as it was created, with a remark that is null',
      (answer, text) => changed(answer, text.replace(/"order_number":"\w+",/, '')),
      /createOrder breaks the contract: order_number: /,
    ],
    [
      'an amount that is a number',
      'quoteWithdrawal answers fee, debit and minimum of each network',
      (answer, text) => changed(answer, text.replace('"fee":"1.50"', '"fee":1.5')),
      /quoteWithdrawal breaks the contract: fee: /,
    ],
    [
      'no charset',
      'getCurrentMerchant answers the merchant of the key',
      (answer, text) => changed(answer, text, { 'content-type': 'application/json' }),
      /content type: expected "application\/json; charset=utf-8"/,
    ],
    [
      'a Retry-After that is too short',
      'the 61st request of a key in its minute is 429 with the correct Retry-After',
      (answer, text) => (answer.status === 429 ? changed(answer, text, { 'retry-after': '1' }) : answer),
      /expected Retry-After of \d+ to \d+, not 1$/,
    ],
    [
      'a replay that does not say so',
      'a hundred parallel calls with one key make one order',
      (answer, text) => changed(answer, text, { 'idempotent-replayed': '' }),
      /answers that say they are replays: expected 99, got 0/,
    ],
    [
      'a request id of its own',
      'a safe request id is returned, on errors too; any other is replaced',
      (answer, text) => changed(answer, text, { 'x-request-id': 'mine' }),
      /X-Request-Id: expected "cart-1.a", got "mine"/,
    ],
  ])('report %s', async (_what, name, change, message) => {
    await expect(runChanged(name, change)).rejects.toThrow(message)
  })

  it('have unique names', () => {
    const names = conformance(target).map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('are left out, with the reason, where a target lacks what they need', () => {
    const all = conformance(target).map(({ name }) => name)
    expect(leftOut(target)).toEqual([])
    const poor: ConformanceTarget = { baseUrl: target.baseUrl, keys: KEYS }
    const reasons = new Map(leftOut(poor).map(({ name, reason }) => [name, reason]))
    expect(conformance(poor).map(({ name }) => name)).toEqual(all.filter((name) => !reasons.has(name)))
    expect(new Set(reasons.values())).toEqual(
      new Set([
        'it needs the rate of a currency',
        'it needs to register merchants',
        'it needs a clock that can be advanced',
      ]),
    )
    const closed = { baseUrl: target.baseUrl }
    expect(new Set(leftOut(closed).map(({ reason }) => reason))).toEqual(
      new Set([
        'it needs an operator who activates and suspends merchants',
        'it needs the rate of a currency',
        'it needs a receiver of webhooks',
        'it needs a clock that can be advanced',
      ]),
    )
  })

  it('run with a key where registration is closed, and leave only that key behind', async () => {
    const { baseUrl, fetch, clock } = target
    const client = { baseUrl, fetch, clock }
    const registered = await new MerchantPay(client).merchants.register({
      name: 'Ada',
      email: 'ada@books.example',
      platform_user_id: 'closed',
    })
    const keys = { keyId: registered.api_key.key_id, secret: registered.api_key.secret }
    const cases = conformance({ ...target, keys })
    const chosen = cases.filter(({ operationId }) => operationId === 'createOrder').concat(cases.slice(-1))
    for (const { run } of chosen) await run()
    const { api_keys } = await new MerchantPay({ ...client, ...keys }).apiKeys.list()
    expect(api_keys.length).toBeGreaterThan(2)
    expect(api_keys.filter((key) => key.is_active).map((key) => key.key_id)).toEqual([keys.keyId])
  })
})
