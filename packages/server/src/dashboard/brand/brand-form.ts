import { type BrandChange, NO_CHANGE } from '../../domain/merchants/brand.js'
import { LogoRefused, readLogo } from '../../domain/merchants/logo.js'
import { changeOwnBrand } from '../../domain/merchants/merchant-brands.js'
import { DomainError } from '../../domain/shared/errors.js'
import { UTC } from '../../domain/shared/time-zone.js'
import { formField, postForm } from '../../pages/parts.js'
import { errorAt, RefusedForm } from '../../pages/refusal.js'
import { type Html, html } from '../../runtime/html.js'
import { button } from '../../ui/button.js'
import { checkboxes, field, selectField } from '../../ui/fields.js'
import type { Submit } from '../page.js'
import { changeOwn } from '../people/people-change.js'
import type { Visit } from '../visit.js'
import { contrastOfAccent } from './accent-contrast.js'
import { type BrandDraft, sentChange } from './brand-draft.js'
import { logoImage } from './logo-picture.js'

/** The form with the logo and everything else. A page cannot fill in the field of a file again, and says so. */
export const brandForm = (visit: Visit, draft: BrandDraft, hasLogo: boolean): Html =>
  html`<form class="brand-form" method="post" enctype="multipart/form-data" action="${visit.href('/brand/change')}">${visit.hiddenFields}${field(
    {
      name: 'logo',
      label: visit.text(hasLogo ? 'another_logo' : 'logo'),
      note: visit.text('logo_limits'),
      attributes: { type: 'file', accept: 'image/png' },
      ...(visit.request.file && { error: visit.text('logo_again') }),
      ...errorAt(visit, 'logo'),
    },
  )}${formField(visit, {
    name: 'name',
    label: visit.text('name'),
    value: draft.name,
    hint: visit.text('name_told'),
    attributes: {
      maxlength: 100,
      autocomplete: 'organization',
      placeholder: visit.caller.merchant.name,
    },
  })}${formField(visit, {
    name: 'accent',
    label: visit.text('accent'),
    value: draft.accent,
    attributes: { type: 'color' },
  })}${contrastOfAccent(visit, draft.accent)}${formField(visit, {
    name: 'support',
    label: visit.text('contact'),
    value: draft.support,
    hint: visit.text('contact_hint'),
    attributes: { maxlength: 2_048, autocomplete: 'off', dir: 'ltr' },
  })}${selectField({
    name: 'zone',
    label: visit.text('time_zone'),
    value: draft.timeZone,
    options: zonesWith(draft.timeZone).map((name) => ({ value: name, text: name })),
    attributes: { dir: 'ltr' },
    ...errorAt(visit, 'zone'),
  })}${checkboxes(
    'languages',
    visit.text('checkout_languages'),
    visit.services.payerLanguages.map(({ tag, name }) => ({
      value: tag,
      title: html`<bdi lang="${tag}">${name}</bdi>`,
      isChecked: draft.languages.includes(tag),
    })),
    errorAt(visit, 'languages').error,
  )}<p class="hint">${visit.text('checkout_languages_text')}</p><p data-unsaved hidden>${visit.plain('not_saved')}</p><div class="buttons">${button(
    {
      text: visit.plain('save'),
      kind: 'primary',
      icon: 'check',
    },
  )}${button({
    text: visit.plain('preview'),
    attributes: { formaction: visit.href('/brand/preview'), 'data-preview': true },
  })}</div></form>`

/** The zones that browsers know too. */
const zonesWith = (chosen: string): readonly string[] => [
  ...new Set([UTC.name, chosen, ...Intl.supportedValuesOf('timeZone')]),
]

/** The stored logo, with the button that removes it. */
export const storedLogo = (visit: Visit): Html =>
  html`<div class="logo-forms">${logoImage(visit)}${postForm(visit, '/brand/logo/remove', button({ text: visit.plain('remove'), kind: 'quiet' }))}</div>`

/** Stores the fields and the logo together, or nothing of a form with a fault. */
export const changeBrandForm: Submit = async (visit) => {
  const { file } = visit.request
  const change = sentChange(visit)
  await changeBrand(visit, file ? { ...change, logo: await sentLogo(visit, file) } : change)
  return { kind: 'redirect', to: visit.path('/brand', { done: file ? 'logo' : 'brand' }) }
}

const sentLogo = (visit: Visit, file: Uint8Array) =>
  readLogo(file, visit.services.rewritePng).catch((error: unknown) => {
    throw error instanceof LogoRefused ? refusedLogo(visit, error.fault) : error
  })

export const removeLogoForm: Submit = async (visit) => {
  await changeBrand(visit, { ...NO_CHANGE, logo: null })
  return { kind: 'redirect', to: visit.path('/brand', { done: 'logo' }) }
}

const refusedLogo = (visit: Visit, fault: LogoRefused['fault']): RefusedForm =>
  new RefusedForm({ status: 422, text: visit.text(`logo_${fault}`), param: 'logo' })

/** Changes the brand, with the person's role read again in the transaction. @throws forbidden */
const changeBrand = (visit: Visit, change: BrandChange): Promise<void> =>
  changeOwn(visit, async (tx, { mandate, rights }) => {
    if (!rights.has('brand')) throw new DomainError('forbidden')
    await changeOwnBrand(tx, visit.services.context, { id: visit.caller.merchantId, change }, mandate)
  })
