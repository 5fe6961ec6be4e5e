import type { Tx } from '../../domain/store/unit-of-work.js'
import { attemptForMerchant, type ShownAttempt } from '../../domain/webhooks/delivery-error.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { codeBlock } from '../../ui/code-block.js'
import { plainTable } from '../../ui/table.js'
import { exactTime, shortDay } from '../frame/times.js'
import { exactText, type Visit } from '../visit.js'

/** The attempts of a delivery with their answers, and the button that sends it again. */
export async function attemptsOf(tx: Tx, visit: Visit, delivery: DeliveryWithEvent): Promise<Html> {
  const attempts = (await tx.webhookAttempts.list(delivery.id)).map(attemptForMerchant)
  const body = attempts.at(-1)?.body ?? null
  return html`<div class="attempts"><div>${plainTable<ShownAttempt>({
    caption: visit.plain('attempts'),
    rows: attempts,
    columns: [
      { title: '#', cell: ({ number }) => number },
      {
        title: 'UTC',
        cell: ({ endedAt }) => html`${shortDay(visit, endedAt)} ${exactText(exactTime(endedAt))}`,
      },
      { title: visit.plain('answer'), cell: answerOf },
      {
        title: visit.plain('took'),
        isNumber: true,
        cell: ({ durationMs }) => (durationMs === null ? '–' : exactText(`${durationMs} ms`)),
      },
    ],
  })}</div><div>${body === null || body === '' ? NOTHING : codeBlock({ id: 'answer', label: visit.plain('answer'), code: body })}${
    delivery.webhookId !== null && visit.may('orders')
      ? html`<form method="post" action="${visit.href(`/deliveries/${delivery.id}/resend`)}">${visit.hiddenFields}${button({ text: visit.plain('send_again'), kind: 'primary', icon: 'loop' })}</form>`
      : NOTHING
  }</div></div>`
}

const answerOf = ({ status, error, detail }: ShownAttempt): Html => {
  const parts = [status === null ? undefined : `HTTP ${status}`, error ?? undefined, detail ?? undefined]
  return exactText(parts.filter((part) => part !== undefined).join(', ') || '–')
}
