import type { Invited } from '../../domain/sessions/pages.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { type Html, html } from '../../runtime/html.js'
import type { Words } from '../../ui/words.js'
import type { WordKey } from '../frame/texts.js'
import { clockTime, day, zoneOf } from '../frame/times.js'

/** Which shop a link invites to, as which role, and how long it works. */
export function aboutInvitation(words: Words<WordKey>, invited: Invited): Html {
  const { merchant, role, expiresAt } = invited
  const zone = zoneOf(invited)
  const calendar = { words, zone, now: expiresAt }
  const until = `${day(calendar, expiresAt)}, ${clockTime(calendar, expiresAt)}`
  const time = html`<time datetime="${isoTime(expiresAt)}">${until} <bdi dir="ltr">(${zone.name})</bdi></time>`
  return html`<p>${words.fill('invited_by', { shop: html`<bdi>${merchant}</bdi>` })}</p>
<p>${words.fill('invited_as', { role: html`<strong>${words.plain(`role_${role}`)}</strong>` })}<br><span class="small">${words.plain(`rights_${role}`)}</span></p>
<p>${words.fill('invited_until', { time })}</p>`
}
