import { matchPath } from '../domain/sessions/page-path.js'
import { DomainError } from '../domain/shared/errors.js'
import { environmentPage } from './access/environment-page.js'
import { deliveriesPage, resendForm } from './deliveries/deliveries-page.js'
import { createDestinationForm, newDestinationPage } from './destinations/destination-form.js'
import {
  deleteDestinationForm,
  deleteDestinationPage,
  destinationsPage,
} from './destinations/destinations-page.js'
import { developersPage } from './developers/developers-page.js'
import {
  createEndpointForm,
  deleteEndpointForm,
  deleteEndpointPage,
  newEndpointPage,
  testEndpointForm,
} from './developers/endpoint-forms.js'
import { createKeyForm, newKeyPage, revokeKeyForm, revokeKeyPage } from './developers/key-forms.js'
import { rotateSecretForm, rotateSecretPage } from './developers/secret-form.js'
import { homePage } from './home/home-page.js'
import { orderPage } from './orders/order-page.js'
import { ordersPage } from './orders/orders-page.js'
import { createPaymentForm, newPaymentPage, sharePage } from './orders/payment-link.js'
import { refundForm, refundPage } from './orders/refund.js'
import type { Route } from './page.js'
import { chooseLanguage, settingsPage } from './settings/settings-page.js'
import { statementCsv, statementPage } from './statement/statement-page.js'
import { reviewForm, withdrawForm } from './withdrawals/review-page.js'
import { withdrawPage } from './withdrawals/withdraw-page.js'
import { cancelForm, withdrawalPage } from './withdrawals/withdrawal-page.js'
import { withdrawalsPage } from './withdrawals/withdrawals-page.js'

/** Every page and form, with the scopes that it needs. The first path that matches wins. */
export const ROUTES: readonly Route[] = [
  { path: '', scopes: ['read'], read: homePage },
  { path: '/environment', scopes: [], read: environmentPage },
  { path: '/language', scopes: [], submit: chooseLanguage },
  { path: '/statement', scopes: ['read'], read: statementPage },
  { path: '/statement.csv', scopes: ['read'], read: statementCsv },
  { path: '/orders', scopes: ['read'], read: ordersPage },
  { path: '/orders/new', scopes: ['orders'], read: newPaymentPage, submit: createPaymentForm },
  { path: '/orders/:id', scopes: ['read'], read: orderPage },
  { path: '/orders/:id/share', scopes: ['read'], read: sharePage },
  {
    path: '/orders/:id/refund',
    scopes: ['read', 'withdrawals'],
    isGuarded: true,
    read: refundPage,
    submit: refundForm,
  },
  {
    path: '/withdraw',
    scopes: ['read', 'withdrawals'],
    isGuarded: true,
    read: withdrawPage,
    submit: withdrawForm,
  },
  { path: '/withdraw/review', scopes: ['read', 'withdrawals'], isGuarded: true, submit: reviewForm },
  { path: '/withdrawals', scopes: ['read'], read: withdrawalsPage },
  { path: '/withdrawals/:id', scopes: ['read'], read: withdrawalPage },
  { path: '/withdrawals/:id/cancel', scopes: ['read', 'withdrawals'], submit: cancelForm },
  { path: '/developers', scopes: ['read'], read: developersPage },
  {
    path: '/developers/keys/new',
    scopes: ['read', 'keys'],
    isGuarded: true,
    read: newKeyPage,
    submit: createKeyForm,
  },
  {
    path: '/developers/keys/:id/revoke',
    scopes: ['read', 'keys'],
    read: revokeKeyPage,
    submit: revokeKeyForm,
  },
  {
    path: '/developers/endpoints/new',
    scopes: ['read', 'keys'],
    read: newEndpointPage,
    submit: createEndpointForm,
  },
  {
    path: '/developers/endpoints/:id/delete',
    scopes: ['read', 'keys'],
    read: deleteEndpointPage,
    submit: deleteEndpointForm,
  },
  { path: '/developers/endpoints/:id/test', scopes: ['read', 'orders'], submit: testEndpointForm },
  {
    path: '/developers/secret',
    scopes: ['read', 'keys'],
    isGuarded: true,
    read: rotateSecretPage,
    submit: rotateSecretForm,
  },
  { path: '/deliveries', scopes: ['read'], read: deliveriesPage },
  { path: '/deliveries/:id/resend', scopes: ['read', 'orders'], submit: resendForm },
  { path: '/destinations', scopes: ['read'], read: destinationsPage },
  {
    path: '/destinations/new',
    scopes: ['read', 'withdrawals'],
    isGuarded: true,
    read: newDestinationPage,
    submit: createDestinationForm,
  },
  {
    path: '/destinations/:id/delete',
    scopes: ['read', 'withdrawals'],
    read: deleteDestinationPage,
    submit: deleteDestinationForm,
  },
  { path: '/settings', scopes: ['read'], read: settingsPage },
]

/** Finds the page of a path, with the variable parts of it. @throws not_found */
export function matchRoute(path: string): [Route, ReadonlyMap<string, string>] {
  for (const route of ROUTES) {
    const params = matchPath(route.path, path)
    if (params) return [route, params]
  }
  throw new DomainError('not_found')
}
