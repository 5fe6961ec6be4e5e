// This file is generated from the contract; change the contract and run npm run generate.
import type { Operation } from '../http/operation.js'

/** The contract these types were made from. */
export const CONTRACT = {
  version: "1.0.0",
  sha256: "6185a0820c5d5ac3e256fa67176a6742d2f90ceba444d26fa1ff5d42b33611b6"
} as const

/** The facts about each operation that sending it needs. */
export const OPERATIONS = {
  listOrders: {
    method: "GET",
    path: "/v1/orders"
  },
  createOrder: {
    method: "POST",
    path: "/v1/orders",
    key: {
      in: "body",
      name: "idempotency_key"
    },
    fields: [
      "amount",
      "price",
      "currency",
      "network",
      "description",
      "metadata",
      "return_url",
      "webhook_url",
      "idempotency_key",
      "tolerance_percent"
    ]
  },
  createAppOrder: {
    method: "POST",
    path: "/v1/app/orders",
    key: {
      in: "header",
      name: "Idempotency-Key"
    },
    fields: [
      "amount_mode",
      "amount",
      "currency",
      "description",
      "metadata",
      "return_url",
      "webhook_url"
    ]
  },
  getOrder: {
    method: "GET",
    path: "/v1/orders/{id}"
  },
  expireOrder: {
    method: "POST",
    path: "/v1/orders/{id}/expire"
  },
  acceptOrder: {
    method: "POST",
    path: "/v1/orders/{id}/accept"
  },
  listRefunds: {
    method: "GET",
    path: "/v1/orders/{id}/refunds"
  },
  createRefund: {
    method: "POST",
    path: "/v1/orders/{id}/refunds",
    key: {
      in: "body",
      name: "idempotency_key"
    },
    fields: [
      "amount",
      "include_fee",
      "destination_address",
      "description",
      "idempotency_key"
    ]
  },
  streamOrderEvents: {
    method: "GET",
    path: "/v1/orders/{id}/events",
    stream: true
  },
  listOrderDeliveries: {
    method: "GET",
    path: "/v1/orders/{id}/deliveries"
  },
  listPaymentLinks: {
    method: "GET",
    path: "/v1/payment-links"
  },
  createPaymentLink: {
    method: "POST",
    path: "/v1/payment-links",
    key: {
      in: "body",
      name: "idempotency_key"
    },
    fields: [
      "amount_mode",
      "amount",
      "price",
      "currency",
      "networks",
      "uses",
      "expires_at",
      "description",
      "metadata",
      "return_url",
      "webhook_url",
      "idempotency_key",
      "tolerance_percent",
      "min_amount",
      "max_amount"
    ]
  },
  getPaymentLink: {
    method: "GET",
    path: "/v1/payment-links/{id}"
  },
  closePaymentLink: {
    method: "POST",
    path: "/v1/payment-links/{id}/close"
  },
  listPaymentLinkOrders: {
    method: "GET",
    path: "/v1/payment-links/{id}/orders"
  },
  registerMerchant: {
    method: "POST",
    path: "/v1/merchants",
    open: true,
    fields: [
      "name",
      "email",
      "platform_user_id"
    ]
  },
  getCurrentMerchant: {
    method: "GET",
    path: "/v1/merchants/me"
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/merchants/webhook-secret"
  },
  createDashboardLink: {
    method: "POST",
    path: "/v1/merchants/dashboard-links",
    fields: [
      "scopes"
    ]
  },
  listApiKeys: {
    method: "GET",
    path: "/v1/merchants/api-keys"
  },
  createApiKey: {
    method: "POST",
    path: "/v1/merchants/api-keys",
    fields: [
      "name",
      "environment",
      "scopes"
    ]
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/v1/merchants/api-keys/{key_id}"
  },
  listWebhooks: {
    method: "GET",
    path: "/v1/webhooks",
    array: true
  },
  createWebhook: {
    method: "POST",
    path: "/v1/webhooks",
    fields: [
      "url",
      "events"
    ]
  },
  updateWebhook: {
    method: "PATCH",
    path: "/v1/webhooks/{id}",
    fields: [
      "url",
      "events",
      "is_active"
    ]
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/v1/webhooks/{id}"
  },
  sendTestWebhook: {
    method: "POST",
    path: "/v1/webhooks/{id}/test"
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/v1/webhooks/{id}/deliveries"
  },
  getWebhookDelivery: {
    method: "GET",
    path: "/v1/webhooks/{id}/deliveries/{delivery_id}"
  },
  redeliverWebhookDelivery: {
    method: "POST",
    path: "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver"
  },
  listEvents: {
    method: "GET",
    path: "/v1/events"
  },
  listWithdrawals: {
    method: "GET",
    path: "/v1/withdrawals"
  },
  createWithdrawal: {
    method: "POST",
    path: "/v1/withdrawals",
    key: {
      in: "body",
      name: "idempotency_key"
    },
    fields: [
      "amount",
      "currency",
      "network",
      "destination_address",
      "description",
      "metadata",
      "webhook_url",
      "idempotency_key"
    ]
  },
  quoteWithdrawal: {
    method: "GET",
    path: "/v1/withdrawals/quote"
  },
  listWithdrawalDestinations: {
    method: "GET",
    path: "/v1/withdrawals/destinations"
  },
  createWithdrawalDestination: {
    method: "POST",
    path: "/v1/withdrawals/destinations",
    fields: [
      "label",
      "network",
      "address"
    ]
  },
  deleteWithdrawalDestination: {
    method: "DELETE",
    path: "/v1/withdrawals/destinations/{id}"
  },
  getWithdrawal: {
    method: "GET",
    path: "/v1/withdrawals/{id}"
  },
  cancelWithdrawal: {
    method: "POST",
    path: "/v1/withdrawals/{id}/cancel"
  },
  getBalance: {
    method: "GET",
    path: "/v1/balance"
  },
  getRate: {
    method: "GET",
    path: "/v1/rates"
  },
  streamTestDeliveries: {
    method: "GET",
    path: "/v1/test_helpers/deliveries/events",
    stream: true
  },
  resendTestDelivery: {
    method: "POST",
    path: "/v1/test_helpers/deliveries/{delivery_id}/resend"
  },
  simulateOrder: {
    method: "POST",
    path: "/v1/test_helpers/orders/{id}/simulate",
    fields: [
      "action",
      "amount",
      "remark"
    ]
  }
} as const satisfies Record<string, Operation>

