import type { CreateApiKey } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import { usage } from '../failure.js'
import type { Input } from '../input.js'
import { spelled } from '../spelling.js'

type Scope = NonNullable<CreateApiKey['scopes']>[number]

export const SCOPES: readonly Scope[] = ['orders', 'read', 'withdrawals', 'keys']

/** The scopes that the server of a shop needs. With these alone a stolen key moves no money and makes no other key. */
export const SHOP_SCOPES: readonly Scope[] = ['orders', 'read']

/** The scopes of `--scopes`, those of a shop without it. @throws Failure `usage` */
export function scopesOf(input: Input): readonly Scope[] {
  const words = input.words('scopes')
  if (words.length === 0) return SHOP_SCOPES
  return words.map((text) => {
    const scope = SCOPES.find((one) => one === text)
    if (scope === undefined) throw usage(`--scopes takes ${SCOPES.join(', ')}`)
    return scope
  })
}

/** Adds the possible reasons to a refusal of scopes, which names none. */
export function explainingRefusal<Result>(context: Context, call: Promise<Result>): Promise<Result> {
  return call.catch(async (error: unknown) => {
    const { ApiError } = await import('@merchantpay/sdk')
    const reasons =
      'a key passes on scopes of its own only, and needs keys for that: merchantpay keys list shows them, --scopes asks for others'
    if (error instanceof ApiError && error.status === 403) context.output.note(spelled(context, reasons))
    throw error
  })
}

/** The power of each scope that a shop does not need. */
const WIDE: Partial<Record<Scope, string>> = { withdrawals: 'move money', keys: 'make other keys' }

/** Says what scopes beyond those of a shop allow, and how to get them where `--scopes` was left out. */
export function scopeNote(input: Input, scopes: readonly Scope[]): string | undefined {
  if (input.words('scopes').length === 0)
    return `${SHOP_SCOPES.join(' and ')} are enough for a shop; --scopes ${SCOPES.join(',')} allows more`
  const powers = scopes.flatMap((scope) => WIDE[scope] ?? [])
  return powers.length === 0 ? undefined : `its holder can ${powers.join(' and ')}, which no shop needs`
}
