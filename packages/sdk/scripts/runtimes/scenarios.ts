import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { SECRET } from '../../runtimes/kit.js'
import { events, json, type Received, refusal, silence, stall } from '../../test/support/peer.js'

/** Answers a request. @param number 1 for the first of its session */
type Scenario = (response: ServerResponse, request: Received, number: number) => void

const HOUR_SECONDS = 3_600
const limit = (retryAfter: string) => refusal(429, 'rate limit exceeded', { 'retry-after': retryAfter })
const order = (status: string) => ({ id: 'o1', status, order_number: 'ord_1' })

/** The behaviour of a peer, by the first segment of the path. */
export const scenarios: Readonly<Record<string, (otherUrl: string) => Scenario>> = {
  answers: () => json(200, order('OPEN')),

  verifies: () => (response, request) =>
    (isSignedWell(request) ? json(200, order('OPEN')) : refusal(401, 'invalid signature'))(response),

  failsOnce: () => (response, _, number) =>
    (number === 1 ? refusal(500, 'internal server error') : json(201, order('OPEN')))(response),

  fails: () => refusal(500, 'internal server error'),

  refuses: () => refusal(404, 'order not found'),

  limitsOnce: () => (response, _, number) => (number === 1 ? limit('2') : json(200, order('OPEN')))(response),

  limitsForLong: () => limit('50'),

  livesInAnHour: () => (response, request) => {
    const now = Math.floor(Date.now() / 1000) + HOUR_SECONDS
    response.setHeader('date', new Date(now * 1000).toUTCString())
    const isLate = Math.abs(now - timestampOf(request)) > 300
    const answer = isLate ? refusal(401, 'request timestamp too old') : json(200, order('OPEN'))
    answer(response)
  },

  streamsTwice: () => (response, _, number) => {
    const statuses = number === 1 ? ['OPEN', 'CONFIRMING'] : ['CONFIRMING', 'PAID']
    events(statuses.map((status, index) => event(status, number + index)).join(''), true)(response)
  },

  keepsStreamOpen: () => events(event('OPEN', 1), true),

  getsPaid:
    () =>
    (response, { target }) =>
      (target.endsWith('/events')
        ? events(event('OPEN', 1) + event('PAID', 2), true)
        : json(200, order('PAID')))(response),

  keepsSilent: () => silence,

  stalls: () => stall(200),

  answersGarbage: () => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"id": canary')
  },

  redirects:
    (otherUrl) =>
    (response, { target }) => {
      response.writeHead(307, { location: otherUrl + target })
      response.end()
    },
}

function event(status: string, id: number): string {
  return `id: ${id}\ndata: ${JSON.stringify(order(status))}\n\n`
}

function timestampOf({ headers }: Received): number {
  return Number(String(headers.authorization).split(':')[1])
}

/** Written from the scheme's definition, not from the package. */
function isSignedWell({ method, target, headers, body }: Received): boolean {
  const [, timestamp, signature] = String(headers.authorization).split(':')
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['v1', timestamp, method, target, hash].join('\n')
  return createHmac('sha256', SECRET).update(text).digest('hex') === signature
}
