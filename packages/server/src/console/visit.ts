import type { Chain } from '../domain/chain/chain.js'
import type { ChainPosition } from '../domain/chain/chain-health.js'
import type { NodeChecks } from '../domain/chain/node-finding.js'
import type { PageRequest } from '../domain/sessions/pages.js'
import { actorOf } from '../domain/shared/audit-entry.js'
import type { ChainId, Environment, Instant } from '../domain/shared/types.js'
import type { WalletReading } from '../domain/withdrawals/wallet-funds.js'
import { type PagesServices, Visit as PageVisit, type Query } from '../pages/visit.js'
import type { Html } from '../runtime/html.js'
import { STATUSES, type Status } from '../ui/badge.js'
import { type Action, isGuarded, mayDo, type Role, roleOf } from './access/roles.js'
import { timeElement } from './formats.js'
import type { WordKey } from './frame/texts.js'

/** The networks as this process knows them. */
export interface NetworkView {
  readonly chains: readonly Chain[]
  positionOf(id: ChainId): ChainPosition | undefined
  /** The last reading of a hot wallet; undefined if there is none. */
  fundsOf(id: ChainId): WalletReading | undefined
  readonly nodeChecks: NodeChecks
}

export interface ConsoleServices extends PagesServices<WordKey> {
  readonly networks: NetworkView
}

/** One request of an operator, in the environment that the address names. */
export class Visit extends PageVisit<Action, WordKey> {
  readonly role: Role

  constructor(
    override readonly services: ConsoleServices,
    request: PageRequest,
    params: ReadonlyMap<string, string>,
    readonly environment: Environment = request.query.get('env') === 'test' ? 'test' : 'live',
  ) {
    super(services, request, services.languages.choose(undefined, undefined), params)
    this.role = roleOf(request.session.grants)
  }

  /** The person at the browser, as in the audit log. */
  get actor(): string {
    return actorOf(this.request.session.holder, this.role)
  }

  /** The networks of the environment. */
  get chains(): Chain[] {
    return this.services.networks.chains.filter(({ environment }) => environment === this.environment)
  }

  /** The version that the submitted form is about; 0, which no row has, for a form without one. */
  get seenVersion(): number {
    return Number(/^\d{1,9}$/.exec(this.field('version'))?.[0] ?? 0)
  }

  override may(...actions: Action[]): boolean {
    return actions.every((action) => mayDo(this.role, action))
  }

  /** Whether the person must sign in again before an action. */
  needsSignIn(action: Action): boolean {
    return isGuarded(action) && !this.isFresh
  }

  override time(at: Instant): Html {
    return timeElement(at, this.now)
  }

  override exact(text: string): string {
    return text
  }

  override word(status: Status): string {
    return STATUSES[status].word
  }

  protected override get signedInAt(): Instant {
    return this.request.session.createdAt
  }

  /** The same visit, for an object of that environment. */
  in(environment: Environment): Visit {
    return new Visit(this.services, this.request, this.params, environment)
  }

  /** The same visit, with other variable parts of the path. */
  of(params: Readonly<Record<string, string>>): Visit {
    return new Visit(this.services, this.request, new Map(Object.entries(params)), this.environment)
  }

  /** Returns path and query of a page in this environment. */
  override path(path: string, query: Query = {}): string {
    return super.path(path, { ...query, env: this.environment === 'test' ? 'test' : undefined })
  }
}
