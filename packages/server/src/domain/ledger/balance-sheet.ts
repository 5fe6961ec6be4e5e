import type { Environment } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import {
  type Account,
  isDebt,
  MERCHANT_CODES,
  NETWORK_CODES,
  platformAccount,
  SERVICE_CODES,
} from './account.js'

/** An account of the service, or those of all merchants with that code. */
export interface SheetLine {
  readonly code: Account['code']
  /** 1e-8 USDT. */
  readonly amount: bigint
}

/** The balances of an environment in two columns, whose totals are equal. */
export interface BalanceSheet {
  /** Where the money is: on our addresses, and with debtors. */
  readonly places: readonly SheetLine[]
  /** To whom it belongs. */
  readonly owners: readonly SheetLine[]
}

/** Reads all balances of an environment. Merchants are summed, which reads every account. */
export async function readBalanceSheet(tx: Tx, environment: Environment): Promise<BalanceSheet> {
  const accounts = [...NETWORK_CODES, ...SERVICE_CODES].map((code) => platformAccount(environment, code))
  const balances = await tx.ledger.balances(accounts.map(({ id }) => id))
  const sums = (await tx.ledger.sumMerchants()).filter((sum) => sum.environment === environment)
  const places: SheetLine[] = []
  const owners: SheetLine[] = MERCHANT_CODES.map((code) => {
    const total = sums.find((sum) => sum.code === code)?.total ?? 0n
    return { code, amount: isDebt(code) ? -total : total }
  })
  for (const { id, code, normal } of accounts) {
    const amount = balances.get(id) ?? 0n
    if (normal === 'credit') owners.push({ code, amount })
    else if (amount < 0n && !isCustody(code)) owners.push({ code, amount: -amount })
    else places.push({ code, amount })
  }
  return { places, owners }
}

/** Custody is a place also when it is below zero. A debt below zero is a claim of the debtor. */
const isCustody = (code: Account['code']): boolean => code.startsWith('custody:')

export const totalOf = (lines: readonly SheetLine[]): bigint =>
  lines.reduce((total, { amount }) => total + amount, 0n)
