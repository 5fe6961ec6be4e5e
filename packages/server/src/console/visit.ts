import type { Chain } from '../domain/chain/chain.js'
import type { ChainPosition } from '../domain/chain/chain-health.js'
import type { Context } from '../domain/context.js'
import type { PageRequest } from '../domain/sessions/pages.js'
import { isFresh } from '../domain/sessions/session.js'
import { actorOf } from '../domain/shared/audit-entry.js'
import type { ChainId, Environment, Instant } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { WalletReading } from '../domain/withdrawals/wallet-funds.js'
import type { Explorers } from '../ui/explorer-link.js'
import { type Action, isGuarded, mayDo, type Role, roleOf } from './access/roles.js'

export interface ConsoleSettings {
  /** Path of the console, such as `/console`. */
  readonly base: string
  /** Base of the checkout pages. */
  readonly publicUrl: () => string
  readonly explorers: Explorers
}

/** The networks as this process knows them. */
export interface NetworkView {
  readonly chains: readonly Chain[]
  positionOf(id: ChainId): ChainPosition | undefined
  /** The last reading of a hot wallet; undefined if there is none. */
  fundsOf(id: ChainId): WalletReading | undefined
}

export interface ConsoleServices {
  readonly store: Store
  readonly context: Context
  readonly settings: ConsoleSettings
  readonly networks: NetworkView
  /** Returns the spellings under which a hash or an address may be stored. */
  readonly spellingsOf: (text: string) => string[]
}

/** The query of an address; a list stands in it once for each value. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** One request of an operator, in one environment. */
export class Visit {
  readonly role: Role

  constructor(
    readonly services: ConsoleServices,
    readonly request: PageRequest,
    /** The variable parts of the path. */
    private readonly params: ReadonlyMap<string, string>,
    readonly environment: Environment = request.query.get('env') === 'test' ? 'test' : 'live',
  ) {
    this.role = roleOf(request.session.grants)
  }

  /** The person at the browser, as in the audit log. */
  get actor(): string {
    return actorOf(this.request.session.holder, this.role)
  }

  get now(): Instant {
    return this.services.context.clock.now()
  }

  /** The networks of the environment. */
  get chains(): Chain[] {
    return this.services.networks.chains.filter(({ environment }) => environment === this.environment)
  }

  /** Returns a variable part of the path. */
  param(name: string): string {
    return this.params.get(name) ?? ''
  }

  /** Returns a part of the query; undefined where it is absent or empty. */
  query(name: string): string | undefined {
    return this.request.query.get(name)?.trim() || undefined
  }

  /** Returns all values of a part of the query. */
  queries(name: string): string[] {
    return this.request.query.getAll(name)
  }

  /** Returns a field of the submitted form, without spaces around it. */
  field(name: string): string {
    return this.request.form?.get(name)?.trim() ?? ''
  }

  /** The version that the submitted form is about; 0, which no row has, for a form without one. */
  get seenVersion(): number {
    return Number(/^\d{1,9}$/.exec(this.field('version'))?.[0] ?? 0)
  }

  may(action: Action): boolean {
    return mayDo(this.role, action)
  }

  /** Whether the person must sign in again before an action. */
  needsSignIn(action: Action): boolean {
    const { session } = this.request
    return isGuarded(action) && !isFresh(session.createdAt, this.services.context.clock.real())
  }

  /** The same visit, for an object of that environment. */
  in(environment: Environment): Visit {
    return new Visit(this.services, this.request, this.params, environment)
  }

  /** The same visit, with other variable parts of the path. */
  of(params: Readonly<Record<string, string>>): Visit {
    return new Visit(this.services, this.request, new Map(Object.entries(params)), this.environment)
  }

  /** Returns the address of a page in this environment, for links. */
  href(path: string, query: Query = {}): string {
    return `${this.services.settings.base}${this.path(path, query)}`
  }

  /** Returns path and query of a page below the console, for redirects. */
  path(path: string, query: Query = {}): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const each of [value ?? []].flat()) search.append(name, `${each}`)
    if (this.environment === 'test') search.set('env', 'test')
    const text = search.toString()
    return `${path}${text && `?${text}`}`
  }
}
