import type { Caller } from '../domain/merchants/api-key.js'
import { accessOf, type DashboardAccess } from '../domain/merchants/dashboard-access.js'
import type { PageRequest } from '../domain/sessions/pages.js'
import type { KeyScope } from '../domain/shared/key-scope.js'
import type { TimeZone } from '../domain/shared/time-zone.js'
import type { Environment, Instant } from '../domain/shared/types.js'
import type { CalledOperation, CallInput, Calls, Reply } from '../http/handler.js'
import { type PagesServices, Visit as PageVisit } from '../pages/visit.js'
import { type Html, html } from '../runtime/html.js'
import type { Status } from '../ui/badge.js'
import type { WordKey } from './frame/texts.js'
import { timeElement } from './frame/times.js'

export interface DashboardServices extends PagesServices<WordKey> {
  readonly calls: Calls
}

/** One request of a person of a merchant. */
export class Visit extends PageVisit<KeyScope, WordKey> {
  readonly access: DashboardAccess

  constructor(
    override readonly services: DashboardServices,
    request: PageRequest,
    params: ReadonlyMap<string, string>,
    /** The merchant, its environment and the scopes of the session, as they are now. */
    readonly caller: Caller,
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

  override may(...scopes: KeyScope[]): boolean {
    return scopes.every((scope) => this.caller.scopes.includes(scope))
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
    return this.access.linkedAt
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
    return this.services.calls.call(id, this.request.session, { ...input, formKey: this.sentKey ?? '' })
  }

  /** Calls an operation that may be repeated: its body has the idempotency key, or a repeat changes nothing. */
  repeatable<Op extends CalledOperation>(id: Op, input: CallInput<Op>): Promise<Reply<Op>['body']> {
    return this.services.calls.call(id, this.request.session, { ...input, formKey: undefined })
  }
}
