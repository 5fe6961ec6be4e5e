import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import { type Brand, type BrandChange, type Logo, type LogoType, NO_BRAND } from './brand.js'
import { contactLink } from './contact.js'
import { requireMerchant } from './merchants.js'

const MAX_NAME = 100
const MAX_SUPPORT = 2_048
/** A logo is drawn at 48 pixels; more than this is a mistake. */
const MAX_LOGO_BYTES = 65_536
const ACCENT = /^#[0-9a-f]{6}$/i
const UNPRINTABLE = /\p{C}/u

/** How the files of each type begin; SVG is none of them, since it can hold script. */
const SIGNATURES: readonly [type: LogoType, pattern: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** Changes how a merchant's checkout pages look, from the next load on. @throws Refusal */
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
  await tx.merchantBrands.put(id, { name, accent, support }, context.clock.now())
  if (logo !== undefined) await tx.merchantBrands.putLogo(id, logo)
  const given = Object.entries(texts).filter(([, value]) => value !== undefined)
  const details = {
    reason,
    ...Object.fromEntries(given),
    ...(logo === undefined ? {} : { logo: logo && `${logo.type}, ${logo.bytes.byteLength} bytes` }),
  }
  await audit(tx, context, { actor, action: 'merchants brand', subject: id, details })
  return { name, accent, support, hasLogo: logo === undefined ? before.hasLogo : logo !== null }
}

/** What kind of picture the bytes are. @throws Refusal for anything but a small PNG, JPEG or WebP */
export function readLogo(bytes: Buffer): Logo {
  if (bytes.byteLength > MAX_LOGO_BYTES)
    throw new OperatorError(`the logo has ${bytes.byteLength} bytes; at most ${MAX_LOGO_BYTES} are served`)
  const head = bytes.subarray(0, 12).toString('hex')
  const type = SIGNATURES.find(([, pattern]) => pattern.test(head))?.[0]
  if (!type) throw new OperatorError('the logo is no PNG, JPEG or WebP')
  return { type, bytes }
}

function requireUsable({ name, accent, support }: BrandChange): void {
  if (typeof name === 'string' && (name.length > MAX_NAME || UNPRINTABLE.test(name)))
    throw new OperatorError(`a name has at most ${MAX_NAME} printable characters`)
  if (typeof accent === 'string' && !ACCENT.test(accent))
    throw new OperatorError('an accent is a colour like #1a5fb4')
  const isContact = (text: string) => text.length <= MAX_SUPPORT && contactLink(text) !== undefined
  if (typeof support === 'string' && !isContact(support))
    throw new OperatorError('a support contact is an https URL or an e-mail address')
}
