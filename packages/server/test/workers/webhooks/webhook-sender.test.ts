import { createSecureContext } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Certificate, makeCertificate } from '../../../../../test-support/net/certificate.js'
import { freePort } from '../../../../../test-support/net/free-port.js'
import { EVENT_BODY_BYTES } from '../../../src/domain/shared/policy.js'
import { isAddressAllowed } from '../../../src/domain/webhooks/webhook-target.js'
import { createWebhookSender, type SenderOptions } from '../../../src/workers/webhooks/webhook-sender.js'
import { policyWith } from '../../support/domain/context.js'
import { gate } from '../../support/net/gate.js'
import {
  hastyReceiver,
  plainReceiver,
  type RawReceiver,
  rawReceiver,
} from '../../support/webhooks/raw-receiver.js'

const DELIVERED = { delivered: true }
const failed = (error: string) => ({ delivered: false, error })
const never = new AbortController().signal
const body = Buffer.from('{"event":"payment.confirmed","note":"ü"}')

const NAMES = ['localhost', 'hooks.localhost']
let trusted: Certificate
beforeAll(async () => {
  trusted = await makeCertificate(NAMES)
})

function sender(options: Partial<SenderOptions> = {}) {
  return createWebhookSender({
    timeoutMs: 5_000,
    isAddressAllowed: (address) => address === '127.0.0.1' || address === '::1',
    secureContext: createSecureContext({ ca: trusted.cert }),
    userAgent: 'MerchantPay-Webhooks/test',
    ...options,
  })
}

const post = (port: number, host = '127.0.0.1') => ({
  url: `https://${host}:${port}/hook?shop=1`,
  body,
  headers: { 'X-Webhook-Id': 'wd_1' },
})

/** A receiver that answers every request with these bytes, and the outcome of the sender. */
async function outcomeOf(bytes: string, options: { ends?: boolean } = {}) {
  const receiver = await rawReceiver(trusted, (socket) => {
    socket.write(bytes)
    if (options.ends ?? true) socket.end()
  })
  return { outcome: await sender()(post(receiver.port), never), receiver }
}

const answer = (status: string, headers = '') => `HTTP/1.1 ${status}\r\n${headers}Content-Length: 0\r\n\r\n`

