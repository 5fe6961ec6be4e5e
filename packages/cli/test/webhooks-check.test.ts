import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReceiver, createVerifier } from '@merchantpay/webhook-verify'
import { memoryDedupe } from '@merchantpay/webhook-verify/dedupe/memory'
import { expressWebhook } from '@merchantpay/webhook-verify/express'
import { nodeWebhook } from '@merchantpay/webhook-verify/node'
import { verifySignature } from '@merchantpay/webhook-verify/signature'
import express from 'express'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkReceiver, type ProbeResult } from '../src/receiver-check/check-receiver.js'
import { call } from './support/call.js'
import { expectGolden } from './support/golden.js'

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
const on = { 'payment.expired': () => undefined }
const QUIET = { secrets: SECRET, on, dedupe: memoryDedupe(), onError: () => undefined }

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`)
}

async function check(url: URL, secret = SECRET): Promise<ProbeResult[]> {
  const results: ProbeResult[] = []
  for await (const result of checkReceiver({ url, secret, pauseMs: 50 })) results.push(result)
  return results
}

/** The faults that a receiver shows, by probe. */
const faultsOf = (results: readonly ProbeResult[]) =>
  Object.fromEntries(results.flatMap(({ probe, finding }) => (finding ? [[probe, finding.code]] : [])))

/** A receiver in Express that parses JSON first and verifies what it writes again. */
function naive(): RequestListener {
  return express().post('/webhooks', express.json(), (request, response) => {
    try {
      verifySignature({ body: JSON.stringify(request.body), headers: request.headers, secrets: SECRET })
      response.send('ok')
    } catch {
      response.status(401).send('bad signature')
    }
  })
}

/** A receiver on node:http that decides by the body and the headers alone, and says whether it knows the body. */
function judging(judge: (body: Buffer, headers: NodeJS.Dict<string | string[]>) => number): RequestListener {
  const known = new Set<string>()
  return async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const document = { duplicate: known.has(`${body}`) }
    known.add(`${body}`)
    response.writeHead(judge(body, request.headers)).end(JSON.stringify(document))
  }
}

const verified = (body: Buffer, headers: NodeJS.Dict<string | string[]>, toleranceSeconds = 300) => {
  const { event } = createVerifier({ secrets: SECRET, toleranceSeconds }).verify(body, headers)
  return event
}

describe('the check of a receiver', () => {
  it('passes with eight of eight probes for createReceiver', async () => {
    const results = await check(await serve(nodeWebhook(createReceiver(QUIET))))
    expect(results.map(({ probe }) => probe)).toEqual([
      'valid',
      'forged',
      'old',
      'ahead',
      'twice',
      'unknown',
      'spacing',
      'slow',
    ])
    expect(faultsOf(results)).toEqual({})
  })

  it('passes with eight of eight probes for a receiver that checks the headers of Standard Webhooks', async () => {
    const library = new Webhook(SECRET)
    const receiver = judging((body, headers) => {
      try {
        library.verify(body, headers as Record<string, string>)
        return 200
      } catch {
        return 401
      }
    })
    expect(faultsOf(await check(await serve(receiver)))).toEqual({})
  })

  it('finds a JSON parser before the check of the signature, with the cure of its framework', async () => {
    const results = await check(await serve(naive()))
    expect(faultsOf(results)).toEqual({ twice: 'repeat_unproven', spacing: 'parsed_body' })
    const [cure, ...others] = results.at(-2)?.finding?.cures ?? []
    expect(cure).toContain('Express: ')
    expect(others).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['keeps no record', nodeWebhook(createReceiver({ ...QUIET, dedupe: false }))],
    ['has no handler for the event', nodeWebhook(createReceiver({ ...QUIET, on: {} }))],
    ['answers without a body', (_, response) => void response.end()],
  ])(
    'does not take the word of a receiver that %s for a repeat that was handled once',
    async (_, listener) => {
      const url = await serve(listener)
      const { twice } = faultsOf(await check(url))
      expect(twice).toBe('repeat_unproven')
    },
  )

  it('takes the word of a person who saw that a repeated event was handled once', async () => {
    const url = `${await serve(nodeWebhook(createReceiver({ ...QUIET, dedupe: false })))}`
    const options = { env: { WEBHOOK_SECRET: SECRET } }
    const [unproven, confirmed] = [
      await call(['webhooks', 'check', url], options),
      await call(['webhooks', 'check', url, '--handled-once'], options),
    ]
    expect([unproven.code, unproven.stderr]).toEqual([1, '7 of 8 probes passed\n'])
    expect(unproven.stdout).toMatch(/the event of order ord_check\w{8} was handled once/)
    expect([confirmed.code, confirmed.stderr]).toEqual([0, '8 of 8 probes passed\n'])
  })

  it('finds a parser before a receiver that refuses parsed bodies', async () => {
    const app = express().post('/webhooks', express.json(), expressWebhook(createReceiver(QUIET)))
    const results = await check(await serve(app))
    expect(new Set(Object.values(faultsOf(results)))).toEqual(new Set(['parsed_body']))
    expect(results.filter(({ ok }) => ok).map(({ probe }) => probe)).toEqual(['forged', 'old', 'ahead'])
  })

  it('names a wrong secret once, for every event that is refused', async () => {
    const url = await serve(nodeWebhook(createReceiver(QUIET)))
    const faults = faultsOf(await check(url, 'whsec_another'))
    expect(faults).toEqual({
      valid: 'signature_refused',
      twice: 'signature_refused',
      unknown: 'signature_refused',
      spacing: 'signature_refused',
      slow: 'signature_refused',
    })
  })

  it.each<[string, RequestListener, Record<string, string>]>([
    [
      'accepts everything',
      judging(() => 200),
      { forged: 'signature_unchecked', old: 'age_unchecked', ahead: 'age_unchecked' },
    ],
    [
      'does not check the age',
      judging((body, headers) => {
        try {
          verified(body, headers, 1e9)
          return 200
        } catch {
          return 401
        }
      }),
      { old: 'age_unchecked', ahead: 'age_unchecked' },
    ],
    [
      'refuses events that it does not know',
      judging((body, headers) => {
        try {
          return verified(body, headers).event === 'payment.expired' ? 200 : 400
        } catch {
          return 401
        }
      }),
      { unknown: 'unknown_refused' },
    ],
    [
      'answers what it has handled before with 409',
      (() => {
        const seen = new Set<string>()
        return judging((body, headers) => {
          try {
            verified(body, headers)
          } catch {
            return 401
          }
          const isNew = !seen.has(body.toString())
          seen.add(body.toString())
          return isNew ? 200 : 409
        })
      })(),
      { twice: 'repeat_refused' },
    ],
    [
      'reads the first piece of a body alone',
      (request, response) => {
        request.once('data', (chunk: Buffer) => {
          try {
            verified(chunk, request.headers)
            response.writeHead(200).end()
          } catch {
            response.writeHead(401).end()
          }
        })
      },
      { twice: 'repeat_unproven', slow: 'body_incomplete' },
    ],
  ])('finds a receiver that %s', async (_, listener, faults) => {
    expect(faultsOf(await check(await serve(listener)))).toEqual(faults)
  })

  it.each([
    [404, 'no_route'],
    [405, 'no_route'],
    [308, 'redirected'],
  ])('ends with the first answer %i', async (status, code) => {
    const results = await check(await serve(judging(() => status)))
    expect(results).toHaveLength(1)
    expect(faultsOf(results)).toEqual({ valid: code })
  })

  it('ends when nothing listens', async () => {
    const results = await check(new URL('http://127.0.0.1:1/webhooks'))
    expect(faultsOf(results)).toEqual({ valid: 'unreachable' })
  })
})

describe('merchantpay webhooks check', () => {
  it.each([
    ['webhooks-check.txt', []],
    ['webhooks-check.json.txt', ['--json']],
  ])('prints each probe, the faults and their cures: %s', async (golden, more) => {
    const args = ['webhooks', 'check', `${await serve(naive())}`, ...more]
    await expectGolden(golden, args, await call(args, { env: { WEBHOOK_SECRET: SECRET } }))
  })

  it('ends with 0 when every probe passed', async () => {
    const url = await serve(nodeWebhook(createReceiver(QUIET)))
    const { code, stderr } = await call(['webhooks', 'check', `${url}`], { env: { WEBHOOK_SECRET: SECRET } })
    expect([code, stderr]).toEqual([0, '8 of 8 probes passed\n'])
  })

  it('says that nothing answers, and counts no probe that was not sent', async () => {
    const { code, stderr } = await call(['webhooks', 'check', 'http://127.0.0.1:1/webhooks'], {
      env: { WEBHOOK_SECRET: SECRET },
    })
    expect([code, stderr]).toEqual([1, 'the receiver does not answer, so 7 of 8 probes were not sent\n'])
  })

  it('needs a secret and a URL', async () => {
    expect((await call(['webhooks', 'check', 'http://127.0.0.1:1/'])).code).toBe(78)
    const wrong = await call(['webhooks', 'check', 'localhost:3000'], { env: { WEBHOOK_SECRET: SECRET } })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('http://localhost:3000/webhooks')])
  })
})
