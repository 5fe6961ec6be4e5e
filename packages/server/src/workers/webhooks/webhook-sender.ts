import type { Agent } from 'node:https'
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { detailOf } from '@merchantpay/core/delivery-attempts'
import type { AttemptOutcome } from '../../domain/webhooks/webhook.js'
import type { AttemptTrace } from '../../domain/webhooks/webhook-attempt.js'
import { Deadline } from '../../runtime/deadline.js'
import { AttemptTimer, traceOf } from './attempt-timer.js'
import { hasFreeSocket, WebhookAgents } from './webhook-agents.js'
import { readSample } from './webhook-answer.js'
import { errorOf } from './webhook-errors.js'
import {
  type Answer,
  destinationOf,
  type ExchangeOptions,
  exchange,
  type PostedBytes,
  StaleSocket,
} from './webhook-exchange.js'
import { type AddressCheck, resolveTarget } from './webhook-resolver.js'

export interface WebhookPost extends PostedBytes {
  readonly url: string
  /** Posts of one pool share open connections; without a pool, a post has its own connection. */
  readonly pool?: string
  /** Called before the outcome, with a promise of the trace that resolves once the connection is released. */
  readonly onTrace?: (trace: Promise<AttemptTrace>) => void
}
/**
 * Makes one attempt. Never rejects; resolves with the head of the response, by the deadline, or when `signal` aborts.
 * The response body is read afterwards.
 */
export type SendWebhook = (post: WebhookPost, signal: AbortSignal) => Promise<AttemptOutcome>

export interface SenderOptions {
  /** One deadline for name lookup, connection, TLS, request and response head. */
  readonly timeoutMs: number
  readonly isAddressAllowed: AddressCheck
  /** Certificates that the receiver's chain may end in. */
  readonly secureContext: SecureContext
  readonly userAgent: string
  /** Name servers, each an address and a port; the system's where absent. */
  readonly nameServers?: readonly string[]
}

/**
 * Creates the sender of webhooks: POSTs only to allowed addresses, over a connection pinned to them, without redirects
 * or proxies, under one deadline. A complete head with a 2xx status counts as delivered, whatever follows, and so does
 * a 2xx status line before a head that cannot be parsed.
 */
export function createWebhookSender(options: SenderOptions): SendWebhook {
  const agents = new WebhookAgents(options.secureContext)
  return async (post, signal) => {
    const deadline = new Deadline(signal, options.timeoutMs)
    const timer = new AttemptTimer()
    try {
      const destination = destinationOf(post.url)
      const answer = await exchangePooled(post, { agents, timer, deadline, destination, options })
      const { status, message } = answer
      const sample = message ? readSample(message) : Promise.resolve(undefined)
      const head = { status, retryAfter: message?.headers['retry-after'] }
      post.onTrace?.(sample.finally(() => deadline.end()).then((read) => traceOf(timer, head, read)))
      if (status >= 200 && status < 300) return { delivered: true }
      // Node reads headers as Latin-1, and receivers write UTF-8.
      const location = Buffer.from(message?.headers.location ?? '', 'latin1').toString()
      const detail = detailOf(status, location, post.url)
      return { delivered: false, error: `HTTP ${status}`, ...(detail !== undefined && { detail }) }
    } catch (error) {
      deadline.end()
      post.onTrace?.(Promise.resolve(traceOf(timer)))
      return { delivered: false, ...(deadline.isOver ? { error: 'timeout' } : errorOf(error)) }
    }
  }
}

interface Attempt extends ExchangeOptions {
  readonly agents: WebhookAgents
  readonly options: SenderOptions
}

async function exchangePooled(post: WebhookPost, attempt: Attempt): Promise<Answer> {
  const { agents, deadline } = attempt
  const { pool } = post
  if (pool === undefined) return exchangeFresh(post, agents.single, attempt)
  const agent = agents.of(pool)
  try {
    return await exchangeReused(agent, post, attempt)
  } catch (error) {
    // The receiver closed the idle connection, which does not count against it.
    if (!(error instanceof StaleSocket) || deadline.isOver) throw error
    agents.discard(pool, agent)
    return exchangeFresh(post, agents.single, attempt)
  }
}

/** Reuses an open connection where there is one, without name lookup or handshake. */
async function exchangeReused(agent: Agent, post: WebhookPost, attempt: Attempt): Promise<Answer> {
  if (!hasFreeSocket(agent)) return exchangeFresh(post, agent, attempt)
  const addresses = await literalOf(attempt)
  // Checked again: attempts that begin together see the same connection, and another one may have taken it by now.
  if (!hasFreeSocket(agent)) return exchangeFresh(post, agent, attempt)
  return exchange(post, addresses, agent, attempt)
}

async function exchangeFresh(post: WebhookPost, agent: Agent, attempt: Attempt): Promise<Answer> {
  const { destination, timer, deadline, options } = attempt
  const { host } = destination
  const addresses = await resolveTarget(host, options.isAddressAllowed, deadline.signal, options.nameServers)
  if (!isIP(host)) timer.mark('dns')
  return exchange(post, addresses, agent, attempt)
}

/**
 * Checks a literal address before each attempt, since it is never resolved; names are checked when a connection is
 * made.
 */
async function literalOf({ destination: { host }, deadline, options }: Attempt): Promise<string[]> {
  return isIP(host) ? resolveTarget(host, options.isAddressAllowed, deadline.signal) : []
}
