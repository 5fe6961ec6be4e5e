import { Agent } from 'node:https'
import type { SecureContext } from 'node:tls'
import { SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'

const AGENT_NAME = 'pool'
const MAX_AGENTS = 512
/** Equals the slots of a target: with fewer, the rest of each batch would start with a new handshake. */
const MAX_FREE_SOCKETS = SLOTS_PER_TARGET
const IDLE_MS = 4_000
const MAX_AGE_MS = 60_000

interface CachedAgent {
  readonly agent: Agent
  readonly madeAt: number
}

/**
 * Pools the open connections to receivers by pool name. Connections are reused for a while, so that most attempts need
 * neither name lookup nor handshake. A discarded agent finishes its attempts; its idle connections close by
 * themselves.
 */
export class WebhookAgents {
  private readonly cached = new Map<string, CachedAgent>()
  /** Opens a connection for each request. */
  readonly single: Agent

  /** @param secureContext made once: a new one per connection costs more than the handshake */
  constructor(private readonly secureContext: SecureContext) {
    this.single = this.make({ keepAlive: false })
  }

  /** Returns the agent whose connections are shared under `name`. */
  of(name: string): Agent {
    const known = this.cached.get(name)
    this.cached.delete(name)
    const isYoung = known && performance.now() - known.madeAt <= MAX_AGE_MS
    const cached = isYoung ? known : { agent: this.makeShared(), madeAt: performance.now() }
    this.cached.set(name, cached)
    const [oldest] = this.cached.keys()
    if (this.cached.size > MAX_AGENTS && oldest !== undefined) this.cached.delete(oldest)
    return cached.agent
  }

  /**
   * Stops reuse of an agent's connections after one of them was found dead, unless the agent was already replaced.
   */
  discard(name: string, agent: Agent): void {
    if (this.cached.get(name)?.agent === agent) this.cached.delete(name)
  }

  private makeShared(): Agent {
    const agent = this.make({ keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS, timeout: IDLE_MS })
    // All requests of the agent share one destination and options, so a constant name replaces Node's computed one.
    agent.getName = () => AGENT_NAME
    return agent
  }

  /** Sets every option, since flags and environment variables of the process could change the defaults. */
  private make(options: { keepAlive: boolean; maxFreeSockets?: number; timeout?: number }): Agent {
    const { secureContext } = this
    return new Agent({ ...options, rejectUnauthorized: true, secureContext, ALPNProtocols: ['http/1.1'] })
  }
}

/** Whether the next request to a shared agent may reuse an open connection. */
export const hasFreeSocket = (agent: Agent): boolean =>
  agent.freeSockets[AGENT_NAME]?.some((socket) => !socket.destroyed) ?? false
