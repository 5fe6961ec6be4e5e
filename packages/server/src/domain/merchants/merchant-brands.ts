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

/**
 * Changes the appearance of a merchant's checkout pages and the time zone of its dashboard, from the next page load.
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
  requireUsable(change)
  const before = (await tx.merchantBrands.find(id)) ?? NO_BRAND
  const { logo, ...texts } = change
  const { name = before.name, accent = before.accent, support = before.support } = texts
  const { timeZone = before.timeZone } = texts
  const kept = { name, accent, support, timeZone }
  await tx.merchantBrands.put(id, kept, context.clock.now())
  if (logo !== undefined) await tx.merchantBrands.putLogo(id, logo)
  const changed = Object.entries(texts).filter(([, value]) => value !== undefined)
  const details = {
    reason,
    ...Object.fromEntries(changed),
    ...(logo === undefined ? {} : { logo: logo && `${logo.type}, ${logo.bytes.byteLength} bytes` }),
  }
  await audit(tx, context, { actor, action: 'merchants brand', subject: id, details })
  return { ...kept, hasLogo: logo === undefined ? before.hasLogo : logo !== null }
}

function requireUsable({ name, accent, support, timeZone }: BrandChange): void {
  if (typeof name === 'string' && (name.length > MAX_NAME || UNPRINTABLE.test(name)))
    throw new OperatorError(`the name must have at most ${MAX_NAME} printable characters`)
  if (typeof accent === 'string' && !ACCENT.test(accent))
    throw new OperatorError('the accent must be a colour like #1a5fb4')
  const isContact = (text: string) => text.length <= MAX_SUPPORT && contactLink(text) !== undefined
  if (typeof support === 'string' && !isContact(support))
    throw new OperatorError('the support contact must be an https URL or an e-mail address')
  if (typeof timeZone === 'string' && !findTimeZone(timeZone))
    throw new OperatorError('the time zone must be a name like Europe/Lisbon')
}
