import { type TransferIdentity, transferReference } from '../chain/transfer.js'
import { type Account, accountWithId, merchantAccount, platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import { appFee, chainFee, subtract, type Usdt, ZERO } from '../shared/money.js'
import type { OnChainOrder, Order } from './order.js'

const depositKey = (transfer: TransferIdentity): string => `deposit:${transferReference(transfer)}`
const attributionKey = (transfer: TransferIdentity): string => `attribute:${depositKey(transfer)}`
/** Fields of a ledger transaction that reverses the one with that key. */
export const reversalOf = (key: string) =>
  ({ kind: 'reverse', key: `reverse:${key}`, reverses: key }) as const

/** Returns the fee on the confirmed total of an order. The fee is rounded once per order, not per transfer. */
export const feeOn = (order: Order, confirmed: Usdt): Usdt =>
  order.kind === 'on-chain' ? chainFee(confirmed, order.feeRate) : appFee(confirmed, order.feeRate)

/** Posts a confirmed transfer to suspense, because no order takes it. */
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

/** Reverses the suspense posting of an orphaned transfer, and its attribution to an account. */
export function suspenseReversals(
  transfer: TransferIdentity & { value: Usdt; attributedTo: string | null },
  hasOrder: boolean,
): LedgerTransaction[] {
  const { attributedTo } = transfer
  if (attributedTo === null) return hasOrder ? [] : [suspenseReversal(transfer)]
  const attributed = hasOrder ? [] : [attributionReversal(transfer, accountWithId(attributedTo))]
  return [...attributed, suspenseReversal(transfer)]
}

function suspenseReversal(transfer: TransferIdentity & { value: Usdt }): LedgerTransaction {
  const { legs, ...deposit } = suspenseDeposit(transfer)
  return { ...deposit, ...reversalOf(deposit.key), legs: swapped(legs) }
}

/** Posts a transfer from suspense to the account that the operator named. */
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

/** Returns the account that holds the credited money of an order. */
export function accountOf(order: Order): Account {
  if (order.kind === 'on-chain' && order.rejectedAt !== null) return operatorAccount(order)
  return merchantAccount(order, order.status === 'FROZEN' ? 'frozen' : 'available')
}

/**
 * Posts a confirmed transfer of an order to the merchant, and the resulting increase of the order's fee.
 *
 * @param before the order without the transfer in `confirmed`
 * @param isAttributed the operator attributed the transfer, so its value comes from suspense
 */
export function deposit(
  before: OnChainOrder,
  transfer: TransferIdentity & { value: Usdt },
  isAttributed: boolean,
): LedgerTransaction {
  const account = accountOf(before)
  const { legs, ...entry } = isAttributed ? attribution(transfer, account) : suspenseDeposit(transfer)
  const fees = platformAccount(transfer.environment, 'fees')
  const fee = feeIncrease(before, transfer.value)
  return {
    ...entry,
    reference: before.id,
    legs: [
      ...legs.map((leg) => ({ ...leg, credit: account })),
      { debit: account, credit: fees, amount: fee },
    ],
  }
}

/**
 * Reverses the deposit of a credited transfer that left the chain, including its fee.
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
  // The fee is returned first, so that less goes to `shortfall`.
  return { ...entry, ...reversalOf(entry.key), legs: swapped(legs).reverse() }
}

/** Moves the credited money of an order under review to `frozen`. */
export const freeze = (order: Order, version: number, credited: Usdt): LedgerTransaction[] =>
  review(order, 'freeze', `freeze:${order.id}:${version}`, credited, {
    debit: merchantAccount(order, 'available'),
    credit: merchantAccount(order, 'frozen'),
  })

/** Moves the money of a cleared order back to `available`. */
export const clear = (order: Order, version: number, credited: Usdt): LedgerTransaction[] =>
  review(order, 'clear', `clear:${order.id}:${version}`, credited, {
    debit: merchantAccount(order, 'frozen'),
    credit: merchantAccount(order, 'available'),
  })

/** Moves the money of a rejected order to the operator, who returns it or hands it over. */
export const reject = (order: OnChainOrder, credited: Usdt): LedgerTransaction[] =>
  review(order, 'reject', `reject:${order.id}`, credited, {
    debit: merchantAccount(order, 'frozen'),
    credit: operatorAccount(order),
  })

const operatorAccount = ({ environment, network }: OnChainOrder): Account =>
  platformAccount(environment, `operator:${network}`)

const feeIncrease = (before: OnChainOrder, value: Usdt): Usdt => {
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

/** Returns legs with debit and credit exchanged. */
export const swapped = (legs: LedgerTransaction['legs']) =>
  legs.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }))
