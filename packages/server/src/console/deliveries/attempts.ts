import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { codeBlock } from '../../ui/code-block.js'
import { number } from '../../ui/figures.js'

export type Attempt = Omit<WebhookAttempt, 'endedAt'>

export const isDelivered = ({ outcome }: Pick<Attempt, 'outcome'>): boolean => outcome === null

/** `HTTP 503` or the code of an error without an answer. */
export const answerOf = ({ status, outcome }: Pick<Attempt, 'status' | 'outcome'>): string =>
  status === null ? (outcome ?? 'no answer') : `HTTP ${status}`

export const tookOf = ({ timings }: Pick<Attempt, 'timings'>): string => `${number(timings.whole)} ms`

/** The beginning of an answer that is not 2xx. */
export const bodyOf = ({ deliveryId, number: attempt, sample, isTruncated, outcome }: Attempt): Html =>
  isDelivered({ outcome }) || sample === null || sample === ''
    ? NOTHING
    : html`<div class="answer">${codeBlock({ id: `answer-${deliveryId}-${attempt}`, label: `Answer to attempt ${attempt}`, code: `${sample}${isTruncated ? '…' : ''}` })}</div>`
