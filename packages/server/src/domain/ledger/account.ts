import type { Environment, Network, Scope } from '../shared/types.js'

/** The accounts of a merchant. `shortfall` is the debt from reversals that `available` did not cover. */
export const MERCHANT_CODES = ['available', 'held', 'frozen', 'shortfall'] as const
export type MerchantCode = (typeof MERCHANT_CODES)[number]

/** The service's own accounts. */
export type PlatformCode = `${'custody' | 'operator' | 'suspense'}:${Network}` | 'app_rail' | 'fees'

/** A ledger account of a merchant or of the service. Its id is `<environment>/<owner>/<code>`. */
export interface Account {
  readonly id: string
  readonly environment: Environment
  /** A merchant's id or `platform`. */
  readonly owner: string
  readonly code: MerchantCode | PlatformCode
  /** The side that increases the balance. */
  readonly normal: 'debit' | 'credit'
  /** Minimum of the balance; null for accounts to which facts must always be posted. */
  readonly floor: bigint | null
}

const PLATFORM = 'platform'

/** Returns an account of a merchant. */
export const merchantAccount = ({ environment, merchantId }: Scope, code: MerchantCode): Account => ({
  id: `${environment}/${merchantId}/${code}`,
  environment,
  owner: merchantId,
  code,
  normal: code === 'shortfall' ? 'debit' : 'credit',
  floor: 0n,
})

/** Returns an account of the service. */
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

/** Whether an account belongs to the service. */
export const isPlatformAccount = ({ owner }: Account): boolean => owner === PLATFORM

/** Parses an account id from operator input. @returns undefined for an invalid id */
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

/** Returns the account of a stored id. */
export function accountWithId(id: string): Account {
  const [environment, owner, code] = id.split('/') as [Environment, string, MerchantCode | PlatformCode] // a stored id is valid
  return owner === PLATFORM
    ? platformAccount(environment, code as PlatformCode) // implied by the owner
    : merchantAccount({ environment, merchantId: owner }, code as MerchantCode) // implied by the owner
}
