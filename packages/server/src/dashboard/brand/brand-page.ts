import { NO_BRAND } from '../../domain/merchants/brand.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { readableFill } from '../../ui/contrast.js'
import { type Fact, facts } from '../../ui/facts.js'
import { percent } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { COLORS } from '../../ui/tokens.js'
import type { ReadPage, Submit } from '../page.js'
import type { Visit } from '../visit.js'

const COLOR = /^#[0-9a-f]{6}$/i

/** How payers see the merchant, as the operator has set it, and the language of the dashboard. */
export const brandPage: ReadPage = async (tx, visit) => {
  const { merchant } = visit.caller
  const brand = (await tx.merchantBrands.find(merchant.id)) ?? NO_BRAND
  const name = brand.name ?? merchant.name
  const unset = visit.text('not_set')
  const brandFacts: Fact[] = [
    { label: visit.text('name'), value: html`<bdi>${name}</bdi>` },
    {
      label: visit.text('accent'),
      value: brand.accent === null ? unset : html`${swatch(brand.accent)} ${visit.exact(brand.accent)}`,
    },
    { label: visit.text('logo'), value: visit.text(brand.hasLogo ? 'set' : 'not_set') },
    { label: visit.text('contact'), value: brand.support === null ? unset : visit.exact(brand.support) },
  ]
  const account: Fact[] = [
    { label: visit.text('name'), value: html`<bdi>${merchant.name}</bdi>` },
    { label: visit.text('email'), value: visit.exact(merchant.email) },
    { label: visit.text('status'), value: visit.badge(merchant.status) },
    {
      label: visit.text('fee'),
      value: visit.exact(percent(visit.services.context.policy.feeRates[merchant.tier])),
    },
    { label: visit.text('time_zone'), value: visit.zoneName },
    { label: visit.text('environment'), value: visit.text(visit.caller.environment) },
    { label: visit.text('scopes'), value: visit.exact(visit.caller.scopes.join(', ')) },
  ]
  const main = html`${pageHead({ title: visit.plain('brand'), line: visit.text('brand_text') })}<div class="columns even"><div>${card(
    {
      id: 'brand',
      title: visit.plain('payers_see'),
      body: html`${preview(name, brand.accent)}${facts(brandFacts)}`,
    },
  )}</div><div>${card({ id: 'account', title: visit.plain('account'), body: facts(account) })}${card({
    id: 'language',
    title: visit.plain('language'),
    body: languageForm(visit),
  })}</div></div>`
  return { kind: 'content', title: visit.plain('brand'), section: 'brand', main }
}

/** A sample of the head of the checkout page. The colour is in an attribute, since the policy allows no other style. */
const preview = (name: string, accent: string | null): Html =>
  html`<div class="preview"><strong><bdi>${name}</bdi></strong><svg viewBox="0 0 200 6" role="presentation"><rect width="200" height="6" rx="3" fill="${accent !== null && COLOR.test(accent) ? readableFill(accent) : COLORS.accent[0]}"/></svg></div>`

const swatch = (accent: string): Html =>
  COLOR.test(accent)
    ? html`<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" rx="4" fill="${accent}"/></svg>`
    : NOTHING

const languageForm = (visit: Visit): Html =>
  postForm(
    visit,
    '/language',
    html`${joinHtml(
      visit.services.languages.all.map(({ tag, name }) =>
        button({
          text: html`<bdi lang="${tag}">${name}</bdi>`,
          attributes: {
            name: 'language',
            value: tag,
            'aria-pressed': tag === visit.words.tag ? 'true' : 'false',
          },
        }),
      ),
    )}`,
    'buttons',
  )

/** Keeps the language that a person chose with the session. */
export const chooseLanguage: Submit = async (visit) => {
  const language = visit.field('language')
  const { id } = visit.request.session
  if (visit.services.languages.all.some(({ tag }) => tag === language))
    await visit.services.store.write((tx) => tx.sessions.setLanguage(id, language))
  return { kind: 'redirect', to: visit.path('/brand') }
}
