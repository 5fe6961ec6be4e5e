import { accountWithId, MERCHANT_CODES, merchantAccount } from '../../../src/domain/ledger/account.js'
import { readStatement, type Statement, totalOf } from '../../../src/domain/ledger/statement.js'
import { type Place, placeBefore } from '../../../src/domain/shared/period.js'
import type { Store } from '../../../src/domain/store/store.js'
import type { LedgerDatabase } from './ledger-database.js'

const FEES = 'test/platform/fees'

/** A posting as an export writes it; its amount is in 1e-8 USDT. */
export interface ExportedPosting {
  readonly at: number
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
}

/** Reads all postings of the test environment in batches, as the export does. */
export async function readPostings(store: Store, to: number): Promise<ExportedPosting[]> {
  const period = { environment: 'test', merchantId: undefined, from: 0, to } as const
  const found: ExportedPosting[] = []
  for (let after: Place | undefined = placeBefore(0); after; ) {
    const place: Place = after
    const batch = await store.read((tx) => tx.exports.listPostings(period, place))
    for (const { postedAt: at, debit, credit, amount } of batch.rows)
      found.push({ at, debit, credit, amount })
    after = batch.next
  }
  return found
}

/** Lists accounts whose balance is not the sum of the exported postings, and statements that differ from them. */
export async function exportMismatches(
  { store, rows }: Pick<LedgerDatabase, 'store' | 'rows'>,
  exported: readonly ExportedPosting[],
  cuts: readonly number[],
): Promise<string[]> {
  const accounts = await rows<{ id: string; balance: bigint }>('SELECT id, balance FROM ledger_accounts')
  const sums = balancesBefore(exported, Number.POSITIVE_INFINITY)
  const wrong = accounts.filter(({ id, balance }) => balance !== (sums.get(id) ?? 0n))
  const owners = [...new Set(accounts.map(({ id }) => accountWithId(id).owner))]
  const merchants = owners.filter((owner) => owner !== 'platform')
  return [
    ...wrong.map(({ id, balance }) => `${id}: exported ${sums.get(id) ?? 0n}, balance ${balance}`),
    ...(await statementMismatches(store, { exported, merchants, cuts })),
  ]
}

interface Exported {
  readonly exported: readonly ExportedPosting[]
  readonly merchants: readonly string[]
  readonly cuts: readonly number[]
}

async function statementMismatches(store: Store, { exported, merchants, cuts }: Exported): Promise<string[]> {
  const wrong: string[] = []
  for (const [at, from] of cuts.entries()) {
    const to = cuts[at + 1]
    if (to === undefined) break
    const statements: Statement[] = []
    for (const merchantId of merchants) {
      const scope = { merchantId, environment: 'test' } as const
      statements.push(await store.read((tx) => readStatement(tx, scope, { from, to })))
    }
    for (const [when, instant] of [
      ['opening', from],
      ['closing', to],
    ] as const) {
      const balances = balancesBefore(exported, instant)
      for (const statement of statements)
        for (const code of MERCHANT_CODES) {
          const expected = balances.get(merchantAccount(statement, code).id) ?? 0n
          if (statement[when][code] !== expected)
            wrong.push(
              `${statement.merchantId}: ${when} ${code} ${statement[when][code]}, postings ${expected}`,
            )
        }
      const total = statements.reduce((sum, statement) => sum + totalOf(statement[when]), 0n)
      if (total !== owedBy(balances)) wrong.push(`${when}: merchants ${total}, platform ${owedBy(balances)}`)
    }
    wrong.push(...feeMismatches(statements, exported, { from, to }))
  }
  return wrong
}

/** The fees of all statements are those that merchants paid; the operator pays for orders that it rejected. */
function feeMismatches(
  statements: readonly Statement[],
  exported: readonly ExportedPosting[],
  { from, to }: { from: number; to: number },
): string[] {
  const isMerchant = (id: string) => accountWithId(id).owner !== 'platform'
  let earned = 0n
  for (const { at, debit, credit, amount } of exported) {
    if (at < from || at >= to) continue
    if (credit === FEES && isMerchant(debit)) earned += amount
    if (debit === FEES && isMerchant(credit)) earned -= amount
  }
  const charged = statements.reduce((sum, { lines }) => sum - lines.fees - lines.withdrawal_fees, 0n)
  return earned === charged ? [] : [`fees: charged ${charged}, earned ${earned}`]
}

/** The platform's debt to all merchants, by its own accounts. */
function owedBy(balances: ReadonlyMap<string, bigint>): bigint {
  let owed = 0n
  for (const [id, balance] of balances) {
    const { owner, normal } = accountWithId(id)
    if (owner === 'platform') owed += normal === 'debit' ? balance : -balance
  }
  return owed
}

function balancesBefore(exported: readonly ExportedPosting[], end: number): Map<string, bigint> {
  const balances = new Map<string, bigint>()
  const move = (id: string, by: bigint) => balances.set(id, (balances.get(id) ?? 0n) + by)
  for (const { at, debit, credit, amount } of exported) {
    if (at >= end) continue
    move(debit, accountWithId(debit).normal === 'debit' ? amount : -amount)
    move(credit, accountWithId(credit).normal === 'credit' ? amount : -amount)
  }
  return balances
}
