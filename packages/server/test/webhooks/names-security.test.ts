import { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  HostileReceiver,
  type Sentinel,
  startSentinel,
} from '../../../../test-support/net/hostile-receiver.js'
import { isAddressAllowed } from '../../src/domain/webhooks/webhook-target.js'
import { policyWith } from '../support/domain/context.js'
import { gate } from '../support/net/gate.js'
import { attempts, errorOf } from '../support/webhooks/attempt.js'
import { type NameServerAnswer, startNameServer } from '../support/webhooks/name-server.js'
import { plainReceiver } from '../support/webhooks/raw-receiver.js'

const HOST = 'hooks.shop.example'
const PUBLIC = '8.8.8.8'
const PUBLIC_6 = '2606:4700:4700::1111'
const NONE: NameServerAnswer = []

const publicOnly = (address: string) => isAddressAllowed(policyWith(), address)

let receiver: HostileReceiver
let forbidden: Sentinel
beforeAll(async () => {
  receiver = await HostileReceiver.start()
  forbidden = await startSentinel('127.0.0.2')
})
afterAll(async () => {
  await receiver.close()
  forbidden.close()
})

/** Returns the receiver's URL with another host. */
const urlOf = (host: string) => Object.assign(new URL(receiver.urlOf('ok')), { hostname: host }).href
const served = () => receiver.requests.get('ok') ?? 0

/** Makes attempts whose names are resolved by a name server with these answers. */
async function attemptsAsking(
  answer: (type: 'A' | 'AAAA', name: string, count: number) => NameServerAnswer,
  options: Parameters<typeof attempts>[1] = {},
) {
  const nameServer = await startNameServer(answer)
  const nameServers = [nameServer.address]
  const attempt = attempts(receiver.authority, { timeoutMs: 10_000, nameServers, ...options })
  return { attempt, questions: nameServer.questions }
}

describe('a name that is resolved', () => {
  it('is reached where every address is allowed', async () => {
    const { attempt, questions } = await attemptsAsking((type) => (type === 'A' ? ['127.0.0.1'] : NONE))
    expect(errorOf(await attempt(urlOf(HOST)))).toBeNull()
    expect([...questions].sort()).toEqual([`A ${HOST}`, `AAAA ${HOST}`])
  })

  const refused: Readonly<Record<string, readonly [a: NameServerAnswer, aaaa: NameServerAnswer]>> = {
    'a private A': [['10.0.0.1'], NONE],
    'a private AAAA only': [NONE, ['fd00::1']],
    'a private AAAA beside a public A': [[PUBLIC], ['::1']],
    'a private A beside a public one': [[PUBLIC, '192.168.0.1'], NONE],
    'a private A beside a public AAAA': [['127.0.0.1'], [PUBLIC_6]],
    'a mapped private AAAA': [NONE, ['::ffff:127.0.0.1']],
    'a 6to4 AAAA round a private address': [NONE, ['2002:7f00:1::1']],
    'a NAT64 AAAA round cloud metadata': [NONE, ['64:ff9b::a9fe:a9fe']],
    'an ISATAP AAAA under a public prefix': [NONE, ['2606:4700::5efe:7f00:1']],
    'cloud metadata': [['169.254.169.254'], NONE],
    'the unspecified address': [['0.0.0.0'], NONE],
    'a private A while AAAA fails': [['10.0.0.1'], 'failed'],
  }
  for (const [records, [a, aaaa]] of Object.entries(refused)) {
    it(`is refused for ${records}`, async () => {
      const { attempt } = await attemptsAsking((type) => (type === 'A' ? a : aaaa), {
        isAddressAllowed: publicOnly,
      })
      expect(errorOf(await attempt(urlOf(HOST)))).toBe('blocked_target')
    })
  }

  it('is refused for one forbidden address among allowed ones, and no address is connected to', async () => {
    const before = served()
    const { attempt } = await attemptsAsking((type) => (type === 'A' ? ['127.0.0.1', '127.0.0.2'] : NONE))
    const port = forbidden.port
    expect(errorOf(await attempt(`https://${HOST}:${port}/`))).toBe('blocked_target')
    expect(errorOf(await attempt(urlOf(HOST)))).toBe('blocked_target')
    expect([forbidden.hits, served() - before]).toEqual([0, 0])
  })

  it('is reached while one family fails', async () => {
    const { attempt } = await attemptsAsking((type) => (type === 'A' ? ['127.0.0.1'] : 'failed'))
    expect(errorOf(await attempt(urlOf(HOST)))).toBeNull()
  })

  for (const records of [NONE, 'no such name', 'failed'] as const) {
    it(`is dns_error where both families are ${records === NONE ? 'empty' : records}`, async () => {
      const { attempt } = await attemptsAsking(() => records)
      expect(errorOf(await attempt(urlOf(HOST)))).toBe('dns_error')
    })
  }

  it('is resolved once per attempt: an address that changes afterwards is not connected to', async () => {
    const before = served()
    const { attempt, questions } = await attemptsAsking((type, _name, count) => {
      if (type === 'AAAA') return NONE
      return count === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    })
    expect(errorOf(await attempt(urlOf(HOST)))).toBeNull()
    expect(questions).toHaveLength(2)
    expect(errorOf(await attempt(`https://${HOST}:${forbidden.port}/`))).toBe('blocked_target')
    expect([served() - before, forbidden.hits]).toEqual([1, 0])
  })

  it('is not looked up where it is a literal, and a forbidden literal is refused', async () => {
    const { attempt, questions } = await attemptsAsking(() => ['127.0.0.1'])
    for (const host of ['127.0.0.2', '[::ffff:127.0.0.2]', '[::127.0.0.2]', '2130706434']) {
      expect(errorOf(await attempt(`https://${host}:${forbidden.port}/`))).toBe('blocked_target')
    }
    expect(errorOf(await attempt(urlOf('127.0.0.1')))).toBeNull()
    expect([questions, forbidden.hits]).toEqual([[], 0])
  })

  it('is not looked up under localhost', async () => {
    const { attempt, questions } = await attemptsAsking(() => ['127.0.0.2'])
    for (const host of ['localhost', 'localhost.', 'a.localhost']) {
      expect(errorOf(await attempt(`https://${host}:${forbidden.port}/`))).not.toBe('dns_error')
    }
    expect([questions, forbidden.hits]).toEqual([[], 0])
  })
})

