import type { Html } from '../runtime/html.js'
import { copyField } from '../ui/copy-field.js'
import { notice } from '../ui/notice.js'
import type { Visit } from './visit.js'

/** A secret that was just made. It is in this answer and never again. */
export interface NewSecret {
  readonly title: Html
  readonly secret: string
  /** How to use it; that it is not shown again by default. */
  readonly text?: Html
}

export const secretNotice = (visit: Visit, { title, secret, text }: NewSecret): Html =>
  notice({
    kind: 'ok',
    title,
    text: text ?? visit.text('copy_secret_now'),
    isResult: true,
    more: copyField('secret', secret, { text: visit.plain('copy'), copied: visit.plain('copied') }),
  })
