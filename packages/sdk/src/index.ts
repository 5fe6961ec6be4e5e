export { MerchantPay } from './client.js'
export { type Attempt, MerchantPayError, type Outcome, UsageError } from './errors/base-error.js'
export {
  AbortError,
  ApiError,
  type ClockDifference,
  ConnectionError,
  OutcomeUnknownError,
  StreamError,
  TimeoutError,
  WaitError,
} from './errors/errors.js'
export type {
  Amount,
  AmountMode,
  ApiKey,
  ApiKeyList,
  Balance,
  CreateApiKey,
  CreateAppOrder,
  CreateCustomAppOrder,
  CreateCustomPaymentLink,
  CreatedApiKey,
  CreatedWebhookSecret,
  CreateFixedAppOrder,
  CreateFixedPaymentLink,
  CreateOrder,
  CreatePaymentLink,
  CreateRefund,
  CreateWebhook,
  CreateWithdrawal,
  CreateWithdrawalDestination,
  Currency,
  DeliveryAttempt,
  DeliveryId,
  DestinationId,
  Environment,
  EventType,
  ExchangeRate,
  FrozenReason,
  KeyId,
  KeyScope,
  LinkUses,
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
  PaymentLink,
  PaymentLinkId,
  PaymentLinkList,
  PaymentLinkOrderList,
  PaymentLinkStatus,
  PaymentOverpaidEvent,
  PaymentUnderpaidEvent,
  Price,
  PriceCurrency,
  paths,
  Rate,
  Refund,
  RefundList,
  RegisteredMerchant,
  RegisterMerchant,
  RetrievedDelivery,
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
  WithdrawalDestination,
  WithdrawalDestinationList,
  WithdrawalFailedEvent,
  WithdrawalFailureCode,
  WithdrawalId,
  WithdrawalList,
  WithdrawalQuote,
  WithdrawalStatus,
} from './generated/contract.gen.js'
export type { ErrorCode, OperationId } from './generated/operations.gen.js'
export { CallPromise, type CallResult } from './http/call-promise.js'
export type {
  AttemptEvent,
  ClientEvent,
  ClockEvent,
  DeprecationEvent,
  WaitEvent,
} from './http/events.js'
export type { HeaderValues } from './http/headers.js'
export type { KeyedRequestOptions, RegisterOptions, RequestOptions } from './http/request-options.js'
export type { RetryBudgetOptions } from './http/retry-budget.js'
export type { ClientOptions, Fetch, KeyEnvironment, LimitOptions, Limits } from './options.js'
export type { RateLimiter, RateLimitState, Window } from './rate-limit/rate-limiter.js'
export type { ApiKeys } from './resources/api-keys.js'
export type { AppOrders } from './resources/app-orders.js'
export type { Balances } from './resources/balance.js'
export type { Destinations } from './resources/destinations.js'
export type {
  EventFollowOptions,
  EventLister,
  EventListOptions,
  EventPage,
  EventPayload,
  Events,
  ListedEvent,
} from './resources/events.js'
export type { Merchants } from './resources/merchants.js'
export type { AppOrder, OnChainOrder, Order, RetrievedOrder } from './resources/order-kind.js'
export type { OrderFilters, OrderListOptions, Orders } from './resources/orders.js'
export type { Page, PageOptions, Paginator } from './resources/paginator.js'
export type {
  PaymentLinkFilters,
  PaymentLinkListOptions,
  PaymentLinks,
} from './resources/payment-links.js'
export type { Rates } from './resources/rates.js'
export type { TestHelpers } from './resources/test-helpers.js'
export type { DeliveryFilters, DeliveryListOptions, Webhooks } from './resources/webhooks.js'
export type {
  QuoteInput,
  WithdrawalFilters,
  WithdrawalListOptions,
  Withdrawals,
} from './resources/withdrawals.js'
export type { Signer, SignRequest } from './signing.js'
export type { DeliveryEvent } from './streams/delivery-events.js'
export type { OrderEvent } from './streams/order-events.js'
export type { WaitOptions } from './streams/payment-wait.js'
export type { DeliveryStream, DeliveryStreamOptions, OrderStream } from './streams/stream.js'
export type { StreamOptions } from './streams/stream-source.js'
export type { Logger, LogLevel } from './util/logging.js'
export type { Clock } from './util/time.js'
export type { Brand, DecimalString, Open } from './util/types.js'