describe('a name with several addresses', () => {
  it('has each address tried for a fourth of the deadline, since a distant one may be slow', async () => {
    const { attempt } = await attemptsAsking((type) => (type === 'A' ? ['127.0.0.1'] : ['::1']), {
      timeoutMs: 4_000,
    })
    const silent = Object.assign(new URL(receiver.urlOf('never accepts')), { hostname: HOST }).href
    const done = await attempt(silent)
    // No server listens at the other address.
    expect(errorOf(done)).toBe('network_unreachable')
    expect(done.tookMs).toBeGreaterThan(900)
  })

  it('is reached at its second address where the first has no server', async () => {
    const { attempt } = await attemptsAsking((type) => (type === 'A' ? ['127.0.0.3', '127.0.0.1'] : NONE), {
      isAddressAllowed: () => true,
    })
    expect(errorOf(await attempt(urlOf(HOST)))).toBeNull()
  })
})

describe('a connection that is reused', () => {
  const MAX_AGE_MS = 60_000

  /** Replaces the clock by one that stands still until it is moved, so that attempts take no time. */
  function handTime(): (ms: number) => void {
    let now = Math.floor(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    return (ms) => {
      now += ms
    }
  }

  it('needs no lookup for 60 s; then the name is resolved and checked again', async () => {
    const pass = handTime()
    let address = '127.0.0.1'
    const { attempt, questions } = await attemptsAsking((type) => (type === 'A' ? [address] : NONE), {
      pool: 'shop',
    })
    const before = served()
    /** Returns the error of an attempt, and the number of DNS questions and requests until then. */
    const next = async () => [errorOf(await attempt(urlOf(HOST))), questions.length, served() - before]
    expect(await next()).toEqual([null, 2, 1])
    pass(MAX_AGE_MS)
    expect(await next()).toEqual([null, 2, 2])
    pass(1)
    expect(await next()).toEqual([null, 4, 3])
    address = '10.0.0.1'
    pass(MAX_AGE_MS)
    expect(await next()).toEqual([null, 4, 4])
    pass(1)
    expect(await next()).toEqual(['blocked_target', 6, 4])
  })

  it('is not reused where its address has been forbidden meanwhile', async () => {
    let isOpen = true
    const judgeAddress = () => isOpen
    const attempt = attempts(receiver.authority, {
      timeoutMs: 10_000,
      pool: 'shop',
      isAddressAllowed: judgeAddress,
    })
    const before = served()
    expect(errorOf(await attempt(receiver.urlOf('ok')))).toBeNull()
    isOpen = false
    expect(errorOf(await attempt(receiver.urlOf('ok')))).toBe('blocked_target')
    expect(served() - before).toBe(1)
  })
})

describe('a connection that leads to another address', () => {
  it('is closed before the TLS handshake', async () => {
    let bytes = 0
    const { opened: closed, open: close } = gate()
    const listener = await plainReceiver((socket) => {
      socket.once('close', close)
      socket.on('data', (chunk) => {
        bytes += chunk.length
      })
    })
    // No system connects elsewhere on request, so the test changes the peer address that `remoteAddress` reads.
    const peers = Socket.prototype as unknown as { _getpeername(): { address: string } }
    const elsewhere = vi.spyOn(peers, '_getpeername').mockReturnValue({ address: '127.0.0.9' })
    onTestFinished(() => elsewhere.mockRestore())
    const attempt = attempts(receiver.authority, { timeoutMs: 10_000 })
    expect(errorOf(await attempt(`https://127.0.0.1:${listener.port}/`))).toBe('blocked_target')
    await closed
    expect([listener.connections, bytes]).toEqual([1, 0])
  })
})

describe('a silent name server', () => {
  const GOAL_MS = 4_500

  it('fails its deliveries with dns_error in good time, and delays no other receiver', async () => {
    const answer = (type: 'A' | 'AAAA', name: string) => {
      if (name === HOST) return 'silent'
      return type === 'A' ? ['127.0.0.1'] : NONE
    }
    const { attempt } = await attemptsAsking(answer, { timeoutMs: 10 * GOAL_MS })
    const since = performance.now()
    const waiting = Array.from({ length: 8 }, () => attempt(urlOf(HOST)))
    // Each other receiver has a name of its own, which is resolved as well.
    const names = Array.from({ length: 20 }, (_, n) => `other-${n}.shop.example`)
    const others = await Promise.all(names.map((name) => attempt(urlOf(name))))
    expect(others.map(errorOf)).toEqual(others.map(() => null))
    // The other attempts ended long before the first lookup was abandoned.
    expect(performance.now() - since).toBeLessThan(2_000)
    const silent = await Promise.all(waiting)
    expect(silent.map(errorOf)).toEqual(silent.map(() => 'dns_error'))
    for (const { tookMs } of silent) expect(tookMs).toBeLessThan(10 * GOAL_MS)
  }, 60_000)
})