/** Name of an operation of the contract. */
export type OperationId = keyof typeof OPERATIONS

/** Every error code the contract documents. */
export type ErrorCode =
  | 'action_not_possible'
  | 'amount_below_minimum'
  | 'amount_not_allowed'
  | 'amount_out_of_range'
  | 'amount_required'
  | 'api_key_is_inactive'
  | 'api_key_limit_reached'
  | 'api_key_not_found'
  | 'delivery_not_found'
  | 'destination_limit_reached'
  | 'destination_not_found'
  | 'duplicate_idempotency_key'
  | 'forbidden'
  | 'insufficient_balance'
  | 'internal_server_error'
  | 'invalid_amount'
  | 'invalid_amount_mode'
  | 'invalid_authorization_format'
  | 'invalid_cursor'
  | 'invalid_destination_address'
  | 'invalid_email'
  | 'invalid_environment'
  | 'invalid_event_type'
  | 'invalid_expires_at'
  | 'invalid_idempotency_key'
  | 'invalid_json'
  | 'invalid_limit'
  | 'invalid_metadata'
  | 'invalid_name'
  | 'invalid_offset'
  | 'invalid_parameter'
  | 'invalid_platform_user_id'
  | 'invalid_price'
  | 'invalid_return_url'
  | 'invalid_signature'
  | 'invalid_tolerance'
  | 'invalid_uses'
  | 'invalid_webhook_url'
  | 'merchant_already_exists'
  | 'merchant_not_active'
  | 'merchant_suspended'
  | 'method_not_allowed'
  | 'missing_authorization_header'
  | 'no_available_address'
  | 'not_found'
  | 'order_not_found'
  | 'payment_link_closed'
  | 'payment_link_not_found'
  | 'rate_limit_exceeded'
  | 'rate_unavailable'
  | 'registration_closed'
  | 'request_body_too_large'
  | 'request_timestamp_in_the_future'
  | 'request_timestamp_too_old'
  | 'service_unavailable'
  | 'unsupported_currency'
  | 'unsupported_media_type'
  | 'unsupported_network'
  | 'unsupported_price_currency'
  | 'webhook_limit_reached'
  | 'webhook_not_found'
  | 'withdrawal_not_cancelable'
  | 'withdrawal_not_found'