describe('an attempt', () => {
  it('is a POST of exactly the bytes it was given', async () => {
    const { receiver } = await outcomeOf(answer('200 OK'))
    const [head = '', sent = ''] = receiver.requests[0]?.split('\r\n\r\n') ?? []
    const [line, ...fields] = head.split('\r\n')
    expect(line).toBe('POST /hook?shop=1 HTTP/1.1')
    expect(Buffer.from(sent, 'latin1')).toEqual(body)
    // These and no others.
    expect(fields).toEqual([
      `Host: 127.0.0.1:${receiver.port}`,
      'Content-Type: application/json',
      `Content-Length: ${body.byteLength}`,
      'User-Agent: MerchantPay-Webhooks/test',
      'Accept-Encoding: identity',
      'X-Webhook-Id: wd_1',
      'Connection: close',
    ])
  })

  for (const status of ['200 OK', '201 Created', '204 No Content', '299 Whatever', '200']) {
    it(`is delivered by ${status}`, async () => {
      expect((await outcomeOf(answer(status))).outcome).toEqual(DELIVERED)
    })
  }

  for (const status of [
    '300',
    '301',
    '302',
    '303',
    '304',
    '307',
    '308',
    '400',
    '401',
    '404',
    '429',
    '500',
    '503',
    '599',
  ]) {
    it(`has failed with HTTP ${status}`, async () => {
      const { outcome } = await outcomeOf(answer(`${status} X`))
      expect(outcome).toEqual(failed(`HTTP ${status}`))
    })
  }

  it('has failed for good with HTTP 410, and says so', async () => {
    const { outcome } = await outcomeOf(answer('410 Gone'))
    expect(outcome).toEqual({ ...failed('HTTP 410'), detail: 'the receiver is gone: no further attempt' })
  })

  it.each([
    ['/', 'https://127.0.0.1:PORT/'],
    ['hook/?a=1#b', 'https://127.0.0.1:PORT/hook/?…'],
    ['//shop.example/hooks', 'https://shop.example/hooks'],
    ['HTTP://user:password@Shop.example:80/', 'http://shop.example/'],
    ['https://bücher.example/ü"<\t', 'https://xn--bcher-kva.example/%C3%BC%22%3C'],
    ['https://shop.example/whsec_abcdef', 'https://shop.example/whsec_…'],
    [`https://shop.example/${'x'.repeat(500)}`, `https://shop.example/${'x'.repeat(128)}…`],
  ])('shows where a redirect to %j leads, without what may be secret', async (location, target) => {
    const { outcome, receiver } = await outcomeOf(answer('307 Moved', `Location: ${location}\r\n`))
    const shown = target.replace('PORT', `${receiver.port}`)
    const detail = `redirects to ${shown}, which is not followed`
    expect(outcome).toEqual({ ...failed('HTTP 307'), detail })
  })

  it.each(['304', '300', '201', '404'])('has no target for a Location with HTTP %s', async (status) => {
    const { outcome } = await outcomeOf(answer(`${status} X`, 'Location: /elsewhere\r\n'))
    expect('detail' in outcome).toBe(false)
  })

  it.each(['javascript:alert(1)', 'http://[', ''])('has no target for the Location %j', async (location) => {
    const { outcome } = await outcomeOf(answer('302 Found', `Location: ${location}\r\n`))
    expect(outcome).toEqual(failed('HTTP 302'))
  })

  for (const status of ['301 Moved', '302 Found', '307 Temporary Redirect', '308 Permanent Redirect']) {
    it(`never asks the Location of ${status}`, async () => {
      const elsewhere = await rawReceiver(trusted, (socket) => socket.end(answer('200 OK')))
      const location = `Location: https://127.0.0.1:${elsewhere.port}/\r\n`
      const { outcome, receiver } = await outcomeOf(answer(status, location))
      expect(outcome).toMatchObject(failed(`HTTP ${status.slice(0, 3)}`))
      expect([elsewhere.connections, receiver.connections]).toEqual([0, 1])
    })
  }

  it('goes to a name under localhost', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.end(answer('200 OK')))
    expect(await sender()(post(receiver.port, 'hooks.localhost'), never)).toEqual(DELIVERED)
    expect(receiver.requests[0]).toContain(`Host: hooks.localhost:${receiver.port}\r\n`)
  })

  it('has a connection of its own', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.write(answer('200 OK')))
    const send = sender()
    expect([await send(post(receiver.port), never), await send(post(receiver.port), never)]).toEqual([
      DELIVERED,
      DELIVERED,
    ])
    expect(receiver.connections).toBe(2)
  })
})

describe('what follows a complete head with a 2xx status', () => {
  it('may be a body without end', async () => {
    const receiver = await rawReceiver(trusted, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const flood = () => {
        while (socket.writable && socket.write('x'.repeat(16_384)));
      }
      socket.on('drain', flood)
      flood()
    })
    expect(await sender()(post(receiver.port), never)).toEqual(DELIVERED)
  })

  it('may be a body that never comes', async () => {
    const { outcome } = await outcomeOf('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', { ends: false })
    expect(outcome).toEqual(DELIVERED)
  })

  it('may be a broken body', async () => {
    const { outcome } = await outcomeOf('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk')
    expect(outcome).toEqual(DELIVERED)
  })

  it('may be a reset', async () => {
    const receiver = await rawReceiver(trusted, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', () => socket.destroy())
    })
    expect(await sender()(post(receiver.port), never)).toEqual(DELIVERED)
  })
})

describe('a response that comes before the request is fully written', () => {
  /** The largest event, and more than the buffers between both sides hold while the receiver reads nothing. */
  const sizes = [EVENT_BODY_BYTES, 64 * 1_024 ** 2]
  const answers = [
    { status: '204 No Content', outcome: DELIVERED },
    { status: '413 Content Too Large', outcome: failed('HTTP 413') },
  ]
  const cases = sizes.flatMap((bytes) => answers.map((one) => ({ ...one, bytes })))
  it.each(cases)('counts as any other: $status to $bytes bytes', async ({ bytes, status, outcome }) => {
    const waits = await hastyReceiver(trusted, (socket) => void socket.write(answer(status)))
    const leaves = await hastyReceiver(trusted, (socket) =>
      socket.write(answer(status), () => socket.destroy()),
    )
    for (const { port, requests } of [waits, leaves]) {
      const large = { ...post(port), body: Buffer.alloc(bytes, 'x') }
      expect(await sender({ timeoutMs: 60_000 })(large, never)).toEqual(outcome)
      expect(requests.map(({ length }) => length < bytes)).toEqual([true])
    }
  })
})

