import type { Brand } from '../domain/merchants/brand.js'
import { accessOf, type DashboardAccess, type DashboardCaller } from '../domain/merchants/dashboard-access.js'
import type { RewritePng } from '../domain/merchants/logo.js'
import type { NoticeSample } from '../domain/messages/notice-message.js'
import type { Person } from '../domain/people/person.js'
import type { Right } from '../domain/people/person-roles.js'
import type { PageRequest } from '../domain/sessions/pages.js'
import type { TimeZone } from '../domain/shared/time-zone.js'
import type { Environment, Instant, Scope } from '../domain/shared/types.js'
import type { CalledOperation, CallInput, Calls, Reply } from '../http/handler.js'
import { type PagesServices, Visit as PageVisit, type Query } from '../pages/visit.js'
import { type Html, html, NOTHING } from '../runtime/html.js'
import type { Status } from '../ui/badge.js'
import { hiddenField } from '../ui/fields.js'
import type { WordKey } from './frame/texts.js'
import { timeElement } from './frame/times.js'

export interface DashboardServices extends PagesServices<WordKey> {
  readonly calls: Calls
  /** The languages of notices. */
  readonly noticeLanguages: readonly NamedLanguage[]
  /** Writes an example of a notice in a language. */
  readonly noticeSample: (language: string) => NoticeSample
  /** Counts a message that a reader has asked for, with the mails of sign-ins. @throws rate_limit_exceeded */
  readonly countMessage: (reader: string) => Promise<void>
  /** The languages of the pages that payers see, besides English. */
  readonly payerLanguages: readonly NamedLanguage[]
  readonly rewritePng: RewritePng
}

/** A language by its tag, with its own name. */
export interface NamedLanguage {
  readonly tag: string
  readonly name: string
}

/** A page needs rights, which a role or the scopes of a link give. */
export type Need = Right

/** One request of a person of a merchant, or of the holder of a link. */
export class Visit extends PageVisit<Need, WordKey> {
  readonly access: DashboardAccess

  constructor(
    override readonly services: DashboardServices,
    request: PageRequest,
    params: ReadonlyMap<string, string>,
    /** The merchant, its environment and the scopes of the session, as they are now. */
    readonly caller: DashboardCaller,
    /** How payers see the merchant. */
    readonly brand: Brand,
    /** The time zone of the merchant. */
    readonly zone: TimeZone,
  ) {
    const { languages } = services
    const words = languages.choose(request.session.language ?? undefined, request.reader.accepted)
    super(services, request, words, params)
    this.access = accessOf(request.session)
  }

  get environment(): Environment {
    return this.caller.environment
  }

  /** The person who is signed in; null for the holder of a link. */
  get person(): Person | null {
    return this.caller.person
  }

  override get personId(): string | undefined {
    return this.person?.id
  }

  override may(...needs: Need[]): boolean {
    return needs.every((need) => this.caller.rights.has(need))
  }

  /** Returns path and query of a page: a person stays in the environment, which the address has. */
  override path(path: string, query: Query = {}): string {
    return super.path(path, { ...query, ...this.environmentQuery })
  }

  /** The environment as a field, for forms that are put into the address. */
  get environmentField(): Html {
    const { env } = this.environmentQuery
    return env === undefined ? NOTHING : hiddenField('env', env)
  }

  private get environmentQuery(): { readonly env?: Environment } {
    return this.person === null ? {} : { env: this.environment }
  }

  /** The first instant of the orders that the person sees; undefined for one who sees all. */
  get ordersSince(): Instant | undefined {
    return this.may('read') ? undefined : this.zone.startOf(this.zone.day(this.now))
  }

  /** Whether an order is one of the merchant, in this environment, that the person sees. */
  isOwn({ merchantId, environment, createdAt }: Scope & { readonly createdAt: Instant }): boolean {
    const isOurs = merchantId === this.caller.merchantId && environment === this.environment
    return isOurs && createdAt >= (this.ordersSince ?? 0)
  }

  override time(at: Instant): Html {
    return timeElement(this, at)
  }

  override exact(text: string): Html {
    return html`<bdi dir="ltr" translate="no">${text}</bdi>`
  }

  override word(status: Status): Html {
    return this.text(`status_${status.toLowerCase() as Lowercase<Status>}`)
  }

  protected override get signedInAt(): Instant {
    const { access, request } = this
    return access.kind === 'link' ? access.linkedAt : request.session.createdAt
  }

  /** The name of the time zone, which stands beside times. */
  get zoneName(): Html {
    return this.exact(this.zone.name)
  }

  /** Says which time zone the times of a page are in. */
  get timesIn(): Html {
    return this.text('times_in', { zone: this.zoneName })
  }

  /** Calls an operation that takes no idempotency key, at most once for each form. */
  once<Op extends CalledOperation>(id: Op, input: CallInput<Op>): Promise<Reply<Op>['body']> {
    // The forms of the page that answers are other forms.
    this.isKeyUsed = true
    return this.call(id, input, this.sentKey ?? '')
  }

  /** Calls an operation that may be repeated: its body has the idempotency key, or a repeat changes nothing. */
  repeatable<Op extends CalledOperation>(id: Op, input: CallInput<Op>): Promise<Reply<Op>['body']> {
    return this.call(id, input, undefined)
  }

  private call<Op extends CalledOperation>(
    id: Op,
    input: CallInput<Op>,
    formKey: string | undefined,
  ): Promise<Reply<Op>['body']> {
    const { environment, request, services } = this
    return services.calls.call(id, request.session, { ...input, environment, formKey })
  }
}
