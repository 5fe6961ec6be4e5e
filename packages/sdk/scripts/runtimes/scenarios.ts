import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { SECRET } from '../../runtimes/kit.js'

/** A request as the peer saw it. */
export interface Seen {
  method: string
  /** Request target exactly as it came. */
  target: string
  headers: Record<string, string | string[] | undefined>
  body: string
  /** Milliseconds of the peer's monotonic clock. */
  at: number
  /** Whether the client closed the connection before the answer was complete. */
  isGivenUp: boolean
}

/** Answers a request. @param number 1 for the first of its session */
type Scenario = (response: ServerResponse, seen: Seen, number: number) => void

const HOUR_SECONDS = 3_600
const order = (status: string) => ({ id: 'o1', status, order_number: 'ord_1' })

/** What a peer does, by the first word of the path. */
export const scenarios: Readonly<Record<string, (otherUrl: string) => Scenario>> = {
  answers: () => (response) => json(response, 200, order('OPEN')),

  verifies: () => (response, seen) => {
    if (isSignedWell(seen)) json(response, 200, order('OPEN'))
    else json(response, 401, { error: 'invalid signature' })
  },

  failsOnce: () => (response, _, number) => {
    if (number === 1) json(response, 500, { error: 'internal server error' })
    else json(response, 201, order('OPEN'))
  },

  fails: () => (response) => json(response, 500, { error: 'internal server error' }),

  refuses: () => (response) => json(response, 404, { error: 'order not found' }),

  limitsOnce: () => (response, _, number) => {
    if (number === 1) json(response, 429, { error: 'rate limit exceeded' }, { 'retry-after': '2' })
    else json(response, 200, order('OPEN'))
  },

  limitsForLong: () => (response) =>
    json(response, 429, { error: 'rate limit exceeded' }, { 'retry-after': '50' }),

  livesInAnHour: () => (response, seen) => {
    const now = Math.floor(Date.now() / 1000) + HOUR_SECONDS
    response.setHeader('date', new Date(now * 1000).toUTCString())
    if (Math.abs(now - timestampOf(seen)) > 300) json(response, 401, { error: 'request timestamp too old' })
    else json(response, 200, order('OPEN'))
  },

  streamsTwice: () => (response, _, number) => {
    openStream(response)
    const statuses = number === 1 ? ['OPEN', 'CONFIRMING'] : ['CONFIRMING', 'PAID']
    response.write(statuses.map((status, index) => event(status, number + index)).join(''))
  },

  keepsStreamOpen: () => (response) => {
    openStream(response)
    response.write(event('OPEN', 1))
  },

  keepsSilent: () => () => {},

  stalls: () => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"id":')
  },

  answersGarbage: () => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"id": canary')
  },

  redirects: (otherUrl) => (response, seen) => {
    response.writeHead(307, { location: otherUrl + seen.target })
    response.end()
  },
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function event(status: string, id: number): string {
  return `id: ${id}\ndata: ${JSON.stringify(order(status))}\n\n`
}

function timestampOf({ headers }: Seen): number {
  return Number(String(headers.authorization).split(':')[1])
}

/** Written from the scheme's definition, not from the package. */
function isSignedWell({ method, target, headers, body }: Seen): boolean {
  const [, timestamp, signature] = String(headers.authorization).split(':')
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['v1', timestamp, method, target, hash].join('\n')
  return createHmac('sha256', SECRET).update(text).digest('hex') === signature
}
