import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { refusalNotice } from '../../pages/refusal.js'
import { html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { pageHead } from '../../ui/shell.js'
import { mailPreview } from '../brand/brand-preview.js'
import { previewStyle } from '../brand/preview-style.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { channelsCard, codeNotice, type NewCode } from './channels-card.js'
import { noticesCard } from './notices-card.js'
import { ownTabs } from './own-tabs.js'
import { ownPage } from './person-page.js'

/** The notices of the person who is signed in; without a channel the page of the person. @throws not_found for the holder of a link */
export const noticesPage: ReadPage = (tx, visit) => noticesPageWith(tx, visit)

/** @param made the code for a chat, in this answer only */
export async function noticesPageWith(tx: Tx, visit: Visit, made?: NewCode): ReturnType<ReadPage> {
  const { person, services } = visit
  const { noticeChannels } = services.context.policy
  if (noticeChannels.length === 0) return ownPage(tx, visit)
  if (!person) throw new DomainError('not_found')
  const { brand } = visit
  const others = visit.may('people') ? await tx.people.list(person.merchantId) : undefined
  const head = pageHead({ title: html`<bdi>${person.name}</bdi>`, line: visit.timesIn })
  const sample = services.noticeSample(person.language ?? 'en')
  const mail = card({
    id: 'sample',
    title: visit.plain('mail_looks'),
    isFlush: true,
    body: html`<div class="look" lang="${sample.tag}" dir="${sample.direction}">${mailPreview(brand.name ?? visit.caller.merchant.name, { ...sample, caption: html`<strong>${sample.subject}</strong>` })}</div>`,
  })
  const main = html`${head}${refusalNotice(visit)}${ownTabs(visit, 'notices')}${made ? await codeNotice(tx, visit, made) : NOTHING}<div class="columns"><div>${noticesCard(visit, person, others)}</div><div>${channelsCard(visit, person)}${
    noticeChannels.includes('mail') ? mail : NOTHING
  }</div></div>`
  const style = previewStyle(brand.accent)
  return { kind: 'content', title: visit.plain('notices'), section: undefined, main, style }
}
