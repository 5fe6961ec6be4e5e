import { describe, expect, it } from 'vitest'
import { CallPromise } from '../../src/http/call-promise.js'
import { answer, refuse, scripted } from '../support/fake.js'
import { rejection } from '../support/loopback.js'

describe('a call', () => {
  it('gives its body to await, then, finally and Promise.all', async () => {
    const { mp } = scripted([answer(200, { id: 'm1' })])
    const call = mp.merchants.me()
    expect(call).toBeInstanceOf(CallPromise)
    expect(await call).toEqual({ id: 'm1' })
    expect(await call.then(({ id }) => id)).toBe('m1')
    expect(await call.finally(() => {})).toEqual({ id: 'm1' })
    expect(await Promise.all([call, mp.merchants.me()])).toHaveLength(2)
  })

  it('is sent once, however often it is awaited', async () => {
    const { mp, sent } = scripted([answer(200, { id: 'm1' })])
    const call = mp.merchants.me()
    await Promise.all([call, call, call.withResponse()])
    expect(sent).toHaveLength(1)
  })

  it('leaves no unhandled rejection behind when only withResponse is used', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const { mp } = scripted([refuse(404, 'order not found')])
    const error = await rejection(mp.orders.get('o1').withResponse())
    await new Promise((resolve) => setImmediate(resolve)) // rejections are reported before the loop goes on
    process.off('unhandledRejection', note)
    expect(error).toMatchObject({ code: 'order_not_found' })
    expect(await mp.orders.get('o1').catch((caught: unknown) => caught)).toMatchObject({ status: 404 })
    expect(unhandled).toEqual([])
  })
})
