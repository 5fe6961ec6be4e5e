// This file is generated from the contract; change the contract and run npm run generate.

/** Method and path of each operation, in the contract's order; `open` marks those that need no signature. */
export const ROUTES = {
 "listOrders": {
  "method": "GET",
  "path": "/v1/orders"
 },
 "createOrder": {
  "method": "POST",
  "path": "/v1/orders"
 },
 "createAppOrder": {
  "method": "POST",
  "path": "/v1/app/orders"
 },
 "getOrder": {
  "method": "GET",
  "path": "/v1/orders/{id}"
 },
 "expireOrder": {
  "method": "POST",
  "path": "/v1/orders/{id}/expire"
 },
 "streamOrderEvents": {
  "method": "GET",
  "path": "/v1/orders/{id}/events"
 },
 "listOrderDeliveries": {
  "method": "GET",
  "path": "/v1/orders/{id}/deliveries"
 },
 "registerMerchant": {
  "method": "POST",
  "path": "/v1/merchants",
  "open": true
 },
 "getCurrentMerchant": {
  "method": "GET",
  "path": "/v1/merchants/me"
 },
 "rotateWebhookSecret": {
  "method": "POST",
  "path": "/v1/merchants/webhook-secret"
 },
 "listApiKeys": {
  "method": "GET",
  "path": "/v1/merchants/api-keys"
 },
 "createApiKey": {
  "method": "POST",
  "path": "/v1/merchants/api-keys"
 },
 "revokeApiKey": {
  "method": "DELETE",
  "path": "/v1/merchants/api-keys/{key_id}"
 },
 "listWebhooks": {
  "method": "GET",
  "path": "/v1/webhooks"
 },
 "createWebhook": {
  "method": "POST",
  "path": "/v1/webhooks"
 },
 "updateWebhook": {
  "method": "PATCH",
  "path": "/v1/webhooks/{id}"
 },
 "deleteWebhook": {
  "method": "DELETE",
  "path": "/v1/webhooks/{id}"
 },
 "sendTestWebhook": {
  "method": "POST",
  "path": "/v1/webhooks/{id}/test"
 },
 "listWebhookDeliveries": {
  "method": "GET",
  "path": "/v1/webhooks/{id}/deliveries"
 },
 "redeliverWebhookDelivery": {
  "method": "POST",
  "path": "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver"
 },
 "listWithdrawals": {
  "method": "GET",
  "path": "/v1/withdrawals"
 },
 "createWithdrawal": {
  "method": "POST",
  "path": "/v1/withdrawals"
 },
 "quoteWithdrawal": {
  "method": "GET",
  "path": "/v1/withdrawals/quote"
 },
 "getWithdrawal": {
  "method": "GET",
  "path": "/v1/withdrawals/{id}"
 },
 "cancelWithdrawal": {
  "method": "POST",
  "path": "/v1/withdrawals/{id}/cancel"
 },
 "getBalance": {
  "method": "GET",
  "path": "/v1/balance"
 },
 "streamTestDeliveries": {
  "method": "GET",
  "path": "/v1/test_helpers/deliveries/events"
 },
 "resendTestDelivery": {
  "method": "POST",
  "path": "/v1/test_helpers/deliveries/{delivery_id}/resend"
 },
 "simulateOrder": {
  "method": "POST",
  "path": "/v1/test_helpers/orders/{id}/simulate"
 }
} as const

/** The statuses after which the stream of an order ends. */
export const TERMINAL: readonly string[] = ["PAID","EXPIRED","UNDERPAID","FROZEN","EXPIRED_PAID"]
