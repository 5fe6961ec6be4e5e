import { createHash } from 'node:crypto'
import { DomainError } from './errors.js'
import { MAX_USDT, type Usdt, usdt } from './money.js'
import type { Context, Environment, Instant, Network, Scope } from './ports.js'
import type { Tx } from './tables.js'

/** The codes of a merchant's accounts. `shortfall` is what was taken back beyond `available`. */
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
/**
 * More than this, 1e-8 USDT, is never held on one network or owed by the client app's rail: what would go beyond is not
 * booked, so that no sum can leave the range of a row.
 */
export const PLAUSIBLE_TOTAL = 2_000_000_000_000_000_000n

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

/** Money moves from nowhere to nowhere: each leg debits one account and credits another. */
export interface Leg {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, ≥ 0; a leg of nothing is left out. */
  readonly amount: Usdt
}

export type TransactionKind =
  | 'deposit'
  | 'attribute'
  | 'reverse'
  | 'freeze'
  | 'clear'
  | 'reject'
  | 'withdrawal_hold'
  | 'withdrawal_settle'
  | 'withdrawal_release'
  | 'withdrawal_difference'
  | 'app_hold'
  | 'app_settle'
  | 'app_void'
  | 'sweep'
  | 'topup'
  | 'outgoing'
  | 'destroyed'
  | 'adjust'

/** One booking: all of its legs or none. */
export interface LedgerTransaction {
  readonly environment: Environment
  readonly kind: TransactionKind
  /** Unique within the environment: the same booking twice is one booking. */
  readonly key: string
  /** What it is about: the id of an order, a withdrawal or a payment, or a transfer's identity. */
  readonly reference: string
  readonly legs: readonly Leg[]
  /** Key of the hold that this one settles or gives back; a hold is resolved once. */
  readonly resolves?: string
  /** Key of the booking that this one takes back; a booking is taken back once. */
  readonly reverses?: string
  /** A wish, refused where `available` does not suffice. Facts post always: what is missing goes to `shortfall`. */
  readonly isWish?: boolean
}

/** A booking as stored. */
export interface LedgerEntry extends Omit<LedgerTransaction, 'legs' | 'isWish'> {
  readonly id: string
  readonly inputHash: string
  readonly createdAt: Instant
}
export interface Posting {
  readonly transactionId: string
  readonly environment: Environment
  readonly sequence: number
  readonly debit: string
  readonly credit: string
  readonly amount: Usdt
}

/** A posting with the booking that it is part of. */
export interface BookedPosting extends Posting {
  readonly kind: TransactionKind
  readonly key: string
  readonly bookedAt: Instant
}

/** A key that is known with other contents: somebody would book two things as one. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict'
}

/**
 * Books everything a unit of work owes, in the order given. Called once per unit, so that accounts are locked in one
 * order. What was booked before, with equal contents, is left alone.
 *
 * @throws LedgerConflict when a key was used for something else
 * @throws insufficient_balance when a wish finds less than it needs
 */
export async function post(
  tx: Tx,
  context: Context,
  transactions: readonly LedgerTransaction[],
): Promise<void> {
  if (transactions.length === 0) return
  tx.ledger.begin()
  const fresh = await insertFresh(tx, context, transactions)
  const touched = fresh.flatMap(({ transaction }) => accountsOf(transaction))
  const accounts = [...new Map(touched.map((account) => [account.id, account])).values()].sort(byId)
  const before = await tx.ledger.lock(accounts)
  const balances = new Map(before)
  const postings = fresh.flatMap(({ transaction, id }) => postingsOf(transaction, id, balances))
  for (const account of accounts) {
    const delta = (balances.get(account.id) ?? 0n) - (before.get(account.id) ?? 0n)
    if (delta !== 0n && !(await tx.ledger.move(account, delta))) {
      throw new Error(`account ${account.id} would fall below its floor`)
    }
  }
  await tx.ledger.insertPostings(postings)
}

/** Balances of a merchant in one environment, 1e-8 USDT. */
export async function merchantBalances(tx: Tx, scope: Scope): Promise<Record<MerchantCode, Usdt>> {
  const balances = await tx.ledger.balances(MERCHANT_CODES.map((code) => merchantAccount(scope, code).id))
  const of = (code: MerchantCode) => usdt(balances.get(merchantAccount(scope, code).id) ?? 0n)
  return { available: of('available'), held: of('held'), frozen: of('frozen'), shortfall: of('shortfall') }
}

