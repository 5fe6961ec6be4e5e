import { merchantAccount, platformAccount } from '../ledger/account.js'
import type { LedgerTransaction } from '../ledger/ledger-entry.js'
import type { Usdt } from '../shared/money.js'
import type { Order } from './order.js'
import { feeOn, swapped } from './order-postings.js'

/** The id and the amount of a payment in the client app. */
export interface AppPaymentRef {
  readonly id: string
  readonly amount: Usdt
}

const appHoldKey = ({ id }: AppPaymentRef) => `app:${id}:hold`

/** Reserves the amount of an authorised payment. */
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

/** Settles a payment: moves the reserved amount to `available` and takes the fee. */
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

/** Voids a payment: releases the reserved amount. */
export const appVoid = (order: Order, payment: AppPaymentRef): LedgerTransaction => ({
  environment: order.environment,
  kind: 'app_void',
  key: `app:${payment.id}:void`,
  reference: payment.id,
  resolves: appHoldKey(payment),
  legs: swapped(appHold(order, payment).legs),
})
