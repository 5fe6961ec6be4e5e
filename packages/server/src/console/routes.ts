import { actionRoute } from './access/action-route.js'
import type { OperatorAction } from './access/actions.js'
import { attentionCount, attentionPage } from './attention/attention-page.js'
import { auditCsv, auditPage } from './audit/audit-page.js'
import { controlsPage } from './controls/controls-page.js'
import { pauseOrdersAction, resumeOrdersAction } from './controls/order-actions.js'
import { resumePayoutsAction, stopPayoutsAction } from './controls/payout-actions.js'
import { deliveriesPage } from './deliveries/deliveries-page.js'
import { resendAction, resendFailedAction } from './deliveries/delivery-actions.js'
import { deliveriesCount, deliveriesCsv } from './deliveries/find-deliveries.js'
import { attributeAction } from './ledger/attribute-action.js'
import { ledgerCsv, ledgerPage } from './ledger/ledger-page.js'
import { verifyAction } from './ledger/verify-action.js'
import { removeDestinationAction } from './merchants/destination-action.js'
import { createKeyAction, revokeKeyAction, rotateSecretAction } from './merchants/key-actions.js'
import { activateAction, surchargeAction, suspendAction, tierAction } from './merchants/merchant-actions.js'
import { merchantPage } from './merchants/merchant-page.js'
import { merchantsPage } from './merchants/merchants-page.js'
import { inviteAction } from './merchants/people.js'
import { signInLinkAction } from './merchants/sign-in-link-action.js'
import { operatorsPage } from './operators/operators-page.js'
import { addPasskeyForm, deletePasskeyForm } from './operators/own-passkeys.js'
import { deleteFilterForm, FILTER_FORMS, saveFilterForm } from './operators/saved-filters.js'
import { clearAction, refundAction, rejectOrderAction } from './orders/order-actions.js'
import { orderPage } from './orders/order-page.js'
import { ordersCsv } from './orders/orders-csv.js'
import { ordersCount, ordersPage } from './orders/orders-page.js'
import type { ReadPage, Route } from './page.js'
import { searchPage } from './search/search-page.js'
import { checkNodesAction } from './system/nodes-action.js'
import { confirmRateAction } from './system/rate-action.js'
import { resumeAction } from './system/signer-action.js'
import { systemPage } from './system/system-page.js'
import { withdrawalsCount, withdrawalsCsv } from './withdrawals/find-withdrawals.js'
import { approveAction, rejectAction } from './withdrawals/withdrawal-actions.js'
import { withdrawalsPage } from './withdrawals/withdrawals-page.js'

/** The actions of operators. */
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
  verifyAction,
  removeDestinationAction,
  activateAction,
  suspendAction,
  tierAction,
  surchargeAction,
  createKeyAction,
  revokeKeyAction,
  rotateSecretAction,
  signInLinkAction,
  inviteAction,
  resumeAction,
  stopPayoutsAction,
  resumePayoutsAction,
  pauseOrdersAction,
  resumeOrdersAction,
  checkNodesAction,
  confirmRateAction,
]

/** Every role reads every page. */
const page = (path: string, read: ReadPage): Route => ({ path, needs: [], read })
/** A list that no decision is made on. That of withdrawals has the reviews. */
const list = (path: string, read: ReadPage): Route => ({ ...page(path, read), mayBeStale: true })

/** Every action and page. The first path that matches wins. */
export const ROUTES: readonly Route[] = [
  ...OPERATOR_ACTIONS.map(actionRoute),
  page('', attentionPage),
  page('/attention.json', attentionCount),
  list('/orders', ordersPage),
  list('/orders.json', ordersCount),
  page('/orders.csv', ordersCsv),
  page('/orders/:id', orderPage),
  page('/withdrawals', withdrawalsPage),
  page('/withdrawals.json', withdrawalsCount),
  page('/withdrawals.csv', withdrawalsCsv),
  list('/deliveries', deliveriesPage),
  list('/deliveries.json', deliveriesCount),
  page('/deliveries.csv', deliveriesCsv),
  list('/merchants', merchantsPage),
  page('/merchants/:id', merchantPage),
  list('/ledger', ledgerPage),
  page('/ledger.csv', ledgerCsv),
  page('/controls', controlsPage),
  page('/system', systemPage),
  list('/audit', auditPage),
  page('/audit.csv', auditCsv),
  page('/search', searchPage),
  page('/operators', operatorsPage),
  { path: `${FILTER_FORMS}/:list`, needs: [], submit: saveFilterForm, again: operatorsPage },
  { path: `${FILTER_FORMS}/:list/delete`, needs: [], submit: deleteFilterForm, again: operatorsPage },
  { path: '/operators/passkeys', needs: [], isGuarded: true, submit: addPasskeyForm, again: operatorsPage },
  {
    path: '/operators/passkeys/:passkey/delete',
    needs: [],
    isGuarded: true,
    submit: deletePasskeyForm,
    again: operatorsPage,
  },
]
