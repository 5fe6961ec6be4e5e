// This file is generated from the contract; change the contract and run npm run generate.

/** Method and path of each operation, in the contract's order; `open` marks those that need no signature, and the others have the scope
 * that their key needs. */
export const ROUTES = {
 "listOrders": {
  "method": "GET",
  "path": "/v1/orders",
  "scope": "read"
 },
 "createOrder": {
  "method": "POST",
  "path": "/v1/orders",
  "scope": "orders"
 },
 "createAppOrder": {
  "method": "POST",
  "path": "/v1/app/orders",
  "scope": "orders"
 },
 "getOrder": {
  "method": "GET",
  "path": "/v1/orders/{id}",
  "scope": "read"
 },
 "expireOrder": {
  "method": "POST",
  "path": "/v1/orders/{id}/expire",
  "scope": "orders"
 },
 "acceptOrder": {
  "method": "POST",
  "path": "/v1/orders/{id}/accept",
  "scope": "orders"
 },
 "listRefunds": {
  "method": "GET",
  "path": "/v1/orders/{id}/refunds",
  "scope": "read"
 },
 "createRefund": {
  "method": "POST",
  "path": "/v1/orders/{id}/refunds",
  "scope": "withdrawals"
 },
 "streamOrderEvents": {
  "method": "GET",
  "path": "/v1/orders/{id}/events",
  "scope": "read"
 },
 "listOrderDeliveries": {
  "method": "GET",
  "path": "/v1/orders/{id}/deliveries",
  "scope": "read"
 },
 "listPaymentLinks": {
  "method": "GET",
  "path": "/v1/payment-links",
  "scope": "read"
 },
 "createPaymentLink": {
  "method": "POST",
  "path": "/v1/payment-links",
  "scope": "orders"
 },
 "getPaymentLink": {
  "method": "GET",
  "path": "/v1/payment-links/{id}",
  "scope": "read"
 },
 "closePaymentLink": {
  "method": "POST",
  "path": "/v1/payment-links/{id}/close",
  "scope": "orders"
 },
 "listPaymentLinkOrders": {
  "method": "GET",
  "path": "/v1/payment-links/{id}/orders",
  "scope": "read"
 },
 "registerMerchant": {
  "method": "POST",
  "path": "/v1/merchants",
  "open": true
 },
 "getCurrentMerchant": {
  "method": "GET",
  "path": "/v1/merchants/me",
  "scope": "read"
 },
 "rotateWebhookSecret": {
  "method": "POST",
  "path": "/v1/merchants/webhook-secret",
  "scope": "keys"
 },
 "createDashboardLink": {
  "method": "POST",
  "path": "/v1/merchants/dashboard-links",
  "scope": "keys"
 },
 "listApiKeys": {
  "method": "GET",
  "path": "/v1/merchants/api-keys",
  "scope": "read"
 },
 "createApiKey": {
  "method": "POST",
  "path": "/v1/merchants/api-keys",
  "scope": "keys"
 },
 "revokeApiKey": {
  "method": "DELETE",
  "path": "/v1/merchants/api-keys/{key_id}",
  "scope": "keys"
 },
 "listWebhooks": {
  "method": "GET",
  "path": "/v1/webhooks",
  "scope": "read"
 },
 "createWebhook": {
  "method": "POST",
  "path": "/v1/webhooks",
  "scope": "keys"
 },
 "updateWebhook": {
  "method": "PATCH",
  "path": "/v1/webhooks/{id}",
  "scope": "keys"
 },
 "deleteWebhook": {
  "method": "DELETE",
  "path": "/v1/webhooks/{id}",
  "scope": "keys"
 },
 "sendTestWebhook": {
  "method": "POST",
  "path": "/v1/webhooks/{id}/test",
  "scope": "orders"
 },
 "listWebhookDeliveries": {
  "method": "GET",
  "path": "/v1/webhooks/{id}/deliveries",
  "scope": "read"
 },
 "getWebhookDelivery": {
  "method": "GET",
  "path": "/v1/webhooks/{id}/deliveries/{delivery_id}",
  "scope": "read"
 },
 "redeliverWebhookDelivery": {
  "method": "POST",
  "path": "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver",
  "scope": "orders"
 },
 "listEvents": {
  "method": "GET",
  "path": "/v1/events",
  "scope": "read"
 },
 "listWithdrawals": {
  "method": "GET",
  "path": "/v1/withdrawals",
  "scope": "read"
 },
 "createWithdrawal": {
  "method": "POST",
  "path": "/v1/withdrawals",
  "scope": "withdrawals"
 },
 "quoteWithdrawal": {
  "method": "GET",
  "path": "/v1/withdrawals/quote",
  "scope": "read"
 },
 "listWithdrawalDestinations": {
  "method": "GET",
  "path": "/v1/withdrawals/destinations",
  "scope": "read"
 },
 "createWithdrawalDestination": {
  "method": "POST",
  "path": "/v1/withdrawals/destinations",
  "scope": "withdrawals"
 },
 "deleteWithdrawalDestination": {
  "method": "DELETE",
  "path": "/v1/withdrawals/destinations/{id}",
  "scope": "withdrawals"
 },
 "getWithdrawal": {
  "method": "GET",
  "path": "/v1/withdrawals/{id}",
  "scope": "read"
 },
 "cancelWithdrawal": {
  "method": "POST",
  "path": "/v1/withdrawals/{id}/cancel",
  "scope": "withdrawals"
 },
 "getBalance": {
  "method": "GET",
  "path": "/v1/balance",
  "scope": "read"
 },
 "getRate": {
  "method": "GET",
  "path": "/v1/rates",
  "scope": "read"
 },
 "streamTestDeliveries": {
  "method": "GET",
  "path": "/v1/test_helpers/deliveries/events",
  "scope": "read"
 },
 "resendTestDelivery": {
  "method": "POST",
  "path": "/v1/test_helpers/deliveries/{delivery_id}/resend",
  "scope": "orders"
 },
 "simulateOrder": {
  "method": "POST",
  "path": "/v1/test_helpers/orders/{id}/simulate",
  "scope": "orders"
 }
} as const

/** The statuses after which the stream of an order ends. */
export const TERMINAL: readonly string[] = ["PAID","EXPIRED","UNDERPAID","FROZEN","EXPIRED_PAID"]
