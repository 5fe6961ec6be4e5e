import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { attemptForMerchant, type MerchantAttempt } from '../../domain/webhooks/delivery-error.js'
import { plannedAttempts } from '../../domain/webhooks/delivery-schedule.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { postForm } from '../../pages/parts.js'
import { type AttemptRow, attemptsTable } from '../../pages/views/attempts-table.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { button } from '../../ui/button.js'
import { codeBlock } from '../../ui/code-block.js'
import { requestText } from '../../ui/webhook-request.js'
import { exactTime, shortDay } from '../frame/times.js'
import type { Visit } from '../visit.js'

/** The attempts of a delivery with their answers, those that are planned, and the button that sends it again. */
export async function attemptsOf(tx: Tx, visit: Visit, delivery: DeliveryWithEvent): Promise<Html> {
  const attempts = (await tx.webhookAttempts.list(delivery.id)).map(attemptForMerchant)
  const body = attempts.at(-1)?.body ?? null
  const rows = [...attempts.map((attempt) => endedRow(visit, attempt)), ...plannedRows(visit, delivery)]
  return html`<div class="attempts"><div>${attemptsTable(visit, rows, visit.zoneName)}</div><div>${body === null || body === '' ? NOTHING : codeBlock({ id: 'answer', label: visit.plain('answer'), code: body })}${
    delivery.webhookId !== null && visit.may('orders')
      ? postForm(
          visit,
          `/deliveries/${delivery.id}/resend`,
          button({ text: visit.plain('send_again'), kind: 'primary', icon: 'loop' }),
        )
      : NOTHING
  }<details><summary>${visit.text('show_request')}</summary>${codeBlock({ id: 'request', label: visit.plain('request'), code: requestText(delivery) })}</details></div></div>`
}

const endedRow = (visit: Visit, attempt: MerchantAttempt): AttemptRow => ({
  number: attempt.number,
  time: timeOf(visit, attempt.endedAt),
  answer: answerOf(visit, attempt),
  took: attempt.durationMs === null ? html`–` : visit.exact(`${attempt.durationMs} ms`),
})

function plannedRows(visit: Visit, delivery: DeliveryWithEvent): AttemptRow[] {
  const { webhookRetryDelaysMs } = visit.services.context.policy
  const row = (number: number, time: Html, answer: Html): AttemptRow => ({
    number,
    time,
    answer,
    took: NOTHING,
  })
  if (delivery.isHeld) return [row(delivery.attempts + 1, html`–`, visit.text('waits_for_secret'))]
  return plannedAttempts(delivery, webhookRetryDelaysMs).map(({ number, at }, place) =>
    row(number, timeOf(visit, at), visit.text(place === 0 ? 'planned' : 'planned_later')),
  )
}

const timeOf = (visit: Visit, at: Instant): Html =>
  html`${shortDay(visit, at)} ${visit.exact(exactTime(visit, at))}`

function answerOf(visit: Visit, { status, error, detail }: MerchantAttempt): Html {
  if (status === null) return visit.exact([error, detail].filter((part) => part !== null).join(', ') || '–')
  const answered = badge({ tone: error === null ? 'ok' : 'bad', text: visit.exact(`HTTP ${status}`) })
  return detail === null ? answered : html`${answered} ${visit.exact(detail)}`
}
