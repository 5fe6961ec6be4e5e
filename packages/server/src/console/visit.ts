import type { Chain } from '../domain/chain/chain.js'
import type { ChainPosition } from '../domain/chain/chain-health.js'
import type { NodeChecks } from '../domain/chain/node-finding.js'
import type { Operator } from '../domain/people/operators.js'
import type { PageRequest } from '../domain/sessions/pages.js'
import { actorOf } from '../domain/shared/audit-entry.js'
import type { ChainId, Environment, Instant } from '../domain/shared/types.js'
import type { WalletReading } from '../domain/withdrawals/wallet-funds.js'
import { type PagesServices, Visit as PageVisit, type Query } from '../pages/visit.js'
import type { Html } from '../runtime/html.js'
import { STATUSES, type Status } from '../ui/badge.js'
import { type Action, isGuarded, mayDo, type Role } from './access/roles.js'
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

/** The operator at the browser. */
export interface AtBrowser {
  /** As in the audit log: the mail address of a person, or the name in a link. */
  readonly name: string
  readonly role: Role
  /** Undefined for the session of a link that names its holder. */
  readonly person?: Operator
}

/** One request of an operator, in the environment that the address names. */
export class Visit extends PageVisit<Action, WordKey> {
  constructor(
    override readonly services: ConsoleServices,
    request: PageRequest,
    params: ReadonlyMap<string, string>,
    readonly operator: AtBrowser,
    readonly environment: Environment = request.query.get('env') === 'test' ? 'test' : 'live',
  ) {
    super(services, request, services.languages.choose(undefined, undefined), params)
  }

  get role(): Role {
    return this.operator.role
  }

  /** The person at the browser, as in the audit log. */
  get actor(): string {
    return actorOf(this.operator.name, this.role)
  }

  /** The networks of the environment. */
  get chains(): Chain[] {
    return this.services.networks.chains.filter(({ environment }) => environment === this.environment)
  }

  /** The version that the submitted form is about; 0, which no row has, for a form without one. */
  get seenVersion(): number {
    return Number(/^\d{1,9}$/.exec(this.field('version'))?.[0] ?? 0)
  }

  override get personId(): string | undefined {
    return this.operator.person?.id
  }

  override may(...actions: Action[]): boolean {
    const isWaiting = this.services.context.clock.real() < (this.operator.person?.waitsUntil ?? 0)
    return actions.every((action) => mayDo(this.role, action) && !(isWaiting && isGuarded(action)))
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
    return new Visit(this.services, this.request, this.params, this.operator, environment)
  }

  /** The same visit, with other variable parts of the path. */
  of(params: Readonly<Record<string, string>>): Visit {
    const named = new Map(Object.entries(params))
    return new Visit(this.services, this.request, named, this.operator, this.environment)
  }

  /** Returns path and query of a page in this environment. */
  override path(path: string, query: Query = {}): string {
    return super.path(path, { ...query, env: this.environment === 'test' ? 'test' : undefined })
  }
}
