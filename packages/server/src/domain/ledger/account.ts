/** The codes of a merchant's accounts. `shortfall` is what was taken back beyond `available`. */

import type { Environment, Network, Scope } from '../shared/types.js'

export const MERCHANT_CODES = ['available', 'held', 'frozen', 'shortfall'] as const
export type MerchantCode = (typeof MERCHANT_CODES)[number]

/** The service's own accounts. */
export type PlatformCode = `${'custody' | 'operator' | 'suspense'}:${Network}` | 'app_rail' | 'fees'

/** Who owns an account: a merchant's id or the service itself. Its id is `<environment>/<owner>/<code>`. */
export interface Account {
  readonly id: string
  readonly environment: Environment
  readonly owner: string
  readonly code: MerchantCode | PlatformCode
  /** The side on which it grows. */
  readonly normal: 'debit' | 'credit'
  /** What its balance never falls below; null where facts must always post. */
  readonly floor: bigint | null
}

const PLATFORM = 'platform'
export const merchantAccount = ({ environment, merchantId }: Scope, code: MerchantCode): Account => ({
  id: `${environment}/${merchantId}/${code}`,
  environment,
  owner: merchantId,
  code,
  normal: code === 'shortfall' ? 'debit' : 'credit',
  floor: 0n,
})

export const platformAccount = (environment: Environment, code: PlatformCode): Account => ({
  id: `${environment}/${PLATFORM}/${code}`,
  environment,
  owner: PLATFORM,
  code,
  normal: code === 'fees' || code.startsWith('suspense:') ? 'credit' : 'debit',
  floor: null,
})

const PLATFORM_CODES: readonly PlatformCode[] = [
  'custody:TRC20',
  'custody:ERC20',
  'operator:TRC20',
  'operator:ERC20',
  'suspense:TRC20',
  'suspense:ERC20',
  'app_rail',
  'fees',
]

export const isPlatformAccount = ({ owner }: Account): boolean => owner === PLATFORM

/** The account that a person names, `<environment>/<owner>/<code>`; undefined when there is none of that name. */
export function findAccount(id: string): Account | undefined {
  const [environment, owner = '', code, ...rest] = id.split('/')
  if ((environment !== 'live' && environment !== 'test') || owner === '' || rest.length > 0) return undefined
  if (owner === PLATFORM) {
    const known = PLATFORM_CODES.find((each) => each === code)
    return known && platformAccount(environment, known)
  }
  const known = MERCHANT_CODES.find((each) => each === code)
  return known && merchantAccount({ environment, merchantId: owner }, known)
}

/** The account of an id that was stored. */
export function accountWithId(id: string): Account {
  const [environment, owner, code] = id.split('/') as [Environment, string, MerchantCode | PlatformCode] // made above
  return owner === PLATFORM
    ? platformAccount(environment, code as PlatformCode) // its owner says so
    : merchantAccount({ environment, merchantId: owner }, code as MerchantCode) // its owner says so
}
