import Database from 'better-sqlite3'
import { migrateDatabase } from '../../../src/storage/open.js'

const MERCHANTS = 1_000
/** Postings of three stories, one for each value of `n % 3`. */
const POSTINGS_OF_THREE = 14

/**
 * Writes a ledger of at least `postings` postings into a new SQLite file, by SQL alone. In each story a merchant is
 * paid an order of 25 USDT. Then a payment of 10 USDT in the client app is settled, a withdrawal of 10 USDT is completed,
 * or the order is frozen and cleared: one of the three in turn.
 */
export async function writeHistory(file: string, postings: number): Promise<void> {
  await migrateDatabase({ engine: 'sqlite', file }, 0)
  const db = new Database(file)
  db.pragma('journal_mode = OFF')
  db.pragma('foreign_keys = OFF')
  const last = Math.ceil((postings * 3) / POSTINGS_OF_THREE)
  db.exec(`CREATE TEMP TABLE stories AS
    WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ${last})
    SELECT n, n % ${MERCHANTS} AS m FROM counted`)
  for (const statement of HISTORY) db.exec(statement)
  db.close()
}

/** SQL for an id as long as the server's own, ascending with `n`. */
const id = (kind: number, n = 'n') =>
  `printf('0198%04x-%04x-7000-8000-%012x', ${n} / 65536, ${n} % 65536, ${kind})`
const [MERCHANT, ORDER, ADDRESS, APP_ORDER, PAYMENT, WITHDRAWAL] = [1, 2, 3, 4, 5, 6] as const
const EVENT_OFFSET = 100

const own = (code: string) => `'live/' || ${id(MERCHANT, 'm')} || '/${code}'`
const platform = (code: string) => `'live/platform/${code}'`
const [AVAILABLE, HELD, FROZEN] = [own('available'), own('held'), own('frozen')]
const [CUSTODY, FEES, RAIL] = [platform('custody:TRC20'), platform('fees'), platform('app_rail')]

interface Template {
  readonly kind: string
  /** Numbers of the transaction's id and of the id that it refers to. */
  readonly ids: readonly [number, number]
  /** Remainder `n % 3` of the stories that have it; all stories where undefined. */
  readonly remainder: number | undefined
  readonly key: string
  readonly resolves?: number
  readonly legs: readonly (readonly [debit: string, credit: string, amount: number])[]
}

const TEMPLATES: readonly Template[] = [
  {
    kind: 'deposit',
    ids: [20, ORDER],
    remainder: undefined,
    key: "'deposit:TRC20:' || printf('%064x', n) || ':0:1'",
    legs: [
      [CUSTODY, AVAILABLE, 2_500_000_000],
      [AVAILABLE, FEES, 25_000_000],
    ],
  },
  {
    kind: 'app_hold',
    ids: [21, PAYMENT],
    remainder: 0,
    key: `'app:' || ${id(PAYMENT)} || ':hold'`,
    legs: [[RAIL, HELD, 1_000_000_000]],
  },
  {
    kind: 'app_settle',
    ids: [22, PAYMENT],
    remainder: 0,
    key: `'app:' || ${id(PAYMENT)} || ':settle'`,
    resolves: 21,
    legs: [
      [HELD, AVAILABLE, 1_000_000_000],
      [AVAILABLE, FEES, 10_000_000],
    ],
  },
  {
    kind: 'withdrawal_hold',
    ids: [23, WITHDRAWAL],
    remainder: 1,
    key: `'withdrawal:' || ${id(WITHDRAWAL)} || ':hold'`,
    legs: [[AVAILABLE, HELD, 1_150_000_000]],
  },
  {
    kind: 'withdrawal_settle',
    ids: [24, WITHDRAWAL],
    remainder: 1,
    key: `'withdrawal:' || ${id(WITHDRAWAL)} || ':settle'`,
    resolves: 23,
    legs: [
      [HELD, CUSTODY, 1_000_000_000],
      [HELD, FEES, 150_000_000],
    ],
  },
  {
    kind: 'freeze',
    ids: [25, ORDER],
    remainder: 2,
    key: `'freeze:' || ${id(ORDER)} || ':5'`,
    legs: [[AVAILABLE, FROZEN, 2_475_000_000]],
  },
  {
    kind: 'clear',
    ids: [26, ORDER],
    remainder: 2,
    key: `'clear:' || ${id(ORDER)} || ':6'`,
    legs: [[FROZEN, AVAILABLE, 2_475_000_000]],
  },
]

const storiesOf = (remainder: number | undefined) =>
  remainder === undefined ? 'stories' : `stories WHERE n % 3 = ${remainder}`

const transactionRows = ({ kind, ids: [own, about], remainder, key, resolves }: Template) =>
  `SELECT ${id(own)}, 'live', '${kind}', ${id(about)}, n, ${key}, printf('%064x', n),
    ${resolves === undefined ? 'NULL' : id(resolves)}, NULL FROM ${storiesOf(remainder)}`

const postingRows = ({ ids: [own], remainder, legs }: Template) =>
  legs.map(
    ([debit, credit, amount], at) =>
      `SELECT ${id(own)}, ${at + 1}, 'live', ${debit}, ${credit}, ${amount} FROM ${storiesOf(remainder)}`,
  )

const eventRows = (event: string, about: number, remainder: number | undefined) =>
  `SELECT ${id(about + EVENT_OFFSET)}, ${id(MERCHANT, 'm')}, 'live', '${event}', ${id(about)},
    printf('%.*c', 600, 'x'), n FROM ${storiesOf(remainder)}`

