import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import type { NodeCheckState, NodeChecks } from '../domain/chain/node-finding.js'
import type { Clock, Environment } from '../domain/shared/types.js'
import { endOfMany } from '../runtime/deadline.js'
import { networksWithNodes } from './chains.js'
import { checkNodesOf } from './node-check.js'

/** The checks of nodes that operators start in the console. */
export class ConsoleNodeChecks implements NodeChecks {
  private readonly states = new Map<Environment, NodeCheckState>()
  private readonly end = endOfMany()

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  last(environment: Environment): NodeCheckState | undefined {
    return this.states.get(environment)
  }

  start(environment: Environment): void {
    const before = this.states.get(environment)
    if (before && before.findings === undefined) return
    const startedAt = this.clock.real()
    this.states.set(environment, { startedAt, findings: undefined })
    const networks = networksWithNodes(this.config).filter((each) => each.environment === environment)
    checkNodesOf(this.config, networks, { clock: this.clock, isStart: false }, this.end.signal)
      .then((findings) => this.states.set(environment, { startedAt, findings }))
      .catch((error: unknown) => {
        this.states.delete(environment)
        if (!this.end.signal.aborted)
          this.log.warn({ err: error, environment }, 'the check of the nodes failed')
      })
  }

  /** Ends running checks. */
  stop(): void {
    this.end.abort()
  }
}
