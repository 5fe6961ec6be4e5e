import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import { findTimeZone } from '../shared/time-zone.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Brand, type BrandChange, NO_BRAND } from './brand.js'
import { contactLink } from './contact.js'
import { requireMerchant } from './merchants.js'

const MAX_NAME = 100
const MAX_SUPPORT = 2_048
const ACCENT = /^#[0-9a-f]{6}$/i
const UNPRINTABLE = /\p{C}/u
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/
const MAX_LANGUAGES = 40

const MESSAGES = {
  name: `the name must have at most ${MAX_NAME} printable characters`,
  accent: 'the accent must be a colour like #1a5fb4',
  support: 'the support contact must be an https URL or an e-mail address',
  timeZone: 'the time zone must be a name like Europe/Lisbon',
  languages: 'the languages must be tags like fr,pt-BR',
} as const

/** A part of a brand with a value that it cannot have. */
export type BrandFault = keyof typeof MESSAGES

/**
 * Changes the appearance of a merchant's checkout pages, the languages of these pages and the time zone of its dashboard,
 * from the next page load.
 *
 * @throws OperatorError if there is no such merchant or a value is invalid
 */
export async function changeBrand(
  tx: Tx,
  context: Context,
  { id, change }: { id: string; change: BrandChange },
  { actor, reason }: Mandate,
): Promise<Brand> {
  await requireMerchant(tx, id)
  const fault = findBrandFault(change)
  if (fault) throw new OperatorError(MESSAGES[fault])
  const before = (await tx.merchantBrands.find(id)) ?? NO_BRAND
  const { logo, ...texts } = change
  const { name = before.name, accent = before.accent, support = before.support } = texts
  const { timeZone = before.timeZone, languages = before.languages } = texts
  const kept = { name, accent, support, timeZone, languages }
  const updatedAt = context.clock.now()
  await tx.merchantBrands.put(id, kept, updatedAt)
  if (logo !== undefined) await tx.merchantBrands.putLogo(id, logo)
  const changed = Object.entries(texts).filter(([, value]) => value !== undefined)
  const details = {
    reason,
    ...Object.fromEntries(changed),
    ...(logo === undefined ? {} : { logo: logo && `${logo.type}, ${logo.bytes.byteLength} bytes` }),
  }
  await audit(tx, context, { actor, action: 'merchants brand', subject: id, details })
  return { ...kept, updatedAt, hasLogo: logo === undefined ? before.hasLogo : logo !== null }
}

/**
 * Changes the brand for a person of the merchant. Another name or logo is noted for the operator: payers know the merchant by
 * them.
 *
 * @throws OperatorError like {@link changeBrand}
 */
export async function changeOwnBrand(
  tx: Tx,
  context: Context,
  { id, change }: { id: string; change: BrandChange },
  mandate: Mandate,
): Promise<void> {
  const before = (await tx.merchantBrands.find(id)) ?? NO_BRAND
  await changeBrand(tx, context, { id, change }, mandate)
  const isRenamed = change.name !== undefined && change.name !== before.name
  if (isRenamed || change.logo !== undefined) await tx.merchantBrands.noteChange(id, context.clock.real())
}

/** Finds the first part of a change with a value that it cannot have. */
export function findBrandFault(change: BrandChange): BrandFault | undefined {
  const { name, accent, support, timeZone, languages } = change
  const isContact = (text: string) => text.length <= MAX_SUPPORT && contactLink(text) !== undefined
  if (name && (name.length > MAX_NAME || UNPRINTABLE.test(name))) return 'name'
  if (typeof accent === 'string' && !ACCENT.test(accent)) return 'accent'
  if (typeof support === 'string' && !isContact(support)) return 'support'
  if (typeof timeZone === 'string' && !findTimeZone(timeZone)) return 'timeZone'
  const areTags =
    !languages || (languages.length <= MAX_LANGUAGES && languages.every((tag) => LANGUAGE.test(tag)))
  return areTags ? undefined : 'languages'
}