const inOrder = (rows: readonly string[]) => `SELECT * FROM (${rows.join(' UNION ALL ')}) ORDER BY 1`
const accounts = (owner: string, code: string, normal: string, floor: string) =>
  `INSERT INTO ledger_accounts (id, environment, owner, code, normal, floor)
   SELECT DISTINCT 'live/' || ${owner} || '/${code}', 'live', ${owner}, '${code}', '${normal}', ${floor} FROM stories`

const HISTORY = [
  `INSERT INTO merchants (id, platform_user_id, name, email, status, tier, activated_at, created_at, updated_at)
   SELECT DISTINCT ${id(MERCHANT, 'm')}, printf('user-%d', m), 'Ada', 'ada@books.example',
     'ACTIVE', 'BASIC', 0, 0, 0 FROM stories`,
  `INSERT INTO addresses (id, environment, network, derivation_index, address, free_at)
   SELECT ${id(ADDRESS)}, 'live', 'TRC20', n + 1, printf('T%033d', n), NULL FROM stories`,
  `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
     fee_rate, network, address_id, checkout_token, tolerance, min_due, depth, metadata, expire_at, paid_at, created_at,
     updated_at, version)
   SELECT ${id(ORDER)}, ${id(MERCHANT, 'm')}, 'live', 'on-chain', printf('ord_%012d', n), 'PAID', 2500000000,
     2500000000, 2500000000, 2475000000, 10000, 'TRC20', ${id(ADDRESS)}, printf('%032d', n), 0, 2500000000, 19, '{}',
     n + 1800000, n, n, n, 6 FROM stories`,
  `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
     fee_rate, amount_mode, scale, amount_min, amount_max, metadata, expire_at, paid_at, created_at, updated_at, version)
   SELECT ${id(APP_ORDER)}, ${id(MERCHANT, 'm')}, 'live', 'app', printf('app_%012d', n), 'PAID', 1000000000, 1000000000,
     1000000000, 990000000, 10000, 'FIXED', 2, 1, 20000000000000, '{}', n + 1800000, n, n, n, 3 FROM ${storiesOf(0)}`,
  `INSERT INTO paid_sums (merchant_id, environment, from_at, orders, paid)
   SELECT merchant_id, environment, paid_at / 900000 * 900000, COUNT(*), SUM(confirmed) FROM orders GROUP BY 1, 2, 3`,
  `INSERT INTO address_leases (order_id, address_id, from_at, released_at, until_at)
   SELECT ${id(ORDER)}, ${id(ADDRESS)}, n, n + 1, n + 604800000 FROM stories`,
  `INSERT INTO transfers (environment, network, tx_hash, log_index, from_address, to_address, value, block_number,
     block_hash, block_time, incarnation, order_id, late, flagged, screened_at, due_block, confirmed_at)
   SELECT 'live', 'TRC20', printf('%064x', n), 0, 'T', printf('T%033d', n), 2500000000, n, printf('%064x', n), n, 1,
     ${id(ORDER)}, 0, 0, n, n + 18, n FROM stories`,
  `INSERT INTO app_payments (id, order_id, environment, status, amount, payer_reference, remark, created_at, updated_at)
   SELECT ${id(PAYMENT)}, ${id(APP_ORDER)}, 'live', 'SETTLED', 1000000000, 'payer', NULL, n, n
   FROM ${storiesOf(0)}`,
  `INSERT INTO withdrawals (id, merchant_id, environment, withdrawal_number, status, amount, fee, network,
     destination_address, tx_hash, confirmations, metadata, created_at, updated_at, completed_at, version)
   SELECT ${id(WITHDRAWAL)}, ${id(MERCHANT, 'm')}, 'live', printf('wdr_%012d', n), 'COMPLETED', 1000000000, 150000000,
     'TRC20', 'T', printf('%064x', n), 19, '{}', n, n, n, 4
   FROM ${storiesOf(1)}`,
  `INSERT INTO signed_transactions (tx_hash, withdrawal_id, kind, environment, network, wallet, nonce, raw, created_at)
   SELECT printf('%064x', n), ${id(WITHDRAWAL)}, 'payment', 'live', 'TRC20', 'T', n, printf('%.*c', 400, 'x'), n
   FROM ${storiesOf(1)}`,
  `INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at) ${inOrder([
    eventRows('payment.confirmed', ORDER, undefined),
    eventRows('payment.confirmed', APP_ORDER, 0),
    eventRows('withdrawal.completed', WITHDRAWAL, 1),
  ])}`,
  ...['available', 'held', 'frozen'].map((code) => accounts(id(MERCHANT, 'm'), code, 'credit', '0')),
  accounts("'platform'", 'custody:TRC20', 'debit', 'NULL'),
  accounts("'platform'", 'app_rail', 'debit', 'NULL'),
  accounts("'platform'", 'fees', 'credit', 'NULL'),
  `INSERT INTO ledger_transactions
     (id, environment, kind, reference, created_at, idempotency_key, input_hash, resolves, reverses)
   ${inOrder(TEMPLATES.map(transactionRows))}`,
  `INSERT INTO ledger_postings (transaction_id, sequence, environment, debit_account, credit_account, amount)
   ${inOrder(TEMPLATES.flatMap(postingRows))}, 2`,
  `UPDATE ledger_accounts SET balance = CASE normal WHEN 'debit' THEN net ELSE -net END
   FROM (SELECT account, SUM(amount) AS net
     FROM (SELECT debit_account AS account, amount FROM ledger_postings
       UNION ALL SELECT credit_account, -amount FROM ledger_postings) GROUP BY account) AS moved
   WHERE moved.account = ledger_accounts.id`,
]
