import type { OperatorAction } from './access/actions.js'
import { attentionCount, attentionPage } from './attention/attention-page.js'
import { auditCsv, auditPage } from './audit/audit-page.js'
import { deliveriesPage } from './deliveries/deliveries-page.js'
import { resendAction, resendFailedAction } from './deliveries/delivery-actions.js'
import { deliveriesCount, deliveriesCsv } from './deliveries/find-deliveries.js'
import { attributeAction } from './ledger/attribute-action.js'
import { ledgerCsv, ledgerPage } from './ledger/ledger-page.js'
import { removeDestinationAction } from './merchants/destination-action.js'
import { createKeyAction, revokeKeyAction, rotateSecretAction } from './merchants/key-actions.js'
import { activateAction, suspendAction, tierAction } from './merchants/merchant-actions.js'
import { merchantPage } from './merchants/merchant-page.js'
import { merchantsPage } from './merchants/merchants-page.js'
import { signInLinkAction } from './merchants/sign-in-link-action.js'
import { clearAction, refundAction, rejectOrderAction } from './orders/order-actions.js'
import { orderPage } from './orders/order-page.js'
import { ordersCsv } from './orders/orders-csv.js'
import { ordersCount, ordersPage } from './orders/orders-page.js'
import type { ReadPage } from './page.js'
import { searchPage } from './search/search-page.js'
import { resumeAction } from './system/signer-action.js'
import { systemPage } from './system/system-page.js'
import { withdrawalsCount, withdrawalsCsv } from './withdrawals/find-withdrawals.js'
import { approveAction, rejectAction } from './withdrawals/withdrawal-actions.js'
import { withdrawalsPage } from './withdrawals/withdrawals-page.js'

/** The pages by path; parts that begin with a colon are variable. */
export const PAGES: Readonly<Record<string, ReadPage>> = {
  '': attentionPage,
  '/attention.json': attentionCount,
  '/orders': ordersPage,
  '/orders.json': ordersCount,
  '/orders.csv': ordersCsv,
  '/orders/:id': orderPage,
  '/withdrawals': withdrawalsPage,
  '/withdrawals.json': withdrawalsCount,
  '/withdrawals.csv': withdrawalsCsv,
  '/deliveries': deliveriesPage,
  '/deliveries.json': deliveriesCount,
  '/deliveries.csv': deliveriesCsv,
  '/merchants': merchantsPage,
  '/merchants/:id': merchantPage,
  '/ledger': ledgerPage,
  '/ledger.csv': ledgerCsv,
  '/system': systemPage,
  '/audit': auditPage,
  '/audit.csv': auditCsv,
  '/search': searchPage,
}

/** The actions, each with its question at GET and its answer at POST. */
export const OPERATOR_ACTIONS: readonly OperatorAction[] = [
  approveAction,
  rejectAction,
  clearAction,
  rejectOrderAction,
  refundAction,
  // Its path would match that of one delivery.
  resendFailedAction,
  resendAction,
  attributeAction,
  removeDestinationAction,
  activateAction,
  suspendAction,
  tierAction,
  createKeyAction,
  revokeKeyAction,
  rotateSecretAction,
  signInLinkAction,
  resumeAction,
]
