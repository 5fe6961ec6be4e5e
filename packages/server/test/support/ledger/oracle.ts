import type { OrderRow, PostingRow, Rows, TransferRow, TreasuryTransferRow, WithdrawalRow } from './rows.js'

const OPEN_WITHDRAWALS: ReadonlySet<string> = new Set(['PENDING', 'REVIEW', 'PROCESSING', 'BROADCAST'])
/** Whether the credited amount is in the frozen account. */
const isFrozen = ({ status }: OrderRow): boolean => status === 'FROZEN'
const isCanonical = ({ orphaned_at, ignored_reason }: TransferRow | TreasuryTransferRow): boolean =>
  orphaned_at === null && ignored_reason === null
export const isConfirmed = (transfer: TransferRow | TreasuryTransferRow): boolean =>
  isCanonical(transfer) && transfer.confirmed_at !== null

/** Computes the fee by its rule, independently of the service's code. */
const feeOn = ({ kind, fee_rate }: OrderRow, amount: bigint): bigint =>
  kind === 'app' ? (amount * fee_rate) / 1_000_000n : ((amount * fee_rate) / 100_000_000n) * 100n

/** Sums by name; a name without entries has the sum 0. */
class Sums {
  private readonly sums = new Map<string, bigint>()
  add(name: string, by: bigint): void {
    this.sums.set(name, this.of(name) + by)
  }
  of(name: string): bigint {
    return this.sums.get(name) ?? 0n
  }
  names(): string[] {
    return [...this.sums.keys()]
  }
}

/** Lists violations in the rows, which may still change; empty when there are none. */
export const violations = (rows: Rows): string[] => [
  ...wrongBalances(rows),
  ...wrongSequences(rows),
  ...wrongExpectations(rows),
  ...wrongDeposits(rows),
  ...rows.orders.flatMap((order) => wrongOrder(order, rows)),
  ...wrongHolds(rows),
  ...overlappingLeases(rows),
  ...wrongLeaseCounts(rows),
]

/** The kept counts of leases are those of the rows. */
function wrongLeaseCounts({ counts, leases, orders }: Rows): string[] {
  const merchantOf = new Map(orders.map((order) => [order.id, order.merchant_id]))
  const counted = new Sums()
  for (const { order_id, released_at } of leases) {
    counted.add(`leases/${merchantOf.get(order_id)}/test`, 1n)
    if (released_at !== null) counted.add(`ended-leases/${merchantOf.get(order_id)}/test`, 1n)
  }
  const kept = new Sums()
  for (const { list, total } of counts) if (list.includes('leases/')) kept.add(list, total)
  return [...new Set([...counted.names(), ...kept.names()])]
    .filter((list) => counted.of(list) !== kept.of(list))
    .map((list) => `${list}: the counter is ${kept.of(list)}, the rows are ${counted.of(list)}`)
}

/** Each balance is the sum of its postings and not below its floor; a shortfall exists only where `available` is 0. */
function wrongBalances({ accounts, postings }: Rows): string[] {
  const moved = new Sums()
  for (const { debit, credit, amount } of postings) {
    moved.add(debit, -amount)
    moved.add(credit, amount)
  }
  const balanceOf = new Map(accounts.map(({ id, balance }) => [id, balance]))
  const unknown = moved.names().filter((id) => !balanceOf.has(id))
  const wrong = accounts.filter(({ id, normal, balance }) => {
    const sum = normal === 'credit' ? moved.of(id) : -moved.of(id)
    return sum !== balance
  })
  const low = accounts.filter(({ balance, floor }) => floor !== null && balance < floor)
  const owing = accounts.filter(
    ({ id, code, balance }) =>
      code === 'shortfall' && balance > 0n && balanceOf.get(id.replace('shortfall', 'available')) !== 0n,
  )
  return [
    ...unknown.map((id) => `${id}: postings without an account`),
    ...wrong.map(({ id, balance }) => `${id}: balance ${balance} is not the sum of its postings`),
    ...low.map(({ id, balance }) => `${id}: balance ${balance} is below its floor`),
    ...owing.map(({ id }) => `${id}: has a shortfall while the available balance is above 0`),
  ]
}

function wrongSequences({ postings, transactions }: Rows): string[] {
  const counts = new Sums()
  const gaps: string[] = []
  for (const { transaction_id, sequence } of postings) {
    counts.add(transaction_id, 1n)
    if (counts.of(transaction_id) !== sequence)
      gaps.push(`${transaction_id}: a gap before posting ${sequence}`)
  }
  const known = new Set(transactions.map(({ id }) => id))
  const empty = transactions.filter(({ id }) => counts.of(id) === 0n)
  return [
    ...gaps,
    ...empty.map(({ id, key }) => `${id} ${key}: no postings`),
    ...counts.names().flatMap((id) => (known.has(id) ? [] : [`${id}: postings of no transaction`])),
  ]
}

