import { type Brand, type BrandChange, NO_CHANGE } from '../../domain/merchants/brand.js'
import { type BrandFault, findBrandFault } from '../../domain/merchants/merchant-brands.js'
import { UTC } from '../../domain/shared/time-zone.js'
import { RefusedForm } from '../../pages/refusal.js'
import { COLORS } from '../../ui/tokens.js'
import type { Visit } from '../visit.js'

/** The brand as its form shows it: every field has a value, that of the service where the merchant has none. */
export interface BrandDraft {
  readonly name: string
  /** `#rrggbb`, unless something else was sent. */
  readonly accent: string
  readonly support: string
  readonly timeZone: string
  readonly languages: readonly string[]
}

/** The colour of the service. */
const [OWN_COLOR] = COLORS.accent

/** The field of each part. */
const FIELDS = {
  name: 'name',
  accent: 'accent',
  support: 'support',
  timeZone: 'zone',
  languages: 'languages',
} as const satisfies Record<BrandFault, string>

/** Returns what was sent, else what is stored. */
export function draftOf(visit: Visit, brand: Brand): BrandDraft {
  const { caller, services } = visit
  if (visit.request.form?.has('accent'))
    return {
      name: visit.field('name') || caller.merchant.name,
      accent: visit.field('accent'),
      support: visit.field('support'),
      timeZone: visit.field('zone'),
      languages: visit.fields('languages'),
    }
  return {
    name: brand.name ?? caller.merchant.name,
    accent: brand.accent ?? OWN_COLOR,
    support: brand.support ?? '',
    timeZone: brand.timeZone ?? UTC.name,
    languages: brand.languages ?? services.payerLanguages.map(({ tag }) => tag),
  }
}

/** Returns the change that a form asks for; what equals the service's own value is removed. @throws RefusedForm */
export function sentChange(visit: Visit): BrandChange {
  const { caller, services } = visit
  const [name, accent, support] = ['name', 'accent', 'support'].map((field) => visit.field(field))
  const timeZone = visit.field('zone')
  const sent = visit.fields('languages')
  const languages = services.payerLanguages.map(({ tag }) => tag).filter((tag) => sent.includes(tag))
  const hasAll = languages.length === services.payerLanguages.length
  const change = {
    ...NO_CHANGE,
    name: name === caller.merchant.name ? null : name || null,
    accent: accent === OWN_COLOR ? null : accent || null,
    support: support || null,
    timeZone: timeZone === UTC.name ? null : timeZone || null,
    languages: hasAll ? null : languages,
  }
  const fault = findBrandFault(change)
  if (fault === undefined) return change
  const param = FIELDS[fault]
  throw new RefusedForm({ status: 422, text: visit.text(`brand_${param}`), param })
}
