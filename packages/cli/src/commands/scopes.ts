import type { CreateApiKey } from '@merchantpay/sdk'
import { usage } from '../failure.js'
import type { Input } from '../input.js'

type Scope = NonNullable<CreateApiKey['scopes']>[number]

export const SCOPES: readonly Scope[] = ['orders', 'read', 'withdrawals', 'keys']

/** The scopes of `--scopes`; none for all. @throws Failure `usage` */
export function scopesOf(input: Input): Scope[] {
  return input.words('scopes').map((text) => {
    const scope = SCOPES.find((one) => one === text)
    if (scope === undefined) throw usage(`--scopes takes ${SCOPES.join(', ')}`)
    return scope
  })
}
