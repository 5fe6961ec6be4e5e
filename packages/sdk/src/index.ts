export { CallPromise, type CallResult } from './call-promise.js'
export { MerchantPay } from './client.js'
export type { DeliveryEvent } from './delivery-events.js'
export {
  AbortError,
  ApiError,
  type Attempt,
  type ClockDifference,
  ConnectionError,
  MerchantPayError,
  type Outcome,
  OutcomeUnknownError,
  StreamError,
  TimeoutError,
  UsageError,
  WaitError,
} from './errors.js'
export type {
  AttemptEvent,
  ClientEvent,
  ClockEvent,
  DeprecationEvent,
  WaitEvent,
} from './events.js'
export type {
  Amount,
  AmountMode,
  ApiKey,
  ApiKeyList,
  Balance,
  CreateApiKey,
  CreateAppOrder,
  CreateCustomAppOrder,
  CreatedApiKey,
  CreatedWebhookSecret,
  CreateFixedAppOrder,
  CreateOrder,
  CreateWebhook,
  CreateWithdrawal,
  Currency,
  DeliveryId,
  Environment,
  EventType,
  FrozenReason,
  KeyId,
  Merchant,
  MerchantId,
  Message,
  Metadata,
  Network,
  OrderDelivery,
  OrderDeliveryList,
  OrderId,
  OrderList,
  OrderStatus,
  OrderSummary,
  PaymentConfirmedEvent,
  PaymentExpiredEvent,
  PaymentFrozenEvent,
  PaymentUnderpaidEvent,
  paths,
  RegisteredMerchant,
  RegisterMerchant,
  SimulateOrder,
  TestDelivery,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookId,
  Withdrawal,
  WithdrawalAmount,
  WithdrawalCompletedEvent,
  WithdrawalFailedEvent,
  WithdrawalFailureCode,
  WithdrawalId,
  WithdrawalList,
  WithdrawalQuote,
  WithdrawalStatus,
} from './generated/contract.gen.js'
export type { ErrorCode, OperationId } from './generated/operations.gen.js'
export type { HeaderValues } from './headers.js'
export type { Window } from './limiter.js'
export type { Logger, LogLevel } from './logging.js'
export type { ClientOptions, Fetch, KeyEnvironment, LimitOptions, Limits } from './options.js'
export type { OrderEvent } from './order-events.js'
export type { AppOrder, OnChainOrder, Order, RetrievedOrder } from './order-kind.js'
export type { RateLimiter, RateLimitState } from './rate-limiter.js'
export type { KeyedRequestOptions, RegisterOptions, RequestOptions } from './request-options.js'
export type { ApiKeys } from './resources/api-keys.js'
export type { AppOrders } from './resources/app-orders.js'
export type { Balances } from './resources/balance.js'
export type { Merchants } from './resources/merchants.js'
export type { Orders } from './resources/orders.js'
export type { Page, PageOptions, Paginator } from './resources/paginator.js'
export type { TestHelpers } from './resources/test-helpers.js'
export type { Webhooks } from './resources/webhooks.js'
export type { QuoteInput, Withdrawals } from './resources/withdrawals.js'
export type { RetryBudgetOptions } from './retry-budget.js'
export type { Signer, SignRequest } from './signing.js'
export type { DeliveryStream, DeliveryStreamOptions, OrderStream, StreamOptions } from './stream.js'
export type { Clock } from './time.js'
export type { Brand, DecimalString, Open } from './types.js'
export type { WaitOptions } from './wait.js'
