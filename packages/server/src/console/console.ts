import type { Context } from '../domain/context.js'
import type { Notice, Page, PageReply, PageRequest, Pages } from '../domain/sessions/pages.js'
import { DomainError } from '../domain/shared/errors.js'
import type { Store } from '../domain/store/store.js'
import { html } from '../runtime/html.js'
import { noticePage } from './access/sign-in-page.js'
import { pageOf } from './document.js'

export interface ConsoleSettings {
  /** Path of the console, such as `/console`. */
  readonly base: string
}

/** The operator console: pages about all merchants, and the actions of operators. */
export class Console implements Pages {
  readonly area = 'console'

  constructor(
    readonly store: Store,
    readonly context: Context,
    private readonly settings: ConsoleSettings,
  ) {}

  notice(notice: Notice): Page {
    return noticePage(notice, this.settings.base)
  }

  async answer({ path, session, formToken }: PageRequest): Promise<PageReply> {
    if (path !== '') throw new DomainError('not_found')
    return {
      kind: 'page',
      ...pageOf(
        'Attention',
        html`<p>${session.holder}</p><form method="post" action="${this.settings.base}/sign-out"><input type="hidden" name="token" value="${formToken}"><button>Sign out</button></form>`,
      ),
    }
  }
}