describe('an attempt at a receiver that is silent', () => {
  it('has failed with timeout at its deadline when the answer does not come', async () => {
    const receiver = await rawReceiver(trusted, () => undefined)
    const startedAt = performance.now()
    expect(await sender({ timeoutMs: 200 })(post(receiver.port), never)).toEqual(failed('timeout'))
    const took = performance.now() - startedAt
    expect(took).toBeGreaterThanOrEqual(190)
    expect(took).toBeLessThan(2_000)
  })

  it('has failed with timeout when the head is never complete', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.write('HTTP/1.1 200 OK\r\nX: '))
    expect(await sender({ timeoutMs: 200 })(post(receiver.port), never)).toEqual(failed('timeout'))
  })

  it('has failed with timeout when the handshake does not end', async () => {
    const receiver = await plainReceiver(() => undefined)
    expect(await sender({ timeoutMs: 200 })(post(receiver.port), never)).toEqual(failed('timeout'))
  })

  it('has failed with timeout after informational answers only', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.write('HTTP/1.1 102 Processing\r\n\r\n'))
    expect(await sender({ timeoutMs: 200 })(post(receiver.port), never)).toEqual(failed('timeout'))
  })

  it('ends when its sender is stopped', async () => {
    const { opened, open } = gate()
    const receiver = await rawReceiver(trusted, () => open())
    const stopping = new AbortController()
    const attempt = sender({ timeoutMs: 60_000 })(post(receiver.port), stopping.signal)
    await opened
    stopping.abort()
    expect(await attempt).toEqual(failed('timeout'))
  })

  it('is not made when its sender has stopped', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.end(answer('200 OK')))
    expect(await sender()(post(receiver.port), AbortSignal.abort())).toEqual(failed('timeout'))
    expect(receiver.requests).toEqual([])
  })
})

describe('an attempt over a connection that fails', () => {
  it('has failed with connection_refused where no process listens', async () => {
    const port = await freePort()
    expect(await sender()(post(port), never)).toEqual(failed('connection_refused'))
  })

  it('has failed with connection_reset when it is reset before the head', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.destroy())
    expect(await sender()(post(receiver.port), never)).toEqual(failed('connection_reset'))
  })

  it('has failed with connection_reset when it is closed before the head', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.end())
    expect(await sender()(post(receiver.port), never)).toEqual(failed('connection_reset'))
  })

  it('has failed with connection_reset when it is closed within the head', async () => {
    expect((await outcomeOf('HTTP/1.1 200 OK\r\nContent-Le')).outcome).toEqual(failed('connection_reset'))
  })

  it('has failed with connection_reset when it is reset before the handshake', async () => {
    const receiver = await plainReceiver((socket) => socket.resetAndDestroy())
    expect(await sender()(post(receiver.port), never)).toEqual(failed('connection_reset'))
  })

  it('has failed with network_unreachable when the system knows no way there, whatever it calls that', async () => {
    const send = sender({ isAddressAllowed: () => true })
    // EINVAL without an interface name, ENETUNREACH to a group.
    for (const host of ['[fe80::1]', '[ff02::1]'])
      expect(await send(post(443, host), never)).toEqual(failed('network_unreachable'))
  })
})

