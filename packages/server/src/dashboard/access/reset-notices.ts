import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { notice } from '../../ui/notice.js'
import type { Visit } from '../visit.js'

/** Tells all people of the merchant for a day that the passkeys of one of them were reset. */
export async function resetNotices(tx: Tx, visit: Visit): Promise<Html> {
  if (!visit.person) return NOTHING
  const now = visit.services.context.clock.real()
  const waiting = await tx.people.listWaiting(visit.person.merchantId, now)
  return joinHtml(
    waiting.map(({ name, waitsUntil }) =>
      notice({
        kind: 'warn',
        title: visit.text('passkeys_reset', { name: html`<bdi>${name}</bdi>` }),
        text: visit.text('passkeys_reset_text', { time: visit.time(waitsUntil ?? now) }),
      }),
    ),
  )
}
