import type { Context } from '../domain/context.js'
import type { Caller } from '../domain/merchants/api-key.js'
import { accessOf, type DashboardAccess } from '../domain/merchants/dashboard-access.js'
import type { KeyScope } from '../domain/merchants/key-scope.js'
import { FORM_TOKEN, formKeyIn, type PageRequest } from '../domain/sessions/pages.js'
import { isFresh } from '../domain/sessions/session.js'
import type { TimeZone } from '../domain/shared/time-zone.js'
import type { Instant, Network } from '../domain/shared/types.js'
import type { Store } from '../domain/store/store.js'
import type { CalledOperation, CallInput, Calls, Reply } from '../http/handler.js'
import type { Html } from '../runtime/html.js'
import { html, joinHtml } from '../runtime/html.js'
import { hiddenField } from '../ui/fields.js'
import type { Languages, Words } from '../ui/words.js'
import type { WordKey } from './frame/texts.js'

export interface DashboardSettings {
  /** Path of the dashboard, such as `/dashboard`. */
  readonly base: string
  /** Base of the checkout pages and of the API reference. */
  readonly publicUrl: () => string
  /** Block explorer of each network; `{tx}` stands for the hash. */
  readonly explorers: Readonly<Record<Network, string>>
}

export interface DashboardServices {
  readonly store: Store
  readonly context: Context
  readonly settings: DashboardSettings
  readonly calls: Calls
  /** The spellings under which a hash or an address may be stored. */
  readonly spellingsOf: (text: string) => string[]
}

export interface VisitServices extends DashboardServices {
  readonly languages: Languages<WordKey>
}

/** The field that makes a form count once. */
const FORM_KEY = 'key'

type Query = Readonly<Record<string, string | number | undefined>>

/** One request of a person who is signed in. */
export class Visit {
  readonly access: DashboardAccess
  private isKeyUsed = false

  constructor(
    readonly services: VisitServices,
    readonly request: PageRequest,
    /** The merchant, its environment and the scopes of the session, as they are now. */
    readonly caller: Caller,
    readonly words: Words<WordKey>,
    /** The time zone of the merchant. */
    readonly zone: TimeZone,
    /** The variable parts of the path. */
    private readonly params: ReadonlyMap<string, string>,
  ) {
    this.access = accessOf(request.session)
  }

  get now(): Instant {
    return this.services.context.clock.now()
  }

  /** Whether the link is young enough to make keys and destinations and to move money out. */
  get isFresh(): boolean {
    return isFresh(this.access.linkedAt, this.services.context.clock.real())
  }

  may(...scopes: readonly KeyScope[]): boolean {
    return scopes.every((scope) => this.caller.scopes.includes(scope))
  }

  param(name: string): string {
    return this.params.get(name) ?? ''
  }

  /** Returns a part of the query; undefined where it is absent or empty. */
  query(name: string): string | undefined {
    return this.request.query.get(name)?.trim() || undefined
  }

  /** Returns a field of the submitted form without spaces around it; undefined where it is absent or empty. */
  field(name: string): string | undefined {
    return this.request.form?.get(name)?.trim() || undefined
  }

  /** Returns all values of a field, such as those of checkboxes. */
  fields(name: string): string[] {
    return this.request.form?.getAll(name) ?? []
  }

  /** Returns the address of a page, for links and forms. */
  href(path: string, query: Query = {}): string {
    return `${this.services.settings.base}${pathWith(path, query)}`
  }

  text(key: WordKey, values?: Readonly<Record<string, Html | string>>): Html {
    return this.words.fill(key, values)
  }

  /** The name of the time zone, which stands beside times. */
  get zoneName(): Html {
    return exactText(this.zone.name)
  }

  /** Says which time zone the times of a page are in. */
  get timesIn(): Html {
    return this.text('times_in', { zone: this.zoneName })
  }

  plain(key: WordKey): string {
    return this.words.plain(key)
  }

  /** The key of the form that is shown or was sent. It stays when a refused form is shown again, since nothing was done. */
  get formKey(): string {
    return (this.isKeyUsed ? undefined : this.sentKey) ?? this.services.context.ids.uuid()
  }

  /** The key of the form that was sent, as this server makes them. */
  private get sentKey(): string | undefined {
    return formKeyIn(this.field(FORM_KEY))
  }

  /** The hidden fields of a form: the token of the session and the key of the form. */
  get hidden(): Readonly<Record<string, string>> {
    return { [FORM_TOKEN]: this.request.formToken, [FORM_KEY]: this.formKey }
  }

  get hiddenFields(): Html {
    return joinHtml(Object.entries(this.hidden).map(([name, value]) => hiddenField(name, value)))
  }

  /** Calls an operation that takes no idempotency key, at most once for each form. */
  once<Op extends CalledOperation>(id: Op, input: CallInput<Op>): Promise<Reply<Op>['body']> {
    // The forms of the page that answers are other forms.
    this.isKeyUsed = true
    return this.services.calls.call(id, this.request.session, { ...input, formKey: this.sentKey ?? '' })
  }

  /** Calls an operation that may be repeated: its body has the idempotency key, or a repeat changes nothing. */
  repeatable<Op extends CalledOperation>(id: Op, input: CallInput<Op>): Promise<Reply<Op>['body']> {
    return this.services.calls.call(id, this.request.session, { ...input, formKey: undefined })
  }
}

/** Returns path and query of a page below the dashboard. */
export function pathWith(path: string, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`)
  return `${path}${search.size > 0 ? `?${search}` : ''}`
}

/** Renders text in another language than the page, such as an identifier. */
export const exactText = (text: string): Html => html`<bdi dir="ltr" translate="no">${text}</bdi>`
