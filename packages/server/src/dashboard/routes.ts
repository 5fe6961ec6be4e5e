import { environmentPage } from './access/environment-page.js'
import { actionRoute } from './action-route.js'
import { brandPage } from './brand/brand-page.js'
import { counterDisplay } from './counter/counter-display.js'
import { counterForm, counterPage, giveUpForm } from './counter/counter-form.js'
import { linkDisplay } from './counter/link-display.js'
import { deliveriesCount, deliveriesPage, resendForm } from './deliveries/deliveries-page.js'
import { createDestinationForm, newDestinationPage } from './destinations/destination-form.js'
import { deleteDestinationAction, destinationsPage } from './destinations/destinations-page.js'
import { developersPage } from './developers/developers-page.js'
import {
  createEndpointForm,
  deleteEndpointAction,
  newEndpointPage,
  testEndpointForm,
} from './developers/endpoint-forms.js'
import { createKeyForm, newKeyPage, revokeKeyAction } from './developers/key-forms.js'
import { rotateSecretAction } from './developers/secret-form.js'
import { chooseLanguage } from './frame/language-card.js'
import { closeEndpointForm, closeOrderForm, hideStepsForm } from './home/closed-tasks.js'
import { homePage } from './home/home-page.js'
import { createLinkForm, newLinkPage } from './links/link-form.js'
import { closeLinkAction, linkPage } from './links/link-page.js'
import { linksCsv } from './links/links-csv.js'
import { linksCount, linksPage } from './links/links-page.js'
import { posterPage } from './links/poster-page.js'
import { acceptAction } from './orders/acceptance.js'
import { noteForm } from './orders/order-notes.js'
import { orderPage } from './orders/order-page.js'
import { ordersCsv } from './orders/orders-csv.js'
import { ordersCount, ordersPage } from './orders/orders-page.js'
import { refundForm, refundPage } from './orders/refund.js'
import { refundReview } from './orders/refund-review.js'
import { sharePage } from './orders/share-page.js'
import type { Route } from './page.js'
import { statementCsv } from './statement/statement-csv.js'
import { statementCount, statementPage } from './statement/statement-page.js'
import { reviewForm, withdrawForm } from './withdrawals/review-page.js'
import { withdrawPage } from './withdrawals/withdraw-page.js'
import { cancelForm, withdrawalPage } from './withdrawals/withdrawal-page.js'
import { withdrawalsCsv } from './withdrawals/withdrawals-csv.js'
import { withdrawalsCount, withdrawalsPage } from './withdrawals/withdrawals-page.js'

const MONEY = { needs: ['read', 'withdrawals'], isGuarded: true } as const
const REFUNDS = { needs: ['read', 'refunds'], isGuarded: true } as const
const KEYS = { needs: ['read', 'keys'] } as const

/** Every page and form, with what it needs. The first path that matches wins. */
export const ROUTES: readonly Route[] = [
  { path: '', needs: ['sales'], read: homePage },
  { path: '/tasks/first-steps', needs: ['read', 'orders'], submit: hideStepsForm },
  { path: '/tasks/endpoints/:id', needs: ['read', 'orders'], submit: closeEndpointForm },
  { path: '/tasks/orders/:id', needs: ['read', 'orders'], submit: closeOrderForm },
  { path: '/environment', needs: [], read: environmentPage },
  { path: '/language', needs: [], submit: chooseLanguage },
  { path: '/statement', needs: ['read'], read: statementPage, mayBeStale: true },
  { path: '/statement.json', needs: ['read'], read: statementCount, mayBeStale: true },
  { path: '/statement.csv', needs: ['read'], read: statementCsv },
  { path: '/orders', needs: ['sales'], read: ordersPage },
  { path: '/orders.json', needs: ['sales'], read: ordersCount },
  { path: '/orders.csv', needs: ['read'], read: ordersCsv },
  { path: '/orders/:id', needs: ['sales'], read: orderPage },
  { path: '/counter', needs: ['sales', 'orders'], read: counterPage, submit: counterForm },
  { path: '/orders/:id/counter', needs: ['sales', 'orders'], read: counterDisplay, submit: giveUpForm },
  { path: '/orders/:id/share', needs: ['sales'], read: sharePage },
  { path: '/orders/:id/refund', ...REFUNDS, read: refundPage, submit: refundForm },
  { path: '/orders/:id/refund/review', ...REFUNDS, submit: refundReview, again: refundPage },
  { path: '/orders/:id/notes', needs: ['sales', 'orders'], submit: noteForm, again: orderPage },
  actionRoute(acceptAction),
  { path: '/links', needs: ['sales'], read: linksPage },
  { path: '/links.json', needs: ['sales'], read: linksCount },
  { path: '/links.csv', needs: ['read'], read: linksCsv },
  { path: '/links/new', needs: ['orders'], read: newLinkPage, submit: createLinkForm },
  { path: '/links/:id', needs: ['sales'], read: linkPage },
  { path: '/links/:id/counter', needs: ['sales'], read: linkDisplay },
  { path: '/links/:id/poster', needs: ['sales'], read: posterPage },
  actionRoute(closeLinkAction),
  { path: '/withdraw', ...MONEY, read: withdrawPage, submit: withdrawForm },
  { path: '/withdraw/review', ...MONEY, submit: reviewForm, again: withdrawPage },
  { path: '/withdrawals', needs: ['read'], read: withdrawalsPage },
  { path: '/withdrawals.json', needs: ['read'], read: withdrawalsCount },
  { path: '/withdrawals.csv', needs: ['read'], read: withdrawalsCsv },
  { path: '/withdrawals/:id', needs: ['read'], read: withdrawalPage },
  {
    path: '/withdrawals/:id/cancel',
    needs: ['read', 'withdrawals'],
    submit: cancelForm,
    again: withdrawalPage,
  },
  { path: '/developers', needs: ['read'], read: developersPage },
  { path: '/developers/keys/new', ...KEYS, isGuarded: true, read: newKeyPage, submit: createKeyForm },
  actionRoute(revokeKeyAction),
  { path: '/developers/endpoints/new', ...KEYS, read: newEndpointPage, submit: createEndpointForm },
  actionRoute(deleteEndpointAction),
  {
    path: '/developers/endpoints/:id/test',
    needs: ['read', 'orders'],
    submit: testEndpointForm,
    again: developersPage,
  },
  actionRoute(rotateSecretAction),
  { path: '/deliveries', needs: ['read'], read: deliveriesPage },
  { path: '/deliveries.json', needs: ['read'], read: deliveriesCount },
  { path: '/deliveries/:id/resend', needs: ['read', 'orders'], submit: resendForm, again: deliveriesPage },
  { path: '/destinations', needs: ['read'], read: destinationsPage },
  { path: '/destinations/new', ...MONEY, read: newDestinationPage, submit: createDestinationForm },
  actionRoute(deleteDestinationAction),
  { path: '/brand', needs: ['read'], read: brandPage },
]
