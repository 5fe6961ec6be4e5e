import { findDashboardCaller } from '../domain/merchants/dashboard-access.js'
import type { Notice, Page, PageReply, PageRequest, Pages } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Store } from '../domain/store/store.js'
import { html } from '../runtime/html.js'
import { noticePage } from './access/sign-in-page.js'
import { pageOf } from './document.js'

export interface DashboardSettings {
  /** Path of the dashboard, such as `/dashboard`. */
  readonly base: string
}

/** The dashboard: pages about one merchant in one environment, and the actions of its people. */
export class Dashboard implements Pages {
  readonly area = 'dashboard'

  constructor(
    private readonly store: Store,
    private readonly settings: DashboardSettings,
  ) {}

  notice(notice: Notice): Page {
    return noticePage(notice, this.settings.base)
  }

  async answer({ path, session, formToken }: PageRequest): Promise<PageReply> {
    const caller = await this.store.read((tx) => findDashboardCaller(tx, session))
    if (!caller) return { kind: 'ended' }
    if (path !== '') throw new DomainError('not_found')
    const { merchant, environment, scopes } = caller
    const signOut = html`<form method="post" action="${this.settings.base}/sign-out"><input type="hidden" name="token" value="${formToken}"><button>Sign out</button></form>`
    return {
      kind: 'page',
      ...pageOf('Home', html`<h1>${merchant.name}</h1><p>${environment}: ${scopes.join(', ')}</p>${signOut}`),
    }
  }
}