/** Compares every account with the sum expected from orders, transfers, withdrawals and payments alone. */
function wrongExpectations(rows: Rows): string[] {
  const expected = new Sums()
  for (const order of rows.orders) expectOrder(expected, order)
  for (const transfer of rows.transfers.filter(isConfirmed)) {
    expected.add(`platform/custody:${transfer.network}`, transfer.value)
    if (transfer.order_id === null && transfer.attributed_to === null)
      expected.add(`platform/suspense:${transfer.network}`, transfer.value)
  }
  for (const transfer of rows.treasuryTransfers.filter(isConfirmed))
    expectTreasuryTransfer(expected, transfer)
  for (const withdrawal of rows.withdrawals) expectWithdrawal(expected, withdrawal)
  const merchantOf = new Map(rows.orders.map(({ id, merchant_id }) => [id, merchant_id]))
  for (const { order_id, status, amount } of rows.payments) {
    if (status !== 'VOIDED') expected.add('platform/app_rail', amount)
    if (status === 'AUTHORISED') expected.add(`${merchantOf.get(order_id)}/held`, amount)
  }
  const actual = new Sums()
  for (const { owner, code, balance } of rows.accounts) {
    // A shortfall was taken from `available` beyond 0.
    if (code === 'shortfall') actual.add(`${owner}/available`, -balance)
    else actual.add(`${owner}/${code}`, balance)
  }
  return [...new Set([...expected.names(), ...actual.names()])]
    .filter((name) => expected.of(name) !== actual.of(name))
    .map((name) => `${name}: holds ${actual.of(name)}, should hold ${expected.of(name)}`)
}

function expectOrder(expected: Sums, order: OrderRow): void {
  const fee = feeOn(order, order.confirmed)
  const credited = order.confirmed - fee
  expected.add('platform/fees', fee)
  if (order.rejected_at !== null) expected.add(`platform/operator:${order.network}`, -credited)
  else expected.add(`${order.merchant_id}/${isFrozen(order) ? 'frozen' : 'available'}`, credited)
}

/** A transfer between our own addresses stays in custody. */
function expectTreasuryTransfer(expected: Sums, { network, kind, value }: TreasuryTransferRow): void {
  if (kind === 'move') return
  expected.add(`platform/custody:${network}`, kind === 'topup' ? value : -value)
  if (kind === 'topup') expected.add(`platform/operator:${network}`, -value)
  else if (kind === 'sweep') expected.add(`platform/operator:${network}`, value)
  else expected.add(`platform/suspense:${network}`, -value)
}

function expectWithdrawal(
  expected: Sums,
  { merchant_id, network, status, amount, fee }: WithdrawalRow,
): void {
  const isOpen = OPEN_WITHDRAWALS.has(status)
  if (isOpen) expected.add(`${merchant_id}/held`, amount + fee)
  if (isOpen || status === 'COMPLETED') expected.add(`${merchant_id}/available`, -amount - fee)
  if (status !== 'COMPLETED') return
  expected.add('platform/fees', fee)
  expected.add(`platform/custody:${network}`, -amount)
}

/** Each confirmed transfer has one deposit of its value that is not reversed; every other transfer has none. */
function wrongDeposits({ transfers, transactions, postings }: Rows): string[] {
  const reversed = new Set(transactions.map(({ reverses }) => reverses))
  const standing = transactions.filter(({ id, kind }) => kind === 'deposit' && !reversed.has(id))
  const keyOf = new Map(standing.map(({ id, key }) => [id, key]))
  const custody = (account: string) => account.includes('/custody:')
  const posted = new Sums()
  for (const { transaction_id, debit, amount } of postings) {
    const key = keyOf.get(transaction_id)
    if (key !== undefined && custody(debit)) posted.add(key, amount)
  }
  const owed = new Sums()
  for (const { network, tx_hash, log_index, incarnation, value } of transfers.filter(isConfirmed)) {
    owed.add(`deposit:${network}:${tx_hash}:${log_index}:${incarnation}`, value)
  }
  return [...new Set([...posted.names(), ...owed.names()])]
    .filter((key) => posted.of(key) !== owed.of(key))
    .map((key) => `${key}: posted ${posted.of(key)}, should be ${owed.of(key)}`)
}

