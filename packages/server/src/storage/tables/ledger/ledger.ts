import { MERCHANT_CODES } from '../../../domain/ledger/account.js'
import type { RecordedPosting, TransactionKind } from '../../../domain/ledger/ledger-entry.js'
import { usdt } from '../../../domain/shared/money.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { LedgerTable, MerchantSum } from '../../../domain/store/ledger-tables.js'
import { placeholders, type Sql } from '../../sql.js'

interface BalanceRow {
  id: string
  balance: bigint
}

export interface PostingRow {
  transaction_id: string
  environment: Environment
  sequence: bigint
  debit_account: string
  credit_account: string
  amount: bigint
  kind: TransactionKind
  idempotency_key: string
  created_at: bigint
}

/** The most postings with one reference that one query reads. */
const MOST = 10_000

export function ledgerTable(sql: Sql): LedgerTable {
  let hasBegun = false
  const lockOne = (id: string) =>
    sql.get<BalanceRow>('UPDATE ledger_accounts SET balance = balance WHERE id = ? RETURNING id, balance', id)
  const idOf = 'SELECT id FROM ledger_transactions WHERE environment = ? AND idempotency_key = ?'

  return {
    begin() {
      if (hasBegun) throw new Error('a unit of work posts to the ledger once')
      hasBegun = true
    },
    async insertTransaction(entry) {
      const { environment } = entry
      const inserted = await sql.get<{ resolves: string | null; reverses: string | null }>(
        `INSERT INTO ledger_transactions
           (id, environment, kind, reference, created_at, idempotency_key, input_hash, resolves, reverses)
         VALUES (?, ?, ?, ?, ?, ?, ?, (${idOf}), (${idOf}))
         ON CONFLICT (environment, idempotency_key) DO NOTHING RETURNING resolves, reverses`,
        entry.id,
        environment,
        entry.kind,
        entry.reference,
        entry.createdAt,
        entry.key,
        entry.inputHash,
        environment,
        entry.resolves ?? null,
        environment,
        entry.reverses ?? null,
      )
      if (inserted) {
        requireNamed(entry.resolves, inserted.resolves)
        requireNamed(entry.reverses, inserted.reverses)
        return undefined
      }
      const known = await sql.get<{ input_hash: string }>(
        'SELECT input_hash FROM ledger_transactions WHERE environment = ? AND idempotency_key = ?',
        environment,
        entry.key,
      )
      return known?.input_hash
    },
    async lock(accounts) {
      const balances = new Map<string, bigint>()
      for (const account of accounts) {
        let row = await lockOne(account.id)
        if (!row) {
          // Two units of work that create the same account may conflict in any of its unique columns, so none is named.
          await sql.run(
            `INSERT INTO ledger_accounts (id, environment, owner, code, normal, floor) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING`,
            account.id,
            account.environment,
            account.owner,
            account.code,
            account.normal,
            account.floor,
          )
          row = await lockOne(account.id)
        }
        balances.set(account.id, row?.balance ?? 0n)
      }
      return balances
    },
    async move(account, delta) {
      const moved = await sql.run(
        `UPDATE ledger_accounts SET balance = balance + ?
         WHERE id = ? AND (floor IS NULL OR balance + ? >= floor)`,
        delta,
        account.id,
        delta,
      )
      return moved === 1
    },
    async insertPostings(postings) {
      for (const { transactionId, environment, sequence, debit, credit, amount } of postings) {
        await sql.run(
          `INSERT INTO ledger_postings (transaction_id, sequence, environment, debit_account, credit_account, amount)
           VALUES (?, ?, ?, ?, ?, ?)`,
          transactionId,
          sequence,
          environment,
          debit,
          credit,
          amount,
        )
      }
    },
    async balances(ids) {
      const rows = await sql.all<BalanceRow>(
        `SELECT id, balance FROM ledger_accounts WHERE id IN (${placeholders(ids.length)})`,
        ...ids,
      )
      return new Map(rows.map((row) => [row.id, row.balance]))
    },
    sumMerchants() {
      return sql.all<MerchantSum>(
        `SELECT environment, code, CAST(SUM(balance) AS BIGINT) AS total FROM ledger_accounts
         WHERE code IN (${placeholders(MERCHANT_CODES.length)}) GROUP BY environment, code`,
        ...MERCHANT_CODES,
      )
    },
    async listByReference(reference) {
      const rows = await sql.all<PostingRow>(
        `SELECT ledger_postings.*, ledger_transactions.kind, ledger_transactions.idempotency_key,
           ledger_transactions.created_at
         FROM ledger_transactions JOIN ledger_postings ON ledger_postings.transaction_id = ledger_transactions.id
         WHERE ledger_transactions.reference = ? ORDER BY ledger_transactions.id, ledger_postings.sequence LIMIT ?`,
        reference,
        MOST,
      )
      return rows.map(toPosting)
    },
  }
}

export const toPosting = (row: PostingRow): RecordedPosting => ({
  transactionId: row.transaction_id,
  environment: row.environment,
  sequence: Number(row.sequence),
  debit: row.debit_account,
  credit: row.credit_account,
  amount: usdt(row.amount),
  kind: row.kind,
  key: row.idempotency_key,
  postedAt: Number(row.created_at),
})

/** @throws Error when the ledger transaction that another one resolves or reverses does not exist */
function requireNamed(key: string | undefined, id: string | null): void {
  if (key !== undefined && id === null) throw new Error(`the ledger has no transaction ${key}`)
}
