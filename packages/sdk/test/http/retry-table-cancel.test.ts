import { describe, expect, it } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { AbortError, ApiError } from '../../src/errors/errors.js'
import type { RequestOptions } from '../../src/http/request-options.js'
import { answer, fault, refuse } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'
import { VirtualClock } from '../support/virtual-clock.js'

const NOT_CANCELABLE = refuse(409, 'withdrawal not cancelable')
const LOST = fault('ECONNRESET')

type Step = () => Response | Error | undefined

/** Cancels in virtual time while a script answers, which stays silent where it has nothing to say. */
function cancel(steps: Step[], options: RequestOptions = {}) {
  const clock = new VirtualClock()
  const methods: string[] = []
  const fetch = async (_: string, { method = '' }: RequestInit): Promise<Response> => {
    const step = steps[methods.push(method) - 1]?.()
    if (step instanceof Error) throw step
    return step ?? new Promise(() => {})
  }
  const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET }
  const mp = new MerchantPay({ ...key, fetch, clock })
  return { call: mp.withdrawals.cancel('w1', options).withResponse(), clock, methods }
}

const found = (status: string) => answer(200, { id: 'w1', status })

describe('a cancellation that is refused with 409 after a lost answer', () => {
  it('is done when the withdrawal turns out to be canceled', async () => {
    const { call, clock, methods } = cancel([LOST, NOT_CANCELABLE, found('CANCELED')])
    const result = await clock.run(call)
    expect(result).toMatchObject({ data: { status: 'CANCELED' }, confirmedByRetry: true })
    expect(result.attempts).toMatchObject([{ error: 'ECONNRESET' }, { status: 409 }, { status: 200 }])
    expect(methods).toEqual(['POST', 'POST', 'GET'])
  })

  it.each(['PROCESSING', 'BROADCAST', 'COMPLETED', 'FAILED', 'BRAND_NEW'])(
    'is refused when it turns out to be %s',
    async (status) => {
      const { call, clock } = cancel([LOST, NOT_CANCELABLE, found(status)])
      const error = await clock.run(rejection(call))
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ code: 'withdrawal_not_cancelable', status: 409, outcome: 'unknown' })
    },
  )

  it('is refused when that cannot be found out', async () => {
    const { call, clock } = cancel([LOST, NOT_CANCELABLE, refuse(404, 'withdrawal not found')])
    expect(await clock.run(rejection(call))).toMatchObject({ code: 'withdrawal_not_cancelable', status: 409 })
  })

  it('asks no longer than the deadline of the call', async () => {
    const { call, clock } = cancel([LOST, NOT_CANCELABLE], { deadlineMs: 5_000 })
    expect(await clock.run(rejection(call))).toMatchObject({ code: 'withdrawal_not_cancelable', status: 409 })
    expect(clock.monotonic()).toBeLessThanOrEqual(5_000)
  })

  it('ends as an abort when the caller gives up meanwhile', async () => {
    const controller = new AbortController()
    const { call, clock, methods } = cancel([LOST, NOT_CANCELABLE], { signal: controller.signal })
    const ended = rejection(call)
    await clock.advance(2_000)
    expect(methods).toEqual(['POST', 'POST', 'GET'])
    controller.abort(new Error('closing time'))
    const error = await clock.run(ended)
    expect(error).toBeInstanceOf(AbortError)
    expect(error).toMatchObject({ cause: controller.signal.reason, outcome: 'unknown' })
  })
})

describe('a cancellation that is refused with 409', () => {
  it.each<[string, Step[]]>([
    ['at once', [NOT_CANCELABLE]],
    ['after an attempt that was surely not processed', [fault('ECONNREFUSED'), NOT_CANCELABLE]],
  ])('%s is refused without another question', async (_, steps) => {
    const { call, clock, methods } = cancel(steps)
    expect(await clock.run(rejection(call))).toMatchObject({ status: 409, outcome: 'not_processed' })
    expect(methods).toEqual(steps.map(() => 'POST'))
  })
})
