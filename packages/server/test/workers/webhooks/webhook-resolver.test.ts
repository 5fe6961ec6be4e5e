import { describe, expect, it } from 'vitest'
import { resolveTarget, TargetError } from '../../../src/workers/webhooks/webhook-resolver.js'

const never = new AbortController().signal
const anywhere = () => true
const nowhere = () => false

describe('the addresses of a receiver', () => {
  for (const literal of ['8.8.8.8', '127.0.0.1', '2606:4700:4700::1111', '::1']) {
    it(`are the literal itself: ${literal}`, async () => {
      expect(await resolveTarget(literal, anywhere, never)).toEqual([literal])
    })

    it(`are checked when they are a literal: ${literal}`, async () => {
      const asked: string[] = []
      const judge = (address: string) => {
        asked.push(address)
        return false
      }
      await expect(resolveTarget(literal, judge, never)).rejects.toEqual(new TargetError('blocked_target'))
      expect(asked).toEqual([literal])
    })
  }

  for (const host of ['localhost', 'localhost.', 'shop.localhost', 'a.b.localhost.']) {
    it(`are loopback without a lookup: ${host}`, async () => {
      expect(await resolveTarget(host, anywhere, never)).toEqual(['127.0.0.1'])
    })

    it(`are checked like any other: ${host}`, async () => {
      await expect(resolveTarget(host, nowhere, never)).rejects.toMatchObject({
        name: 'TargetError',
        code: 'blocked_target',
      })
    })
  }

  for (const host of ['', 'no spaces here', `${'a'.repeat(64)}.example`, 'a..example']) {
    it(`are none where no name server would be queried: ${JSON.stringify(host)}`, async () => {
      await expect(resolveTarget(host, anywhere, never)).rejects.toEqual(new TargetError('dns_error'))
    })
  }

  it('are resolved no longer than their signal lasts', async () => {
    const stopping = new AbortController()
    const lookup = resolveTarget('receiver.invalid', anywhere, stopping.signal)
    stopping.abort()
    const startedAt = performance.now()
    await expect(lookup).rejects.toEqual(new TargetError('dns_error'))
    expect(performance.now() - startedAt).toBeLessThan(500)
  })
})
