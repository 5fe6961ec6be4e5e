import { type Account, accountWithId, merchantAccount, platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { type TransferIdentity, transferReference } from '../payments/transfer.js'
import { appFee, chainFee, subtract, type Usdt, ZERO } from '../shared/money.js'
import type { OnChainOrder, Order } from './order.js'

const depositKey = (transfer: TransferIdentity): string => `deposit:${transferReference(transfer)}`
const attributionKey = (transfer: TransferIdentity): string => `attribute:${depositKey(transfer)}`
/** What makes a ledger transaction take back the one of that key. */
export const reversalOf = (key: string) =>
  ({ kind: 'reverse', key: `reverse:${key}`, reverses: key }) as const

/** The fee on everything that was confirmed: rounding is the order's, not the transfer's. */
export const feeOn = (order: Order, confirmed: Usdt): Usdt =>
  order.kind === 'on-chain' ? chainFee(confirmed, order.feeRate) : appFee(confirmed, order.feeRate)

/** A confirmed transfer that belongs to nobody yet. */
export function suspenseDeposit(transfer: TransferIdentity & { value: Usdt }): LedgerTransaction {
  const { environment, network, value: amount } = transfer
  const debit = platformAccount(environment, `custody:${network}`)
  const credit = platformAccount(environment, `suspense:${network}`)
  const key = depositKey(transfer)
  return {
    environment,
    kind: 'deposit',
    key,
    reference: transferReference(transfer),
    legs: [{ debit, credit, amount }],
  }
}

/** What takes a transfer that left the chain back out of suspense, and out of the account that it was given to. */
export function suspenseReversals(
  transfer: TransferIdentity & { value: Usdt; attributedTo: string | null },
  hasOrder: boolean,
): LedgerTransaction[] {
  const { attributedTo } = transfer
  if (attributedTo === null) return hasOrder ? [] : [suspenseReversal(transfer)]
  const given = hasOrder ? [] : [attributionReversal(transfer, accountWithId(attributedTo))]
  return [...given, suspenseReversal(transfer)]
}

/** Takes a deposit to suspense back. */
function suspenseReversal(transfer: TransferIdentity & { value: Usdt }): LedgerTransaction {
  const { legs, ...deposit } = suspenseDeposit(transfer)
  return { ...deposit, ...reversalOf(deposit.key), legs: swapped(legs) }
}

/** Money of an unexplained transfer goes to the account that the operator named. */
export function attribution(
  transfer: TransferIdentity & { value: Usdt },
  credit: Account,
): LedgerTransaction {
  const { environment, network, value: amount } = transfer
  const debit = platformAccount(environment, `suspense:${network}`)
  const legs = [{ debit, credit, amount }]
  return {
    environment,
    kind: 'attribute',
    key: attributionKey(transfer),
    reference: transferReference(transfer),
    legs,
  }
}

function attributionReversal(
  transfer: TransferIdentity & { value: Usdt },
  credit: Account,
): LedgerTransaction {
  const { legs, ...attributed } = attribution(transfer, credit)
  return { ...attributed, ...reversalOf(attributed.key), legs: swapped(legs) }
}

/** Where the credited money of an order lies. */
export function accountOf(order: Order): Account {
  if (order.kind === 'on-chain' && order.rejectedAt !== null) return operatorAccount(order)
  return merchantAccount(order, order.status === 'FROZEN' ? 'frozen' : 'available')
}

/**
 * A transfer settles for an order: its value from where it lies to the merchant, and what the order's fee grows by.
 *
 * @param before the order without the transfer in `confirmed`
 * @param isAttributed it lies in suspense, and the operator says whose it is
 */
export function deposit(
  before: OnChainOrder,
  transfer: TransferIdentity & { value: Usdt },
  isAttributed: boolean,
): LedgerTransaction {
  const account = accountOf(before)
  const { legs, ...entry } = isAttributed ? attribution(transfer, account) : suspenseDeposit(transfer)
  const fees = platformAccount(transfer.environment, 'fees')
  const more = feeGrowth(before, transfer.value)
  return {
    ...entry,
    reference: before.id,
    legs: [
      ...legs.map((leg) => ({ ...leg, credit: account })),
      { debit: account, credit: fees, amount: more },
    ],
  }
}

/**
 * A credited transfer left the chain: its value goes back where it came from, with the fee it had brought.
 *
 * @param before the order with the transfer in `confirmed`
 */
export function depositReversal(
  before: OnChainOrder,
  transfer: TransferIdentity & { value: Usdt },
  isAttributed: boolean,
): LedgerTransaction {
  const without = { ...before, confirmed: subtract(before.confirmed, transfer.value) }
  const { legs, ...entry } = deposit(without, transfer, isAttributed)
  // Back to front: the fee returns first, so that less has to be owed.
  return { ...entry, ...reversalOf(entry.key), legs: swapped(legs).reverse() }
}

/** Everything credited to the order comes under review. */
export const freeze = (order: Order, version: number, credited: Usdt): LedgerTransaction[] =>
  review(order, 'freeze', `freeze:${order.id}:${version}`, credited, {
    debit: merchantAccount(order, 'available'),
    credit: merchantAccount(order, 'frozen'),
  })

/** The review ended well. */
export const clear = (order: Order, version: number, credited: Usdt): LedgerTransaction[] =>
  review(order, 'clear', `clear:${order.id}:${version}`, credited, {
    debit: merchantAccount(order, 'frozen'),
    credit: merchantAccount(order, 'available'),
  })

/** The review ended badly: the operator keeps the money to give it back or hand it over. */
export const reject = (order: OnChainOrder, credited: Usdt): LedgerTransaction[] =>
  review(order, 'reject', `reject:${order.id}`, credited, {
    debit: merchantAccount(order, 'frozen'),
    credit: operatorAccount(order),
  })

/** Which payment in the client app, and how much. */
export interface AppPaymentRef {
  readonly id: string
  readonly amount: Usdt
}
const appHoldKey = ({ id }: AppPaymentRef) => `app:${id}:hold`

export const appHold = (order: Order, payment: AppPaymentRef): LedgerTransaction => ({
  environment: order.environment,
  kind: 'app_hold',
  key: appHoldKey(payment),
  reference: payment.id,
  legs: [
    {
      debit: platformAccount(order.environment, 'app_rail'),
      credit: merchantAccount(order, 'held'),
      amount: payment.amount,
    },
  ],
})

export const appSettle = (order: Order, payment: AppPaymentRef): LedgerTransaction => ({
  environment: order.environment,
  kind: 'app_settle',
  key: `app:${payment.id}:settle`,
  reference: payment.id,
  resolves: appHoldKey(payment),
  legs: [
    {
      debit: merchantAccount(order, 'held'),
      credit: merchantAccount(order, 'available'),
      amount: payment.amount,
    },
    {
      debit: merchantAccount(order, 'available'),
      credit: platformAccount(order.environment, 'fees'),
      amount: feeOn(order, payment.amount),
    },
  ],
})

export const appVoid = (order: Order, payment: AppPaymentRef): LedgerTransaction => ({
  environment: order.environment,
  kind: 'app_void',
  key: `app:${payment.id}:void`,
  reference: payment.id,
  resolves: appHoldKey(payment),
  legs: swapped(appHold(order, payment).legs),
})

const operatorAccount = ({ environment, network }: OnChainOrder): Account =>
  platformAccount(environment, `operator:${network}`)

const feeGrowth = (before: OnChainOrder, value: Usdt): Usdt => {
  const after = (before.confirmed + value) as Usdt // a sum of two amounts
  return subtract(feeOn(before, after), feeOn(before, before.confirmed))
}

function review(
  order: Order,
  kind: 'freeze' | 'clear' | 'reject',
  key: string,
  amount: Usdt,
  accounts: { debit: Account; credit: Account },
): LedgerTransaction[] {
  if (amount === ZERO) return []
  return [{ environment: order.environment, kind, key, reference: order.id, legs: [{ ...accounts, amount }] }]
}

const swapped = (legs: LedgerTransaction['legs']) =>
  legs.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }))
