import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { type AttemptRow, attemptsTable } from '../../pages/views/attempts-table.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { codeBlock } from '../../ui/code-block.js'
import { copyButton } from '../../ui/copy-field.js'
import { requestHeaders, requestText } from '../../ui/webhook-request.js'
import { age, clockTime } from '../formats.js'
import { readDelivery } from '../orders/story.js'
import type { Visit } from '../visit.js'
import { type Attempt, answerOf, bodyOf, isDelivered, tookOf } from './attempts.js'

/** The request of a delivery, its attempts, and what can be done with it. */
export async function openedDelivery(tx: Tx, delivery: DeliveryWithEvent, visit: Visit): Promise<Html> {
  const { url, attempts } = await readDelivery(tx, delivery)
  const { event, id } = delivery
  const request = `POST ${url ?? '(deleted endpoint)'}\n${requestText(delivery)}`
  const curl = url === null ? undefined : curlOf(delivery, url)
  const actions = [
    visit.may('deliveries resend') && url !== null
      ? buttonLink({
          text: 'Send again',
          icon: 'loop',
          kind: 'primary',
          href: visit.href(`/deliveries/${id}/resend`),
        })
      : NOTHING,
    buttonLink({ text: 'Open merchant', href: visit.href(`/merchants/${event.merchantId}`) }),
    curl === undefined
      ? NOTHING
      : html`<span id="curl" hidden>${curl}</span>${copyButton('curl', { text: 'Copy as curl', copied: 'Command copied, without a signature' })}`,
  ]
  return html`<div class="two"><div><h2>Request</h2>${codeBlock({ id: 'request', label: 'Request', code: request })}</div><div><h2>Attempts</h2>${attemptTable(attempts, delivery, visit)}${joinHtml(attempts.slice(-1).map(bodyOf))}</div></div>${buttons(...actions)}`
}

function attemptTable(
  attempts: readonly Attempt[],
  { nextAttemptAt, isHeld, status }: DeliveryWithEvent,
  visit: Visit,
): Html {
  const rows: AttemptRow[] = attempts.map((attempt) => ({
    number: attempt.number,
    time: clockTime(attempt.startedAt),
    answer: badge({ tone: isDelivered(attempt) ? 'ok' : 'bad', text: answerOf(attempt) }),
    took: tookOf(attempt),
  }))
  if (status === 'PENDING') {
    const time =
      isHeld || nextAttemptAt === null
        ? 'later'
        : nextAttemptAt <= visit.now
          ? 'now'
          : `in ${age(visit.now, nextAttemptAt)}`
    rows.push({
      number: rows.length + 1,
      time,
      answer: isHeld ? 'waits for a webhook secret' : 'planned',
      took: '',
    })
  }
  return attemptsTable(visit, rows, 'Time')
}

/** A command that sends the same body. Its signature would need the secret of the merchant. */
function curlOf(delivery: DeliveryWithEvent, url: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  return [
    'curl',
    ...requestHeaders(delivery).map((header) => `-H ${quoted(header)}`),
    `--data-raw ${quoted(delivery.event.body)}`,
    quoted(url),
  ].join(' ')
}
