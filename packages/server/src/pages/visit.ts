import type { Context } from '../domain/context.js'
import { FORM_TOKEN, formKeyIn, type PageRequest } from '../domain/sessions/pages.js'
import { isFresh } from '../domain/sessions/session.js'
import type { Environment, Instant } from '../domain/shared/types.js'
import type { StaleReads, Store } from '../domain/store/store.js'
import type { Tx } from '../domain/store/unit-of-work.js'
import { type Html, joinHtml } from '../runtime/html.js'
import type { Content } from '../ui/attributes.js'
import { type Status, statusBadge } from '../ui/badge.js'
import type { Explorers } from '../ui/explorer-link.js'
import { hiddenField } from '../ui/fields.js'
import type { Languages, Words } from '../ui/words.js'

export interface PagesSettings {
  /** Path of the area, such as `/console`. */
  readonly base: string
  /** Base of the checkout pages and of the API reference. */
  readonly publicUrl: () => string
  readonly explorers: Explorers
}

export interface PagesServices<Key extends string = string> {
  readonly store: Store
  readonly staleReads: StaleReads
  readonly context: Context
  readonly settings: PagesSettings
  readonly languages: Languages<Key>
  /** Whether the server sends mail. */
  readonly hasMail: boolean
}

/** The query of an address; a list has one entry for each value. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

/** The fault of a form that was sent. */
export interface Refusal {
  readonly status: number
  readonly text: Content
  /** The field with the fault. */
  readonly param?: string | undefined
}

/** The field that makes a form count once. */
const FORM_KEY = 'key'

/**
 * One request of a person who is signed in, in one environment. `Need` names what a person may do: an action of the
 * console, or a scope of the dashboard. `Key` names the words of the area.
 */
export abstract class Visit<Need extends string = string, Key extends string = string> {
  abstract readonly environment: Environment
  /** Set while the page with a refused form is shown again. */
  refusal: Refusal | undefined
  protected isKeyUsed = false

  constructor(
    readonly services: PagesServices<Key>,
    readonly request: PageRequest,
    readonly words: Words<Key>,
    /** The variable parts of the path. */
    protected readonly params: ReadonlyMap<string, string>,
  ) {}

  /** Reads what may lack the newest commits, but not what the person has just done. */
  readStale<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const { store, staleReads } = this.services
    return this.request.hasJustActed ? store.read(work) : staleReads.readStale(work)
  }

  abstract may(...needs: Need[]): boolean

  /** Shows a time as short as its audience reads it, with the whole time for machines and pointers. */
  abstract time(at: Instant): Html

  /** Shows text in another language than the page, such as an identifier. */
  abstract exact(text: string): Content

  /** The word of a status. */
  abstract word(status: Status): Content

  /** The id of the person who is signed in; undefined for the holder of a link. */
  abstract get personId(): string | undefined

  /** When the person began to sign in. */
  protected abstract get signedInAt(): Instant

  get now(): Instant {
    return this.services.context.clock.now()
  }

  /** Whether the sign-in is recent enough to move money and to make keys. */
  get isFresh(): boolean {
    return isFresh(this.signedInAt, this.services.context.clock.real())
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

  /** Returns a field of the submitted form without spaces around it; empty where it is absent. */
  field(name: string): string {
    return this.request.form?.get(name)?.trim() ?? ''
  }

  /** Returns all values of a field, such as those of checkboxes. */
  fields(name: string): string[] {
    return this.request.form?.getAll(name) ?? []
  }

  /** Returns a text with its placeholders filled. */
  text(key: Key, values?: Readonly<Record<string, Html | string>>): Html {
    return this.words.fill(key, values)
  }

  /** Returns a text without placeholders, also for attributes. */
  plain(key: Key): string {
    return this.words.plain(key)
  }

  /** The badge of a status, with its word. */
  badge(status: Status): Html {
    return statusBadge(status, this.word(status))
  }

  /** Returns the address of a page, for links and forms. */
  href(path: string, query: Query = {}): string {
    return `${this.services.settings.base}${this.path(path, query)}`
  }

  /** Returns path and query of a page below the area, for redirects. */
  path(path: string, query: Query = {}): string {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const each of [value ?? []].flat()) search.append(name, `${each}`)
    return `${path}${search.size > 0 ? `?${search}` : ''}`
  }

  /** The key of the form that is shown or was sent. It stays when a refused form is shown again, since nothing was done. */
  get formKey(): string {
    return (this.isKeyUsed ? undefined : this.sentKey) ?? this.services.context.ids.uuid()
  }

  /** The key of the form that was sent, as this server makes them. */
  get sentKey(): string | undefined {
    return formKeyIn(this.field(FORM_KEY))
  }

  /** The hidden fields of a form: the token of the session and the key of the form. */
  get hidden(): Readonly<Record<string, string>> {
    return { [FORM_TOKEN]: this.request.formToken, [FORM_KEY]: this.formKey }
  }

  get hiddenFields(): Html {
    return joinHtml(Object.entries(this.hidden).map(([name, value]) => hiddenField(name, value)))
  }
}
