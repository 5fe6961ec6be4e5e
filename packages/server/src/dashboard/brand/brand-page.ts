import type { Brand } from '../../domain/merchants/brand.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { refusalNotice } from '../../pages/refusal.js'
import { readAsset } from '../../runtime/assets.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { behaviour } from '../../ui/behaviour.js'
import { card } from '../../ui/card.js'
import { type Fact, facts } from '../../ui/facts.js'
import { percent } from '../../ui/figures.js'
import type { Inline } from '../../ui/inline.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { languageCard } from '../frame/language-card.js'
import type { DashboardPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'
import { colorOf, isColor } from './accent-contrast.js'
import { type BrandDraft, draftOf, sentChange } from './brand-draft.js'
import { brandForm, storedLogo } from './brand-form.js'
import { modeChoice, preview } from './brand-preview.js'
import { previewStyle } from './preview-style.js'

/**
 * How payers see the merchant, with the forms that change it. The holder of a link has no own page, and chooses the language
 * here.
 */
export async function brandPage(_: Tx, visit: Visit): Promise<DashboardPage> {
  const { brand } = visit
  const draft = draftOf(visit, brand)
  const shown = card({
    id: 'preview',
    title: visit.plain('preview'),
    aside: modeChoice(visit),
    isFlush: true,
    body: preview(visit, draft),
  })
  const main = html`${pageHead({ title: visit.plain('brand'), line: visit.text('brand_text') })}${refusalNotice(visit)}${unsaved(visit)}<div class="columns even"><div>${
    visit.may('brand') ? forms(visit, draft, brand) : readOnly(visit, draft, brand)
  }</div><div>${shown}${card({ id: 'account', title: visit.plain('account'), body: facts(accountFacts(visit)) })}${visit.person ? NOTHING : languageCard(visit)}</div></div>`
  const style = previewStyle(draft.accent)
  const script = visit.may('brand') ? brandScript() : undefined
  const page = { kind: 'content', title: visit.plain('brand'), section: 'brand', main, style } as const
  return script ? { ...page, script } : page
}

let formScript: Inline | undefined

/** Shows what is typed before it is saved. */
function brandScript(): Inline {
  formScript ??= behaviour(readAsset('dashboard', 'brand.js'))
  return formScript
}

/** Shows the page with what was sent, and stores nothing. */
export const previewForm: Submit = (visit) => {
  sentChange(visit)
  return visit.services.store.read((tx) => brandPage(tx, visit))
}

/** Above a page that shows what was sent and not stored. */
const unsaved = (visit: Visit): Html =>
  visit.request.path.endsWith('/preview') && !visit.refusal
    ? notice({ kind: 'info', title: visit.plain('not_saved') })
    : NOTHING

const forms = (visit: Visit, draft: BrandDraft, { hasLogo }: Brand): Html =>
  html`${hasLogo ? card({ id: 'logo-card', body: storedLogo(visit) }) : NOTHING}${card({ id: 'brand', body: brandForm(visit, draft, hasLogo) })}`

/** For those who may not change it. */
function readOnly(visit: Visit, draft: BrandDraft, { hasLogo }: Brand): Html {
  const { name, accent, support, timeZone } = draft
  const rows: Fact[] = [
    { label: visit.text('name'), value: html`<bdi>${name}</bdi>` },
    { label: visit.text('accent'), value: isColor(accent) ? colorOf(visit, accent) : visit.exact(accent) },
    { label: visit.text('logo'), value: visit.text(hasLogo ? 'set' : 'not_set') },
    { label: visit.text('contact'), value: support === '' ? visit.text('not_set') : visit.exact(support) },
    { label: visit.text('time_zone'), value: visit.exact(timeZone) },
  ]
  return card({
    id: 'brand',
    title: visit.plain('payers_see'),
    body: html`${facts(rows)}<p>${visit.text('brand_by_owners')}</p>`,
  })
}

const accountFacts = (visit: Visit): Fact[] => {
  const { merchant, environment, scopes } = visit.caller
  return [
    { label: visit.text('name'), value: html`<bdi>${merchant.name}</bdi>` },
    { label: visit.text('email'), value: visit.exact(merchant.email) },
    { label: visit.text('status'), value: visit.badge(merchant.status) },
    {
      label: visit.text('fee'),
      value: visit.exact(percent(visit.services.context.policy.feeRates[merchant.tier])),
    },
    { label: visit.text('time_zone'), value: visit.zoneName },
    { label: visit.text('environment'), value: visit.text(environment) },
    { label: visit.text('scopes'), value: visit.exact(scopes.join(', ')) },
  ]
}
