import { createHash } from 'node:crypto'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { formatUsdt, MAX_USDT, type Usdt, usdt } from '../shared/money.js'
import type { Environment, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import {
  type Account,
  MERCHANT_CODES,
  type MerchantCode,
  merchantAccount,
  type PlatformCode,
  perMerchantCode,
  platformAccount,
} from './account.js'
import type { LedgerEntry, LedgerTransaction, Leg, Posting } from './ledger-entry.js'

/**
 * Maximum custody of a network, and maximum debt of the client app's rail, 1e-8 USDT. Amounts beyond it are not posted, so
 * that no sum leaves the range of a column.
 */
export const CUSTODY_LIMIT = 2_000_000_000_000_000_000n

/** A ledger transaction has the key of an earlier one but different contents. */
export class LedgerConflict extends Error {
  override readonly name = 'LedgerConflict'
}

/**
 * Posts ledger transactions in the given order. Must be called once per database transaction, so that accounts are locked
 * in ascending order. Ledger transactions that exist with equal contents are skipped.
 *
 * @throws LedgerConflict if a key exists with different contents
 * @throws insufficient_balance if a transaction with `requiresFunds` exceeds the available balance
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

/** Returns the balances of a merchant in one environment, 1e-8 USDT. */
export async function merchantBalances(tx: Tx, scope: Scope): Promise<Record<MerchantCode, Usdt>> {
  const balances = await tx.ledger.balances(MERCHANT_CODES.map((code) => merchantAccount(scope, code).id))
  return perMerchantCode((code) => usdt(balances.get(merchantAccount(scope, code).id) ?? 0n))
}

/** Returns the balance of an account of the service, 1e-8 USDT; may be negative. */
export async function platformBalance(tx: Tx, environment: Environment, code: PlatformCode): Promise<bigint> {
  const { id } = platformAccount(environment, code)
  return (await tx.ledger.balances([id])).get(id) ?? 0n
}

interface Fresh {
  readonly transaction: LedgerTransaction
  readonly id: string
}

/** Inserts ledger transactions. @returns those that are new */
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
      throw new LedgerConflict(`ledger transaction ${entry.key} exists with different contents`)
  }
  return fresh
}

function toEntry(context: Context, transaction: LedgerTransaction): LedgerEntry {
  const { legs, requiresFunds: _, ...rest } = transaction
  const input = [rest.kind, rest.reference, rest.resolves ?? '', rest.reverses ?? '']
  const text = [...input, ...legs.map((leg) => `${leg.debit.id} ${leg.credit.id} ${leg.amount}`)].join('\n')
  const inputHash = createHash('sha256').update(text).digest('hex')
  return { id: context.ids.uuid(), ...rest, inputHash, createdAt: context.clock.now() }
}

/** All accounts that a ledger transaction may change, including the `shortfall` of each `available`. */
function accountsOf({ legs }: LedgerTransaction): Account[] {
  const named = legs.flatMap(({ debit, credit }) => [debit, credit])
  return [...named, ...named.filter((account) => account.code === 'available').map(shortfallOf)]
}

const shortfallOf = ({ environment, owner }: Account): Account =>
  merchantAccount({ environment, merchantId: owner }, 'shortfall')

/**
 * Splits legs by the balances so far: the part that `available` does not cover goes to `shortfall`, and a credit of
 * `available` first repays the shortfall.
 */
function postingsOf(
  { legs, requiresFunds = false, environment }: LedgerTransaction,
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
    for (const part of splitDebit(leg, balances, requiresFunds)) write(part)
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

function splitDebit(leg: Leg, balances: Map<string, bigint>, requiresFunds: boolean): Leg[] {
  const available = balances.get(leg.debit.id) ?? 0n
  if (leg.debit.code !== 'available' || available >= leg.amount) return [leg]
  if (requiresFunds) {
    const detail = `needs ${formatUsdt(leg.amount)} USDT, ${formatUsdt(usdt(available))} USDT are available`
    throw new DomainError('insufficient_balance', { detail })
  }
  const owed = { ...leg, debit: shortfallOf(leg.debit), amount: usdt(leg.amount - available) }
  return [{ ...leg, amount: usdt(available) }, owed]
}

function repayment(available: Account, gained: Usdt, balances: Map<string, bigint>): Leg {
  const shortfall = shortfallOf(available)
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