describe('an attempt whose response is invalid', () => {
  const wrong: Record<string, string> = {
    'is another protocol': 'SSH-2.0-OpenSSH_9.0\r\n\r\n',
    'switches protocols': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    'has more than 16 informational answers': 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(17) + answer('200 OK'),
    'has a head of more than 16 KiB': answer('200 OK', `X: ${'x'.repeat(17_000)}\r\n`),
    'has a status of letters': 'HTTP/1.1 OK\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(wrong)) {
    it(`has failed with response_invalid when it ${what}`, async () => {
      expect((await outcomeOf(bytes)).outcome).toEqual(failed('response_invalid'))
    })
  }

  const malformed: Record<string, string> = {
    'ends its lines with a line feed': 'HTTP/1.1 200 OK\nContent-Length: 0\n\n',
    'has two equal lengths': answer('200 OK', 'Content-Length: 0\r\n'),
    'has two lengths': answer('200 OK', 'Content-Length: 5\r\n'),
    'has a length and chunks': answer('200 OK', 'Transfer-Encoding: chunked\r\n'),
    'has a blank before a colon': answer('200 OK', 'Server : x\r\n'),
    'has a folded field': answer('200 OK', 'X: a\r\n b\r\n'),
    'has a field without a colon': answer('200 OK', 'nonsense\r\n'),
    'has a NUL in its head': answer('200 OK', 'X: a\u0000b\r\n'),
    'comes after an informational answer': `HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n${answer('200 OK', 'X : a\r\n')}`,
  }
  for (const [what, bytes] of Object.entries(malformed)) {
    it(`counts by its status line when it ${what}`, async () => {
      expect((await outcomeOf(bytes)).outcome).toEqual(DELIVERED)
      const failing = bytes.replace(' 200 ', ' 503 ')
      expect((await outcomeOf(failing)).outcome).toEqual(failed('HTTP 503'))
    })
  }

  it('counts by its status line though that comes in pieces and the rest later', async () => {
    const receiver = await rawReceiver(trusted, (socket) => {
      const pieces = ['HTTP/1.1 2', '00 OK\r', '\nContent-Length: 0\r\n', 'Server : x\r\n\r\n']
      const next = () => {
        const piece = pieces.shift()
        if (piece !== undefined) socket.write(piece, () => setImmediate(next))
      }
      next()
    })
    expect(await sender()(post(receiver.port), never)).toEqual(DELIVERED)
  })

  it('has its connection closed where its head is malformed, and the next attempt opens another', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.write(answer('200 OK', 'Server : x\r\n')))
    const send = sender()
    for (const connections of [1, 2]) {
      expect(await send({ ...post(receiver.port), pool: 'p' }, never)).toEqual(DELIVERED)
      expect(receiver.connections).toBe(connections)
    }
  })

  it('is delivered after 16 informational answers', async () => {
    const bytes = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(16) + answer('200 OK')
    expect((await outcomeOf(bytes)).outcome).toEqual(DELIVERED)
  })

  it('is delivered with a head of nearly 16 KiB', async () => {
    expect((await outcomeOf(answer('200 OK', `X: ${'x'.repeat(15_000)}\r\n`))).outcome).toEqual(DELIVERED)
  })
})

describe('an attempt at a forbidden address', () => {
  let receiver: RawReceiver
  const open = async () => {
    receiver = await rawReceiver(trusted, (socket) => socket.end(answer('200 OK')))
    return receiver.port
  }

  for (const host of ['127.0.0.1', 'localhost', 'hooks.localhost', '127.1']) {
    it(`has failed with blocked_target and the receiver sees no connection: ${host}`, async () => {
      const asked: string[] = []
      const judgeAddress = (address: string) => {
        asked.push(address)
        return false
      }
      expect(await sender({ isAddressAllowed: judgeAddress })(post(await open(), host), never)).toEqual(
        failed('blocked_target'),
      )
      expect(asked).toEqual(['127.0.0.1'])
      expect(receiver.connections).toBe(0)
    })
  }

  it('has failed with blocked_target before the TLS handshake', async () => {
    const port = await open()
    const send = sender({ isAddressAllowed: () => false, secureContext: createSecureContext({ ca: [] }) })
    expect(await send(post(port), never)).toEqual(failed('blocked_target'))
  })
})

describe('the error of an attempt', () => {
  it('names neither the address nor the path', async () => {
    const receiver = await rawReceiver(await makeCertificate(NAMES), () => undefined)
    const outcome = await sender()(post(receiver.port), never)
    expect(JSON.stringify(outcome)).not.toMatch(/127|localhost|hook/)
  })
})

describe('a response that is not a final response of HTTP/1', () => {
  it.each([
    'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/0.9 200 OK\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
  ])('%j is response_invalid', async (bytes) => {
    expect((await outcomeOf(bytes)).outcome).toEqual(failed('response_invalid'))
  })
})

describe('a mapped address', () => {
  it('is reached as the IPv4 address inside, where that is allowed', async () => {
    const receiver = await rawReceiver(trusted, (socket) => socket.end(answer('200 OK')))
    const judgeAddress = (address: string) => isAddressAllowed(policyWith('127.0.0.0/8'), address)
    const outcome = await sender({ isAddressAllowed: judgeAddress })(
      post(receiver.port, '[::ffff:127.0.0.1]'),
      never,
    )
    // The certificate is for other names; the TLS error shows that the connection was made.
    expect(outcome).toEqual({ ...failed('tls_error'), detail: 'wrong host name' })
    expect(receiver.connections).toBe(1)
  })
})
