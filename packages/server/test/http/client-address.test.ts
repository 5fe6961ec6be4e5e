import type { Request } from 'express'
import { describe, expect, it } from 'vitest'
import { parseBlock } from '../../src/domain/shared/ip.js'
import { clientAddresses, connectionPeers } from '../../src/http/client-address.js'
import { Harness } from '../support/server/harness.js'

const PROXIES = ['127.0.0.0/8', 'fd00::/8'].map(parseBlock)

/** Returns the client of a request that came through a proxy, and the log lines. */
function behindProxy() {
  const lines: object[] = []
  const addressOf = clientAddresses(PROXIES, { warn: (details) => void lines.push(details) })
  const name = (forwarded?: string, remoteAddress = '127.0.0.1') =>
    addressOf({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as unknown as Request) // all it reads
  return { lines, name }
}

describe('X-Forwarded-For of a trusted proxy', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7:49152'],
    ['2001:db8::7', '[2001:db8::7]:49152'],
    ['2001:db8::7', '[2001:db8::7]'],
    ['198.51.100.7', '[::ffff:198.51.100.7]:1'],
  ])('names %s with a port too: %s', (plain, withPort) => {
    const { name, lines } = behindProxy()
    expect(name(withPort)).toBe(name(plain))
    expect(name(withPort)).not.toBe(name())
    expect(name(`198.51.100.9, ${withPort}, 127.0.0.2:80, [fd00::1]:80`)).toBe(name(plain))
    expect(lines).toEqual([])
  })

  it.each(['unknown', '198.51.100.7:', '198.51.100.7:x', '[2001:db8::7', '2001:db8::7]:1', '_hidden'])(
    'X-Forwarded-For of a trusted proxy with the value %s counts as the proxy, and is logged once',
    (text) => {
      const { name, lines } = behindProxy()
      expect([name(text), name(text)]).toEqual([name(), name()])
      expect(lines).toEqual([{ hop: text }])
    },
  )

  it('is not read from any other peer, and its absence is not logged', () => {
    const { name, lines } = behindProxy()
    expect(name('198.51.100.7:1', '203.0.113.5')).toBe(name(undefined, '203.0.113.5'))
    name(undefined)
    expect(lines).toEqual([])
  })

  it('gives each payer behind a proxy that adds ports a separate limit', async () => {
    const harness = await Harness.start({
      MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
      MERCHANTPAY_REGISTRATIONS_PER_HOUR: '1',
    })
    const register = async (forwarded: string) => {
      const body = { name: 'Ada', email: 'ada@books.example', platform_user_id: forwarded }
      return (
        await harness.call('POST', '/v1/merchants', { body, headers: { 'x-forwarded-for': forwarded } })
      ).status
    }
    const forwarded = [
      '198.51.100.7:1',
      '198.51.100.7:2',
      '198.51.100.8:1',
      '[2001:db8::7]:1',
      '[2001:db8::8]:1',
    ]
    const statuses = []
    for (const address of forwarded) statuses.push(await register(address))
    expect(statuses).toEqual([201, 429, 201, 201, 429])
  })
})

it('the peer of a connection is an IPv4 address or a /64, and a trusted proxy is recognised', () => {
  const peerOf = connectionPeers(PROXIES)
  const peer = (remoteAddress?: string) => peerOf({ remoteAddress } as Parameters<typeof peerOf>[0])
  expect(peer('2001:db8::1')).toEqual(peer('2001:db8::ffff'))
  expect(peer('2001:db8::1')).not.toEqual(peer('2001:db8:0:1::1'))
  expect(peer('::ffff:127.0.0.1')).toEqual({ ...peer('127.0.0.1'), isTrusted: true })
  expect(peer('198.51.100.7').isTrusted).toBe(false)
  expect(peer()).toEqual({ name: 'unknown', isTrusted: false })
})