function wrongOrder(order: OrderRow, rows: Rows): string[] {
  const transfers = rows.transfers.filter((one) => one.order_id === order.id && isCanonical(one))
  const payments = rows.payments.filter((one) => one.order_id === order.id)
  const confirmedTransfers = transfers.filter(isConfirmed)
  const paidInApp = total(payments.filter(({ status }) => status === 'SETTLED').map(({ amount }) => amount))
  const received = total(transfers.map(({ value }) => value)) + paidInApp
  const confirmed = total(confirmedTransfers.map(({ value }) => value)) + paidInApp
  const credited = order.rejected_at === null ? confirmed - feeOn(order, confirmed) : 0n
  const inFlight = transfers.filter(({ confirmed_at, late }) => confirmed_at === null && late === 0n)
  const isAuthorised = payments.some(({ status }) => status === 'AUTHORISED')
  const checks: [boolean, string][] = [
    [order.received === received, `received ${order.received}, should be ${received}`],
    [order.confirmed === confirmed, `confirmed ${order.confirmed}, should be ${confirmed}`],
    [order.credited === credited, `credited ${order.credited}, should be ${credited}`],
    [fits(order, inFlight.length > 0, isAuthorised), `cannot be ${order.status}`],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, text]) => `order ${order.id}: ${text}`)
}

/** Whether the amounts of an order, and the payments under way for it, allow its status. */
function fits(order: OrderRow, isInFlight: boolean, isAuthorised: boolean): boolean {
  const { status, confirmed, min_due, window_ended_at, kind } = order
  const isPaid = min_due === null ? confirmed > 0n : confirmed >= min_due
  const hasEnded = window_ended_at !== null
  switch (status) {
    case 'OPEN':
      return !isPaid && !isInFlight && !isAuthorised
    case 'PENDING_CONFIRM':
      return kind === 'app' && isAuthorised
    case 'CONFIRMING':
      return kind === 'on-chain' && isInFlight && !isPaid
    case 'PAID':
      return isPaid
    case 'EXPIRED_PAID':
      return isPaid && hasEnded
    case 'EXPIRED':
      return confirmed === 0n && hasEnded
    case 'UNDERPAID':
      return confirmed > 0n && !isPaid && hasEnded
    case 'FROZEN':
      return kind === 'on-chain'
    case 'PENDING':
      return false
  }
}

/** A payment under way has one unresolved hold; a payment that ended has one resolution of its kind. */
function wrongHolds({ transactions, postings, withdrawals, payments }: Rows): string[] {
  const byKey = new Map(transactions.map((one) => [one.key, one]))
  const resolutionOf = new Map(transactions.map((one) => [one.resolves, one.kind]))
  const amountOf = (id: string) => total(postings.filter(isOf(id)).map(({ amount }) => amount))
  const check = (name: string, hold: { key: string; amount: bigint; resolution: string | undefined }) => {
    const found = byKey.get(hold.key)
    if (!found) return [`${name}: has no hold`]
    const wrong = amountOf(found.id) === hold.amount ? [] : [`${name}: holds another amount`]
    const kind = resolutionOf.get(found.id)
    return kind === hold.resolution ? wrong : [...wrong, `${name}: its hold ended as ${kind}`]
  }
  return [
    ...withdrawals.flatMap(({ id, status, amount, fee }) =>
      check(`withdrawal ${id} ${status}`, {
        key: `withdrawal:${id}:hold`,
        amount: amount + fee,
        resolution: OPEN_WITHDRAWALS.has(status)
          ? undefined
          : status === 'COMPLETED'
            ? 'withdrawal_settle'
            : 'withdrawal_release',
      }),
    ),
    ...payments.flatMap(({ id, status, amount }) =>
      check(`payment ${id} ${status}`, {
        key: `app:${id}:hold`,
        amount,
        resolution: { AUTHORISED: undefined, SETTLED: 'app_settle', VOIDED: 'app_void' }[status],
      }),
    ),
  ]
}

const isOf = (id: string) => (posting: PostingRow) => posting.transaction_id === id

/** An address belongs to one order at a time. */
function overlappingLeases({ leases }: Rows): string[] {
  return leases.flatMap((lease, at) => {
    const before = leases[at - 1]
    if (before?.address_id !== lease.address_id) return []
    const isFree = before.until_at !== null && before.until_at <= lease.from_at
    return isFree ? [] : [`orders ${before.order_id} and ${lease.order_id} share an address`]
  })
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
