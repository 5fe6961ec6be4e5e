import { NETWORKS, type Network } from '../../networks/networks.js'
import type { Environment, Scope } from '../shared/types.js'

interface AccountKind {
  /** The service has each account `on-network` once per network. */
  readonly owner: 'merchant' | 'service' | 'on-network'
  readonly code: string
  /** The side that increases the balance. */
  readonly normal: 'debit' | 'credit'
  /** Minimum of the balance; null for accounts to which facts must always be posted. */
  readonly floor: bigint | null
  /** Whether the balance belongs to withdrawals, payments and orders under review, so that the operator cannot adjust it. */
  readonly isReserved: boolean
}

/**
 * The kinds of accounts, in the order in which pages, metrics and the columns of statements have them. `shortfall` is the
 * debt from reversals that `available` did not cover.
 */
const KINDS = [
  { owner: 'merchant', code: 'available', normal: 'credit', floor: 0n, isReserved: false },
  { owner: 'merchant', code: 'held', normal: 'credit', floor: 0n, isReserved: true },
  { owner: 'merchant', code: 'frozen', normal: 'credit', floor: 0n, isReserved: true },
  { owner: 'merchant', code: 'shortfall', normal: 'debit', floor: 0n, isReserved: true },
  { owner: 'on-network', code: 'custody', normal: 'debit', floor: null, isReserved: false },
  { owner: 'on-network', code: 'suspense', normal: 'credit', floor: null, isReserved: false },
  { owner: 'on-network', code: 'operator', normal: 'debit', floor: null, isReserved: false },
  { owner: 'service', code: 'app_rail', normal: 'debit', floor: null, isReserved: false },
  { owner: 'service', code: 'fees', normal: 'credit', floor: null, isReserved: false },
] as const satisfies readonly AccountKind[]

type CodeOf<Owner extends AccountKind['owner']> = Extract<(typeof KINDS)[number], { owner: Owner }>['code']
export type MerchantCode = CodeOf<'merchant'>
type NetworkCode = `${CodeOf<'on-network'>}:${Network}`
export type PlatformCode = NetworkCode | CodeOf<'service'>

const codesOf = <Owner extends AccountKind['owner']>(owner: Owner): CodeOf<Owner>[] =>
  KINDS.filter((kind) => kind.owner === owner).map(({ code }) => code as CodeOf<Owner>) // implied by the owner

/** The accounts of a merchant. */
export const MERCHANT_CODES: readonly MerchantCode[] = codesOf('merchant')
/** The service's own accounts on networks. */
export const NETWORK_CODES: readonly NetworkCode[] = codesOf('on-network').flatMap((code) =>
  NETWORKS.map((network) => `${code}:${network}` as const),
)
/** The service's other accounts. */
export const SERVICE_CODES: readonly CodeOf<'service'>[] = codesOf('service')

/** A ledger account of a merchant or of the service. Its id is `<environment>/<owner>/<code>`. */
export interface Account extends Pick<AccountKind, 'normal' | 'floor' | 'isReserved'> {
  readonly id: string
  readonly environment: Environment
  /** A merchant's id or `platform`. */
  readonly owner: string
  readonly code: MerchantCode | PlatformCode
}

const PLATFORM = 'platform'

/** Returns an account of a merchant. */
export const merchantAccount = ({ environment, merchantId }: Scope, code: MerchantCode): Account =>
  accountOf(environment, merchantId, code)

/** Returns an account of the service. */
export const platformAccount = (environment: Environment, code: PlatformCode): Account =>
  accountOf(environment, PLATFORM, code)

function accountOf(environment: Environment, owner: string, code: Account['code']): Account {
  const { normal, floor, isReserved } = kindOf(code)
  return { id: `${environment}/${owner}/${code}`, environment, owner, code, normal, floor, isReserved }
}

function kindOf(code: Account['code']): AccountKind {
  const [name] = code.split(':')
  const kind = KINDS.find((each) => each.code === name)
  if (!kind) throw new Error(`there is no account ${code}`)
  return kind
}

/** Whether the balance of a merchant's account is owed by the merchant. */
export const isDebt = (code: MerchantCode): boolean => kindOf(code).normal === 'debit'

/** Makes a value for each account of a merchant. */
export const perMerchantCode = <Value>(of: (code: MerchantCode) => Value): Record<MerchantCode, Value> =>
  Object.fromEntries(MERCHANT_CODES.map((code) => [code, of(code)])) as Record<MerchantCode, Value> // one for each code

/** Whether an account belongs to the service. */
export const isPlatformAccount = ({ owner }: Account): boolean => owner === PLATFORM

/** Parses an account id from operator input. @returns undefined for an invalid id */
export function findAccount(id: string): Account | undefined {
  const [environment, owner = '', code, ...rest] = id.split('/')
  if ((environment !== 'live' && environment !== 'test') || owner === '' || rest.length > 0) return undefined
  const codes = owner === PLATFORM ? [...NETWORK_CODES, ...SERVICE_CODES] : MERCHANT_CODES
  const known = codes.find((each) => each === code)
  return known && accountOf(environment, owner, known)
}

/** Returns the account of a stored id. */
export function accountWithId(id: string): Account {
  const [environment, owner, code] = id.split('/') as [Environment, string, Account['code']] // a stored id is valid
  return accountOf(environment, owner, code)
}