/** Balance of one of the service's own accounts, 1e-8 USDT; may be below zero. */
export async function platformBalance(tx: Tx, environment: Environment, code: PlatformCode): Promise<bigint> {
  const { id } = platformAccount(environment, code)
  return (await tx.ledger.balances([id])).get(id) ?? 0n
}

interface Fresh {
  readonly transaction: LedgerTransaction
  readonly id: string
}

/** Inserts the bookings; those that are known with equal contents are left out. */
async function insertFresh(
  tx: Tx,
  context: Context,
  transactions: readonly LedgerTransaction[],
): Promise<Fresh[]> {
  const fresh: Fresh[] = []
  for (const transaction of transactions) {
    const entry = toEntry(context, transaction)
    const known = await tx.ledger.insertTransaction(entry)
    if (known === undefined) fresh.push({ transaction, id: entry.id })
    else if (known !== entry.inputHash)
      throw new LedgerConflict(`${entry.key} was booked with other contents`)
  }
  return fresh
}

function toEntry(context: Context, transaction: LedgerTransaction): LedgerEntry {
  const { legs, isWish: _, ...rest } = transaction
  const input = [rest.kind, rest.reference, rest.resolves ?? '', rest.reverses ?? '']
  const text = [...input, ...legs.map((leg) => `${leg.debit.id} ${leg.credit.id} ${leg.amount}`)].join('\n')
  const inputHash = createHash('sha256').update(text).digest('hex')
  return { id: context.ids.uuid(), ...rest, inputHash, createdAt: context.clock.now() }
}

/** Every account a booking may touch, `shortfall` beside each `available`. */
function accountsOf({ legs }: LedgerTransaction): Account[] {
  const named = legs.flatMap(({ debit, credit }) => [debit, credit])
  return [...named, ...named.filter((account) => account.code === 'available').map(shortfallBeside)]
}

const shortfallBeside = ({ environment, owner }: Account): Account =>
  merchantAccount({ environment, merchantId: owner }, 'shortfall')

/** The legs as they are written, over the balances so far: what `available` lacks is owed, what it gains pays a debt first. */
function postingsOf(
  { legs, isWish = false, environment }: LedgerTransaction,
  transactionId: string,
  balances: Map<string, bigint>,
): Posting[] {
  const written: Leg[] = []
  const write = (leg: Leg) => {
    if (leg.amount === 0n) return
    moveBalance(balances, leg.debit, 'debit', leg.amount)
    moveBalance(balances, leg.credit, 'credit', leg.amount)
    written.push(leg)
  }
  for (const leg of legs) {
    for (const part of splitDebit(leg, balances, isWish)) write(part)
    if (leg.credit.code === 'available') write(repayment(leg.credit, leg.amount, balances))
  }
  return written.map(({ debit, credit, amount }, at) => ({
    transactionId,
    environment,
    sequence: at + 1,
    debit: debit.id,
    credit: credit.id,
    amount,
  }))
}

function splitDebit(leg: Leg, balances: Map<string, bigint>, isWish: boolean): Leg[] {
  const available = balances.get(leg.debit.id) ?? 0n
  if (leg.debit.code !== 'available' || available >= leg.amount) return [leg]
  if (isWish) throw new DomainError('insufficient_balance')
  const owed = { ...leg, debit: shortfallBeside(leg.debit), amount: usdt(leg.amount - available) }
  return [{ ...leg, amount: usdt(available) }, owed]
}

function repayment(available: Account, gained: Usdt, balances: Map<string, bigint>): Leg {
  const shortfall = shortfallBeside(available)
  const owed = balances.get(shortfall.id) ?? 0n
  return { debit: available, credit: shortfall, amount: usdt(owed < gained ? owed : gained) }
}

function moveBalance(
  balances: Map<string, bigint>,
  account: Account,
  side: Account['normal'],
  by: Usdt,
): void {
  const balance = balances.get(account.id) ?? 0n
  const moved = account.normal === side ? balance + by : balance - by
  if (moved > MAX_USDT || moved < -MAX_USDT) throw new Error(`account ${account.id} is out of range`)
  balances.set(account.id, moved)
}

const byId = (a: Account, b: Account): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
