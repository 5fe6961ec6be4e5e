import { Agent } from 'node:https'
import type { SecureContext } from 'node:tls'
import { SLOTS_PER_TARGET } from '../../domain/webhooks/webhook-breaker.js'

const ONE_PLACE = 'pool'
const MAX_AGENTS = 512
/** As many as a target has attempts in flight: with fewer, the rest of each batch would begin with a new handshake. */
const MAX_FREE_SOCKETS = SLOTS_PER_TARGET
const IDLE_MS = 4_000
const MAX_AGE_MS = 60_000

interface Kept {
  readonly agent: Agent
  readonly madeAt: number
}

/**
 * The open connections to receivers, by whoever may share them: a connection is used again for a while, so that most
 * attempts need neither name server nor handshake. An agent that is let go ends its attempts; what is idle closes by itself.
 */
export class WebhookAgents {
  private readonly kept = new Map<string, Kept>()
  /** Gives every request a connection of its own. */
  readonly single: Agent

  /** @param secureContext made once: making it anew for each connection costs more than the handshake */
  constructor(private readonly secureContext: SecureContext) {
    this.single = this.make({ keepAlive: false })
  }

  /** The agent whose connections may be used again under that name. */
  of(name: string): Agent {
    const known = this.kept.get(name)
    this.kept.delete(name)
    const isYoung = known && performance.now() - known.madeAt <= MAX_AGE_MS
    const kept = isYoung ? known : { agent: this.makeShared(), madeAt: performance.now() }
    this.kept.set(name, kept)
    const [oldest] = this.kept.keys()
    if (this.kept.size > MAX_AGENTS && oldest !== undefined) this.kept.delete(oldest)
    return kept.agent
  }

  /** Uses its connections no more: one of them was dead. Unless somebody else has seen that first. */
  letGo(name: string, agent: Agent): void {
    if (this.kept.get(name)?.agent === agent) this.kept.delete(name)
  }

  private makeShared(): Agent {
    const agent = this.make({ keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS, timeout: IDLE_MS })
    // It goes to one place, with the same options each time, which need not be spelled out for every request.
    agent.getName = () => ONE_PLACE
    return agent
  }

  /** Stated in full because flags and variables of the process would change the defaults. */
  private make(options: { keepAlive: boolean; maxFreeSockets?: number; timeout?: number }): Agent {
    const { secureContext } = this
    return new Agent({ ...options, rejectUnauthorized: true, secureContext, ALPNProtocols: ['http/1.1'] })
  }
}

/** Whether the next request to a shared agent may go over a connection that is open already. */
export const hasFreeSocket = (agent: Agent): boolean =>
  agent.freeSockets[ONE_PLACE]?.some((socket) => !socket.destroyed) ?? false
