// Written by npm run api from the built package; a change here is a change of the public types.

// @merchantpay/sdk
export {
  AbortError,
  Amount,
  AmountMode,
  ApiError,
  ApiKey,
  ApiKeyList,
  ApiKeys,
  AppOrder,
  AppOrders,
  Attempt,
  AttemptEvent,
  Balance,
  Balances,
  Brand,
  CallPromise,
  CallResult,
  ClientEvent,
  ClientOptions,
  Clock,
  ClockDifference,
  ClockEvent,
  ConnectionError,
  CreateApiKey,
  CreateAppOrder,
  CreateCustomAppOrder,
  CreateCustomPaymentLink,
  CreateFixedAppOrder,
  CreateFixedPaymentLink,
  CreateOrder,
  CreatePaymentLink,
  CreateRefund,
  CreateWebhook,
  CreateWithdrawal,
  CreateWithdrawalDestination,
  CreatedApiKey,
  CreatedWebhookSecret,
  Currency,
  DecimalString,
  DeliveryAttempt,
  DeliveryEvent,
  DeliveryFilters,
  DeliveryId,
  DeliveryListOptions,
  DeliveryStream,
  DeliveryStreamOptions,
  DeprecationEvent,
  DestinationId,
  Destinations,
  Environment,
  ErrorCode,
  EventFollowOptions,
  EventListOptions,
  EventLister,
  EventPage,
  EventPayload,
  EventType,
  Events,
  ExchangeRate,
  Fetch,
  FrozenReason,
  HeaderValues,
  KeyEnvironment,
  KeyId,
  KeyScope,
  KeyedRequestOptions,
  LimitOptions,
  Limits,
  LinkUses,
  ListedEvent,
  LogLevel,
  Logger,
  Merchant,
  MerchantId,
  MerchantPay,
  MerchantPayError,
  Merchants,
  Message,
  Metadata,
  Network,
  OnChainOrder,
  Open,
  OperationId,
  Order,
  OrderDelivery,
  OrderDeliveryList,
  OrderEvent,
  OrderFilters,
  OrderId,
  OrderList,
  OrderListOptions,
  OrderStatus,
  OrderStream,
  OrderSummary,
  Orders,
  Outcome,
  OutcomeUnknownError,
  Page,
  PageOptions,
  Paginator,
  PaymentConfirmedEvent,
  PaymentExpiredEvent,
  PaymentFrozenEvent,
  PaymentLink,
  PaymentLinkFilters,
  PaymentLinkId,
  PaymentLinkList,
  PaymentLinkListOptions,
  PaymentLinkOrderList,
  PaymentLinkStatus,
  PaymentLinks,
  PaymentOverpaidEvent,
  PaymentUnderpaidEvent,
  Price,
  PriceCurrency,
  QuoteInput,
  Rate,
  RateLimitState,
  RateLimiter,
  Rates,
  Refund,
  RefundList,
  RegisterMerchant,
  RegisterOptions,
  RegisteredMerchant,
  RequestOptions,
  RetrievedDelivery,
  RetrievedOrder,
  RetryBudgetOptions,
  SignRequest,
  Signer,
  SimulateOrder,
  StreamError,
  StreamOptions,
  TestDelivery,
  TestHelpers,
  TimeoutError,
  UpdateWebhook,
  UsageError,
  WaitError,
  WaitEvent,
  WaitOptions,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookId,
  Webhooks,
  Window,
  Withdrawal,
  WithdrawalAmount,
  WithdrawalCompletedEvent,
  WithdrawalDestination,
  WithdrawalDestinationList,
  WithdrawalFailedEvent,
  WithdrawalFailureCode,
  WithdrawalFilters,
  WithdrawalId,
  WithdrawalList,
  WithdrawalListOptions,
  WithdrawalQuote,
  WithdrawalStatus,
  Withdrawals,
  paths,
}

// @merchantpay/sdk/signing
export {
  Authorization,
  SignRequest,
  SignedParts,
  Signer,
  createSigner,
  formatAuthorization,
  parseAuthorization,
  stringToSign,
}

// @merchantpay/sdk/money
export {
  FormatOptions,
  OrderDecimals,
  ReadOptions,
  Receipt,
  Usdt,
  add,
  compare,
  decimal,
  fee,
  format,
  isWithinTolerance,
  max,
  min,
  minDue,
  sub,
  sum,
  usdt,
}

// @merchantpay/sdk/sse
export {
  ServerSentEvent,
  SseOptions,
  SseParser,
  readEvents,
}

// @merchantpay/sdk/schemas
export {
  vAcceptOrderPath,
  vAcceptOrderResponse,
  vAmount,
  vAmountMode,
  vApiKey,
  vApiKeyList,
  vAppOrder,
  vAttemptLog,
  vBalance,
  vCancelWithdrawalPath,
  vCancelWithdrawalResponse,
  vClosePaymentLinkPath,
  vClosePaymentLinkResponse,
  vCreateApiKey,
  vCreateApiKeyBody,
  vCreateApiKeyResponse,
  vCreateAppOrder,
  vCreateAppOrderBody,
  vCreateAppOrderHeaders,
  vCreateAppOrderResponse,
  vCreateCustomAppOrder,
  vCreateCustomPaymentLink,
  vCreateDashboardLink,
  vCreateDashboardLinkBody,
  vCreateDashboardLinkResponse,
  vCreateFixedAppOrder,
  vCreateFixedPaymentLink,
  vCreateOrder,
  vCreateOrderBody,
  vCreateOrderHeaders,
  vCreateOrderResponse,
  vCreatePaymentLink,
  vCreatePaymentLinkBody,
  vCreatePaymentLinkResponse,
  vCreateRefund,
  vCreateRefundBody,
  vCreateRefundHeaders,
  vCreateRefundPath,
  vCreateRefundResponse,
  vCreateWebhook,
  vCreateWebhookBody,
  vCreateWebhookResponse,
  vCreateWithdrawal,
  vCreateWithdrawalBody,
  vCreateWithdrawalDestination,
  vCreateWithdrawalDestinationBody,
  vCreateWithdrawalDestinationResponse,
  vCreateWithdrawalHeaders,
  vCreateWithdrawalResponse,
  vCreatedApiKey,
  vCreatedFrom,
  vCreatedTo,
  vCreatedWebhookSecret,
  vCurrency,
  vCursor,
  vDashboardLink,
  vDeleteWebhookPath,
  vDeleteWebhookResponse,
  vDeleteWithdrawalDestinationPath,
  vDeleteWithdrawalDestinationResponse,
  vDeliveryAttempt,
  vDeliveryId,
  vDeliveryIdInPath,
  vDestinationAddress,
  vDestinationId,
  vDestinationIdInPath,
  vEnvironment,
  vError,
  vEventCursor,
  vEventList,
  vEventType,
  vExchangeRate,
  vExpireOrderPath,
  vExpireOrderResponse,
  vFraction,
  vFrozenReason,
  vGetBalanceResponse,
  vGetCurrentMerchantResponse,
  vGetOrderPath,
  vGetOrderResponse,
  vGetPaymentLinkPath,
  vGetPaymentLinkResponse,
  vGetRateQuery,
  vGetRateResponse,
  vGetWebhookDeliveryPath,
  vGetWebhookDeliveryResponse,
  vGetWithdrawalPath,
  vGetWithdrawalResponse,
  vHttpsUrl,
  vIdempotencyKey,
  vKeyId,
  vKeyScope,
  vLimit,
  vLinkUses,
  vListApiKeysResponse,
  vListEventsQuery,
  vListEventsResponse,
  vListOrderDeliveriesPath,
  vListOrderDeliveriesQuery,
  vListOrderDeliveriesResponse,
  vListOrdersQuery,
  vListOrdersResponse,
  vListPaymentLinkOrdersPath,
  vListPaymentLinkOrdersQuery,
  vListPaymentLinkOrdersResponse,
  vListPaymentLinksQuery,
  vListPaymentLinksResponse,
  vListRefundsPath,
  vListRefundsQuery,
  vListRefundsResponse,
  vListWebhookDeliveriesPath,
  vListWebhookDeliveriesQuery,
  vListWebhookDeliveriesResponse,
  vListWebhooksResponse,
  vListWithdrawalDestinationsResponse,
  vListWithdrawalsQuery,
  vListWithdrawalsResponse,
  vListedEvent,
  vMerchant,
  vMerchantId,
  vMessage,
  vMetadata,
  vNetwork,
  vNextPage,
  vOffset,
  vOnChainOrder,
  vOnPaymentConfirmedWebhookRequest,
  vOnPaymentExpiredWebhookRequest,
  vOnPaymentFrozenWebhookRequest,
  vOnPaymentOverpaidWebhookRequest,
  vOnPaymentUnderpaidWebhookRequest,
  vOnWithdrawalCompletedWebhookRequest,
  vOnWithdrawalFailedWebhookRequest,
  vOrder,
  vOrderDelivery,
  vOrderDeliveryList,
  vOrderId,
  vOrderIdInPath,
  vOrderIdOrNumber,
  vOrderList,
  vOrderNumber,
  vOrderStatus,
  vOrderSummary,
  vPaymentConfirmedData,
  vPaymentConfirmedEvent,
  vPaymentExpiredData,
  vPaymentExpiredEvent,
  vPaymentFrozenData,
  vPaymentFrozenEvent,
  vPaymentLink,
  vPaymentLinkId,
  vPaymentLinkIdInPath,
  vPaymentLinkList,
  vPaymentLinkOrderList,
  vPaymentLinkStatus,
  vPaymentOverpaidData,
  vPaymentOverpaidEvent,
  vPaymentUnderpaidData,
  vPaymentUnderpaidEvent,
  vPrice,
  vPriceCurrency,
  vQuoteWithdrawalQuery,
  vQuoteWithdrawalResponse,
  vRate,
  vRedeliverWebhookDeliveryPath,
  vRedeliverWebhookDeliveryResponse,
  vRefund,
  vRefundList,
  vRegisterMerchant,
  vRegisterMerchantBody,
  vRegisterMerchantHeaders,
  vRegisterMerchantResponse,
  vRegisteredMerchant,
  vRemark,
  vResendTestDeliveryPath,
  vResendTestDeliveryResponse,
  vResentDelivery,
  vRetrievedDelivery,
  vRetrievedOrder,
  vRevokeApiKeyPath,
  vRevokeApiKeyResponse,
  vRotateWebhookSecretResponse,
  vSendTestWebhookPath,
  vSendTestWebhookResponse,
  vSimulateOrder,
  vSimulateOrderBody,
  vSimulateOrderPath,
  vSimulateOrderResponse,
  vStandardWebhookId,
  vStandardWebhookSignature,
  vStandardWebhookTimestamp,
  vStreamOrderEventsHeaders,
  vStreamOrderEventsPath,
  vStreamOrderEventsResponse,
  vStreamTestDeliveriesHeaders,
  vStreamTestDeliveriesResponse,
  vTestDelivery,
  vTimeBound,
  vTimestamp,
  vTotalIsAtLeast,
  vTraceparent,
  vTransaction,
  vUpdateWebhook,
  vUpdateWebhookBody,
  vUpdateWebhookPath,
  vUpdateWebhookResponse,
  vUpdatedFrom,
  vUpdatedTo,
  vWebhook,
  vWebhookDelivery,
  vWebhookDeliveryList,
  vWebhookId,
  vWebhookIdInPath,
  vWebhookSecret,
  vWebhookTraceparent,
  vWithdrawal,
  vWithdrawalAmount,
  vWithdrawalCompletedData,
  vWithdrawalCompletedEvent,
  vWithdrawalDestination,
  vWithdrawalDestinationList,
  vWithdrawalFailedData,
  vWithdrawalFailedEvent,
  vWithdrawalFailureCode,
  vWithdrawalId,
  vWithdrawalIdInPath,
  vWithdrawalIdOrNumber,
  vWithdrawalList,
  vWithdrawalNumber,
  vWithdrawalQuote,
  vWithdrawalStatus,
  vXMerchantSignature,
  vXWebhookAttempt,
  vXWebhookEvent,
  vXWebhookId,
}

declare class AbortError extends MerchantPayError {
}

declare class ApiError extends MerchantPayError<ApiErrorDetails> {
    readonly status: number;
    readonly headers: Headers;
    readonly param: string | undefined;
    readonly detail: string | undefined;
    readonly readFrom: string | undefined;
    readonly docsUrl: string | undefined;
    readonly retryAfterMs: number | undefined;
    readonly clock: ClockDifference | undefined;
    constructor(message: string, details: ApiErrorDetails);
}

declare class CallPromise<T> implements Promise<T> {
    #private;
    readonly [Symbol.toStringTag]: string;
    constructor(result: () => Promise<CallResult<T>>);
    withResponse(): Promise<CallResult<T>>;
    then<A = T, B = never>(onFulfilled?: ((value: T) => A | PromiseLike<A>) | null, onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B>;
    finally(onFinally?: (() => void) | null): Promise<T>;
}

declare class ConnectionError extends MerchantPayError<ErrorDetails & Pick<ConnectionError, 'sent'>> {
    readonly sent: 'no' | 'maybe';
}

declare class EventLister extends CallPromise<EventPage> implements AsyncIterable<ListedEvent> {
    #private;
    readonly [Symbol.toStringTag]: string;
    constructor(page: () => Promise<CallResult<EventPage>>, pages: EventLister['pages']);
    pages(): AsyncGenerator<EventPage, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<ListedEvent, void, undefined>;
}

declare class MerchantPay {
    #private;
    readonly baseUrl: string;
    readonly keyId: string | undefined;
    readonly environment: KeyEnvironment | undefined;
    readonly orders: Orders;
    readonly appOrders: AppOrders;
    readonly paymentLinks: PaymentLinks;
    readonly merchants: Merchants;
    readonly apiKeys: ApiKeys;
    readonly webhooks: Webhooks;
    readonly events: Events;
    readonly withdrawals: Withdrawals;
    readonly balance: Balances;
    readonly rates: Rates;
    readonly testHelpers: TestHelpers;
    readonly raw: Client<paths>;
    constructor(options?: ClientOptions);
    get rateLimit(): RateLimitState | undefined;
    toJSON(): {
        baseUrl: string;
        keyId: string | undefined;
        environment: KeyEnvironment | undefined;
    };
}

declare class MerchantPayError<Details extends ErrorDetails = ErrorDetails> extends Error {
    readonly code: Open<ErrorCode>;
    readonly outcome: Outcome;
    readonly operationId: string | undefined;
    readonly requestId: string | undefined;
    readonly attempts: readonly Attempt[];
    readonly idempotencyKey: string | undefined;
    readonly retryBudgetExhausted: boolean | undefined;
    constructor(message: string, details: Details);
    static [Symbol.hasInstance](value: unknown): boolean;
    toJSON(): Record<string, unknown>;
}

declare class OutcomeUnknownError extends MerchantPayError<ErrorDetails & Pick<OutcomeUnknownError, 'remedy'>> {
    readonly remedy: string;
}

declare class Paginator<Row, List> extends CallPromise<List> implements AsyncIterable<Row> {
    #private;
    readonly [Symbol.toStringTag]: string;
    constructor(page: () => Promise<CallResult<List>>, pages: () => Pages<Row>, signal: AbortSignal | undefined);
    pages(): AsyncIterableIterator<Page<Row>>;
    [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
    toArray(options: {
        readonly max: number;
    }): Promise<Row[]>;
}

declare class SseParser {
    #private;
    retryMs: number | undefined;
    sawComment: boolean;
    constructor({ maxEventBytes }?: SseOptions);
    push(bytes: Uint8Array): ServerSentEvent[];
}

declare class StreamError extends MerchantPayError<ErrorDetails & Pick<StreamError, 'reason'>> {
    readonly reason: 'reconnects_exhausted' | 'event_too_large';
}

declare class TimeoutError extends MerchantPayError<ErrorDetails & Pick<TimeoutError, 'phase' | 'retryAfterMs'>> {
    readonly phase: Phase;
    readonly retryAfterMs: number | undefined;
}

declare class UsageError extends MerchantPayError {
    constructor(code: string, message: string, details?: Partial<ErrorDetails>);
}

declare class WaitError extends MerchantPayError<WaitErrorDetails> {
    readonly reason: WaitErrorDetails['reason'];
    readonly order: Order | OrderSummary | undefined;
    constructor(message: string, details: WaitErrorDetails);
}

declare const OPERATIONS: {
    readonly listOrders: {
        readonly method: "GET";
        readonly path: "/v1/orders";
    };
    readonly createOrder: {
        readonly method: "POST";
        readonly path: "/v1/orders";
        readonly key: {
            readonly in: "body";
            readonly name: "idempotency_key";
        };
        readonly fields: readonly [
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
        ];
    };
    readonly createAppOrder: {
        readonly method: "POST";
        readonly path: "/v1/app/orders";
        readonly key: {
            readonly in: "header";
            readonly name: "Idempotency-Key";
        };
        readonly fields: readonly [
            "amount_mode",
            "amount",
            "currency",
            "description",
            "metadata",
            "return_url",
            "webhook_url"
        ];
    };
    readonly getOrder: {
        readonly method: "GET";
        readonly path: "/v1/orders/{id}";
    };
    readonly expireOrder: {
        readonly method: "POST";
        readonly path: "/v1/orders/{id}/expire";
    };
    readonly acceptOrder: {
        readonly method: "POST";
        readonly path: "/v1/orders/{id}/accept";
    };
    readonly listRefunds: {
        readonly method: "GET";
        readonly path: "/v1/orders/{id}/refunds";
    };
    readonly createRefund: {
        readonly method: "POST";
        readonly path: "/v1/orders/{id}/refunds";
        readonly key: {
            readonly in: "body";
            readonly name: "idempotency_key";
        };
        readonly fields: readonly [
            "amount",
            "include_fee",
            "destination_address",
            "description",
            "idempotency_key"
        ];
    };
    readonly streamOrderEvents: {
        readonly method: "GET";
        readonly path: "/v1/orders/{id}/events";
        readonly stream: true;
    };
    readonly listOrderDeliveries: {
        readonly method: "GET";
        readonly path: "/v1/orders/{id}/deliveries";
    };
    readonly listPaymentLinks: {
        readonly method: "GET";
        readonly path: "/v1/payment-links";
    };
    readonly createPaymentLink: {
        readonly method: "POST";
        readonly path: "/v1/payment-links";
        readonly key: {
            readonly in: "body";
            readonly name: "idempotency_key";
        };
        readonly fields: readonly [
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
        ];
    };
    readonly getPaymentLink: {
        readonly method: "GET";
        readonly path: "/v1/payment-links/{id}";
    };
    readonly closePaymentLink: {
        readonly method: "POST";
        readonly path: "/v1/payment-links/{id}/close";
    };
    readonly listPaymentLinkOrders: {
        readonly method: "GET";
        readonly path: "/v1/payment-links/{id}/orders";
    };
    readonly registerMerchant: {
        readonly method: "POST";
        readonly path: "/v1/merchants";
        readonly open: true;
        readonly fields: readonly [
            "name",
            "email",
            "platform_user_id"
        ];
    };
    readonly getCurrentMerchant: {
        readonly method: "GET";
        readonly path: "/v1/merchants/me";
    };
    readonly rotateWebhookSecret: {
        readonly method: "POST";
        readonly path: "/v1/merchants/webhook-secret";
    };
    readonly createDashboardLink: {
        readonly method: "POST";
        readonly path: "/v1/merchants/dashboard-links";
        readonly fields: readonly [
            "scopes"
        ];
    };
    readonly listApiKeys: {
        readonly method: "GET";
        readonly path: "/v1/merchants/api-keys";
    };
    readonly createApiKey: {
        readonly method: "POST";
        readonly path: "/v1/merchants/api-keys";
        readonly fields: readonly [
            "name",
            "environment",
            "scopes"
        ];
    };
    readonly revokeApiKey: {
        readonly method: "DELETE";
        readonly path: "/v1/merchants/api-keys/{key_id}";
    };
    readonly listWebhooks: {
        readonly method: "GET";
        readonly path: "/v1/webhooks";
        readonly array: true;
    };
    readonly createWebhook: {
        readonly method: "POST";
        readonly path: "/v1/webhooks";
        readonly fields: readonly [
            "url",
            "events"
        ];
    };
    readonly updateWebhook: {
        readonly method: "PATCH";
        readonly path: "/v1/webhooks/{id}";
        readonly fields: readonly [
            "url",
            "events",
            "is_active"
        ];
    };
    readonly deleteWebhook: {
        readonly method: "DELETE";
        readonly path: "/v1/webhooks/{id}";
    };
    readonly sendTestWebhook: {
        readonly method: "POST";
        readonly path: "/v1/webhooks/{id}/test";
    };
    readonly listWebhookDeliveries: {
        readonly method: "GET";
        readonly path: "/v1/webhooks/{id}/deliveries";
    };
    readonly getWebhookDelivery: {
        readonly method: "GET";
        readonly path: "/v1/webhooks/{id}/deliveries/{delivery_id}";
    };
    readonly redeliverWebhookDelivery: {
        readonly method: "POST";
        readonly path: "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver";
    };
    readonly listEvents: {
        readonly method: "GET";
        readonly path: "/v1/events";
    };
    readonly listWithdrawals: {
        readonly method: "GET";
        readonly path: "/v1/withdrawals";
    };
    readonly createWithdrawal: {
        readonly method: "POST";
        readonly path: "/v1/withdrawals";
        readonly key: {
            readonly in: "body";
            readonly name: "idempotency_key";
        };
        readonly fields: readonly [
            "amount",
            "currency",
            "network",
            "destination_address",
            "description",
            "metadata",
            "webhook_url",
            "idempotency_key"
        ];
    };
    readonly quoteWithdrawal: {
        readonly method: "GET";
        readonly path: "/v1/withdrawals/quote";
    };
    readonly listWithdrawalDestinations: {
        readonly method: "GET";
        readonly path: "/v1/withdrawals/destinations";
    };
    readonly createWithdrawalDestination: {
        readonly method: "POST";
        readonly path: "/v1/withdrawals/destinations";
        readonly fields: readonly [
            "label",
            "network",
            "address"
        ];
    };
    readonly deleteWithdrawalDestination: {
        readonly method: "DELETE";
        readonly path: "/v1/withdrawals/destinations/{id}";
    };
    readonly getWithdrawal: {
        readonly method: "GET";
        readonly path: "/v1/withdrawals/{id}";
    };
    readonly cancelWithdrawal: {
        readonly method: "POST";
        readonly path: "/v1/withdrawals/{id}/cancel";
    };
    readonly getBalance: {
        readonly method: "GET";
        readonly path: "/v1/balance";
    };
    readonly getRate: {
        readonly method: "GET";
        readonly path: "/v1/rates";
    };
    readonly streamTestDeliveries: {
        readonly method: "GET";
        readonly path: "/v1/test_helpers/deliveries/events";
        readonly stream: true;
    };
    readonly resendTestDelivery: {
        readonly method: "POST";
        readonly path: "/v1/test_helpers/deliveries/{delivery_id}/resend";
    };
    readonly simulateOrder: {
        readonly method: "POST";
        readonly path: "/v1/test_helpers/orders/{id}/simulate";
        readonly fields: readonly [
            "action",
            "amount",
            "remark"
        ];
    };
};

declare const brand: unique symbol;

declare const unit: unique symbol;

declare function add(a: Usdt, b: Usdt): Usdt;

declare function compare(a: Usdt, b: Usdt): -1 | 0 | 1;

declare function createSigner(options: {
    keyId: string;
    secret: string;
}): Signer;

declare function decimal(text: string, { decimals }?: OrderDecimals): DecimalString;

declare function fee(received: Usdt, rate: string, { decimals }?: OrderDecimals): Usdt;

declare function format(value: Usdt, { decimals }?: FormatOptions): DecimalString;

declare function formatAuthorization(parts: Authorization): string;

declare function isWithinTolerance({ received, orderAmount, tolerance }: Receipt): boolean;

declare function max(first: Usdt, ...others: Usdt[]): Usdt;

declare function min(first: Usdt, ...others: Usdt[]): Usdt;

declare function minDue(orderAmount: Usdt, tolerance: string): Usdt;

declare function parseAuthorization(header: string): Authorization | undefined;

declare function readEvents(source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | null, options?: SseOptions): AsyncGenerator<ServerSentEvent, void, undefined>;

declare function stringToSign(parts: SignedParts): string;

declare function sub(a: Usdt, b: Usdt): Usdt;

declare function sum(values: Iterable<Usdt>): Usdt;

declare function usdt(text: string, { maxDecimals }?: ReadOptions): Usdt;

interface ApiErrorDetails extends ErrorDetails {
    status: number;
    headers: Headers;
    param?: string | undefined;
    detail?: string | undefined;
    readFrom?: string | undefined;
    docsUrl?: string | undefined;
    retryAfterMs?: number | undefined;
    clock?: ClockDifference | undefined;
}

interface ApiKey extends Schema<"ApiKey"> {
}

interface ApiKeyList extends Schema<"ApiKeyList"> {
}

interface ApiKeys {
    create(body: CreateApiKey, options?: RequestOptions): CallPromise<CreatedApiKey>;
    list(options?: RequestOptions): CallPromise<ApiKeyList>;
    revoke(keyId: KeyId, options?: RequestOptions): CallPromise<Message>;
}

interface AppOrder$1 extends Schema<"AppOrder"> {
}

interface AppOrders {
    create(body: CreateAppOrder, options?: KeyedRequestOptions): CallPromise<AppOrder>;
}

interface Attempt {
    status?: number | undefined;
    error?: string | undefined;
    startedAt: number;
    ms: number;
    waitedMs: number;
}

interface AttemptEvent extends Named {
    readonly type: 'attempt';
    readonly attempt: number;
    readonly status: number | undefined;
    readonly error: string | undefined;
    readonly ms: number;
}

interface Authorization {
    keyId: string;
    timestamp: string;
    signature: string;
}

interface Balance extends Schema<"Balance"> {
}

interface Balances {
    get(options?: RequestOptions): CallPromise<Balance>;
}

interface CallResult<T> {
    readonly data: T;
    readonly status: number;
    readonly requestId: string;
    readonly attempts: readonly Attempt[];
    readonly idempotencyKey: string | undefined;
    readonly replayed: boolean;
    readonly confirmedByRetry: boolean;
}

interface ClientOptions extends LimitOptions {
    readonly baseUrl?: string | undefined;
    readonly keyId?: string | undefined;
    readonly secret?: string | undefined;
    readonly signer?: Signer | undefined;
    readonly environment?: KeyEnvironment | undefined;
    readonly retryBudget?: RetryBudgetOptions | false | undefined;
    readonly rateLimit?: Window | RateLimiter | false | undefined;
    readonly headers?: HeaderValues | undefined;
    readonly fetch?: Fetch | undefined;
    readonly fetchOptions?: Readonly<Record<string, unknown>> | undefined;
    readonly logger?: Logger | undefined;
    readonly logLevel?: LogLevel | undefined;
    readonly onEvent?: ((event: ClientEvent) => void) | undefined;
    readonly maxResponseBytes?: number | undefined;
    readonly clock?: Clock | undefined;
    readonly allowInsecureHttp?: boolean | undefined;
    readonly allowBrowser?: boolean | undefined;
}

interface Clock {
    now(): number;
    monotonic(): number;
    setTimeout(callback: () => void, ms: number): unknown;
    clearTimeout(handle: unknown): void;
}

interface ClockDifference {
    readonly offsetMs: number | undefined;
    readonly serverDate: string | undefined;
}

interface ClockEvent extends Named {
    readonly type: 'clock';
    readonly offsetMs: number;
}

interface CreateApiKey extends Schema<"CreateApiKey"> {
}

interface CreateCustomAppOrder extends Schema<"CreateCustomAppOrder"> {
}

interface CreateCustomPaymentLink extends Schema<"CreateCustomPaymentLink"> {
}

interface CreateDashboardLink extends Schema<"CreateDashboardLink"> {
}

interface CreateFixedAppOrder extends Schema<"CreateFixedAppOrder"> {
}

interface CreateFixedPaymentLink extends Schema<"CreateFixedPaymentLink"> {
}

interface CreateOrder extends Schema<"CreateOrder"> {
}

interface CreateRefund extends Schema<"CreateRefund"> {
}

interface CreateWebhook extends Schema<"CreateWebhook"> {
}

interface CreateWithdrawal extends Schema<"CreateWithdrawal"> {
}

interface CreateWithdrawalDestination extends Schema<"CreateWithdrawalDestination"> {
}

interface CreatedApiKey extends Schema<"CreatedApiKey"> {
}

interface CreatedWebhookSecret extends Schema<"CreatedWebhookSecret"> {
}

interface DashboardLink extends Schema<"DashboardLink"> {
}

interface DeliveryAttempt extends Schema<"DeliveryAttempt"> {
}

interface DeliveryEvent {
    readonly delivery: TestDelivery;
    readonly gap: boolean;
    readonly eventId: string | undefined;
}

interface DeliveryListOptions extends PageOptions, DeliveryFilters {
}

interface DeliveryStreamOptions extends StreamOptions {
    readonly lastEventId?: string | undefined;
}

interface DeprecationEvent extends Named {
    readonly type: 'deprecation';
    readonly deprecation: string | undefined;
    readonly sunset: string | undefined;
}

interface Destinations {
    create(body: CreateWithdrawalDestination, options?: RequestOptions): CallPromise<WithdrawalDestination>;
    list(options?: RequestOptions): CallPromise<WithdrawalDestinationList>;
    delete(id: DestinationId, options?: RequestOptions): CallPromise<Message>;
}

interface ErrorDetails {
    code: Open<ErrorCode>;
    outcome: Outcome;
    operationId?: string | undefined;
    requestId?: string | undefined;
    attempts?: readonly Attempt[] | undefined;
    idempotencyKey?: string | undefined;
    retryBudgetExhausted?: boolean | undefined;
    cause?: unknown;
}

interface EventFollowOptions extends EventListOptions {
    readonly everyMs?: number | undefined;
}

interface EventListOptions extends RequestOptions {
    readonly after?: string | undefined;
    readonly created_from?: string | undefined;
    readonly types?: readonly EventType[] | undefined;
    readonly limit?: number | undefined;
}

interface EventPage {
    readonly events: readonly ListedEvent[];
    readonly cursor: string;
    readonly next: string | null;
}

interface Events {
    list(options?: EventListOptions): EventLister;
    follow(options?: EventFollowOptions): AsyncIterableIterator<ListedEvent>;
}

interface FormatOptions {
    readonly decimals?: number | undefined;
}

interface KeyedRequestOptions extends RequestOptions {
    readonly idempotencyKey?: string | undefined;
}

interface Limits {
    readonly timeoutMs: number;
    readonly deadlineMs: number;
    readonly maxRetries: number;
}

interface ListedEvent {
    readonly cursor: string;
    readonly payload: EventPayload;
}

interface Logger {
    debug(message: string, details: object): void;
    info(message: string, details: object): void;
    warn(message: string, details: object): void;
    error(message: string, details: object): void;
}

interface Merchant extends Schema<"Merchant"> {
}

interface Merchants {
    register(body: RegisterMerchant, options?: RegisterOptions): CallPromise<RegisteredMerchant>;
    me(options?: RequestOptions): CallPromise<Merchant>;
    rotateWebhookSecret(options?: RequestOptions): CallPromise<CreatedWebhookSecret>;
    createDashboardLink(body?: CreateDashboardLink, options?: RequestOptions): CallPromise<DashboardLink>;
}

interface Message extends Schema<"Message"> {
}

interface Named {
    readonly operationId: string;
    readonly requestId: string;
}

interface OnChainOrder$1 extends Schema<"OnChainOrder"> {
}

interface OrderDecimals {
    readonly decimals?: 6 | 8 | undefined;
}

interface OrderDelivery extends Schema<"OrderDelivery"> {
}

interface OrderDeliveryList extends Schema<"OrderDeliveryList"> {
}

interface OrderEvent {
    readonly order: Order;
    readonly gap: boolean;
    readonly eventId: string | undefined;
}

interface OrderList extends Schema<"OrderList"> {
}

interface OrderListOptions extends PageOptions, OrderFilters {
}

interface OrderSummary extends Schema<"OrderSummary"> {
}

interface Orders {
    create(body: CreateOrder, options?: KeyedRequestOptions): CallPromise<OnChainOrder>;
    get(id: OrderId, options?: RequestOptions): CallPromise<RetrievedOrder>;
    list(options?: OrderListOptions): Paginator<OrderSummary, OrderList>;
    expire(id: OrderId, options?: RequestOptions): CallPromise<Order>;
    accept(id: OrderId, options?: RequestOptions): CallPromise<OnChainOrder>;
    refund(id: OrderId, body: CreateRefund, options?: KeyedRequestOptions): CallPromise<Refund>;
    listRefunds(id: OrderId, options?: PageOptions): Paginator<Refund, RefundList>;
    listDeliveries(id: OrderId, options?: PageOptions): Paginator<OrderDelivery, OrderDeliveryList>;
    stream(id: OrderId, options?: StreamOptions): OrderStream;
    waitForPaid(id: OrderId, options?: WaitOptions): Promise<RetrievedOrder>;
}

interface Page<Row> {
    readonly items: Row[];
    readonly offset: number;
    readonly total: number;
    readonly changed: boolean;
}

interface PageOptions extends RequestOptions {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
    readonly cursor?: string | undefined;
}

interface PaymentConfirmedEvent extends Schema<"PaymentConfirmedEvent"> {
}

interface PaymentExpiredEvent extends Schema<"PaymentExpiredEvent"> {
}

interface PaymentFrozenEvent extends Schema<"PaymentFrozenEvent"> {
}

interface PaymentLink extends Schema<"PaymentLink"> {
}

interface PaymentLinkList extends Schema<"PaymentLinkList"> {
}

interface PaymentLinkListOptions extends PageOptions, PaymentLinkFilters {
}

interface PaymentLinkOrderList extends Schema<"PaymentLinkOrderList"> {
}

interface PaymentLinks {
    create(body: CreatePaymentLink, options?: KeyedRequestOptions): CallPromise<PaymentLink>;
    get(id: PaymentLinkId, options?: RequestOptions): CallPromise<PaymentLink>;
    list(options?: PaymentLinkListOptions): Paginator<PaymentLink, PaymentLinkList>;
    close(id: PaymentLinkId, options?: RequestOptions): CallPromise<PaymentLink>;
    listOrders(id: PaymentLinkId, options?: PageOptions): Paginator<OrderSummary, PaymentLinkOrderList>;
}

interface PaymentOverpaidEvent extends Schema<"PaymentOverpaidEvent"> {
}

interface PaymentUnderpaidEvent extends Schema<"PaymentUnderpaidEvent"> {
}

interface Price extends Schema<"Price"> {
}

interface QuoteInput {
    readonly network: Network;
    readonly amount: WithdrawalAmount;
}

interface Rate extends Schema<"Rate"> {
}

interface RateLimitState {
    readonly limit: number;
    readonly held: number;
    readonly queued: number;
    readonly blockedForMs: number;
}

interface RateLimiter {
    acquire(signal: AbortSignal): Promise<() => void>;
}

interface Rates {
    get(input: {
        readonly currency: PriceCurrency;
    }, options?: RequestOptions): CallPromise<Rate>;
}

interface ReadOptions {
    readonly maxDecimals?: number | undefined;
}

interface Receipt {
    readonly received: Usdt;
    readonly orderAmount: Usdt;
    readonly tolerance: string;
}

interface Refund extends Schema<"Refund"> {
}

interface RefundList extends Schema<"RefundList"> {
}

interface RegisterMerchant extends Schema<"RegisterMerchant"> {
}

interface RegisterOptions extends RequestOptions {
    readonly registrationToken?: string | undefined;
}

interface RegisteredMerchant extends Schema<"RegisteredMerchant"> {
}

interface Remark extends Schema<"Remark"> {
}

interface RequestOptions extends LimitOptions {
    readonly signal?: AbortSignal | undefined;
    readonly requestId?: string | undefined;
    readonly headers?: HeaderValues | undefined;
}

interface ResentDelivery extends Schema<"ResentDelivery"> {
}

interface RetryBudgetOptions {
    readonly min: number;
    readonly ratio: number;
}

interface ServerSentEvent {
    readonly event: string;
    readonly data: string;
    readonly id: string | undefined;
}

interface SignRequest {
    method: string;
    target: string;
    body: Uint8Array;
    timestamp: string;
    signal?: AbortSignal | undefined;
}

interface SignedParts {
    timestamp: string;
    method: string;
    target: string;
    bodyHash: string;
}

interface Signer {
    keyId: string;
    sign(request: SignRequest): string | Promise<string>;
}

interface SimulateOrder extends Schema<"SimulateOrder"> {
}

interface SseOptions {
    readonly maxEventBytes?: number | undefined;
}

interface StreamOptions {
    readonly signal?: AbortSignal | undefined;
    readonly idleTimeoutMs?: number | undefined;
    readonly maxConsecutiveFailures?: number | undefined;
}

interface TestDelivery extends Schema<"TestDelivery"> {
}

interface TestHelpers {
    simulateOrder(id: OrderId, body: SimulateOrder, options?: RequestOptions): CallPromise<Order>;
    streamDeliveries(options?: DeliveryStreamOptions): DeliveryStream;
    resendDelivery(id: DeliveryId, options?: RequestOptions): CallPromise<ResentDelivery>;
}

interface UpdateWebhook extends Schema<"UpdateWebhook"> {
}

interface WaitErrorDetails extends ErrorDetails {
    reason: 'expired' | 'underpaid' | 'frozen' | 'paid_not_retrieved' | 'timeout';
    order: Order | OrderSummary | undefined;
}

interface WaitEvent extends Named {
    readonly type: 'retry' | 'reconnect' | 'wait';
    readonly waitMs: number;
}

interface WaitOptions {
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number | undefined;
    readonly graceAfterExpiryMs?: number | undefined;
}

interface Webhook extends Schema<"Webhook"> {
}

interface WebhookDelivery extends Schema<"WebhookDelivery"> {
}

interface WebhookDeliveryList extends Schema<"WebhookDeliveryList"> {
}

interface Webhooks {
    create(body: CreateWebhook, options?: RequestOptions): CallPromise<Webhook>;
    list(options?: RequestOptions): CallPromise<Webhook[]>;
    update(id: WebhookId, body: UpdateWebhook, options?: RequestOptions): CallPromise<Webhook>;
    delete(id: WebhookId, options?: RequestOptions): CallPromise<Message>;
    test(id: WebhookId, options?: RequestOptions): CallPromise<WebhookDelivery>;
    redeliver(id: WebhookId, deliveryId: DeliveryId, options?: RequestOptions): CallPromise<WebhookDelivery>;
    getDelivery(id: WebhookId, deliveryId: DeliveryId, options?: RequestOptions): CallPromise<RetrievedDelivery>;
    listDeliveries(id: WebhookId, options?: DeliveryListOptions): Paginator<WebhookDelivery, WebhookDeliveryList>;
}

interface Window {
    readonly limit: number;
    readonly windowMs: number;
}

interface Withdrawal extends Schema<"Withdrawal"> {
}

interface WithdrawalCompletedEvent extends Schema<"WithdrawalCompletedEvent"> {
}

interface WithdrawalDestination extends Schema<"WithdrawalDestination"> {
}

interface WithdrawalDestinationList extends Schema<"WithdrawalDestinationList"> {
}

interface WithdrawalFailedEvent extends Schema<"WithdrawalFailedEvent"> {
}

interface WithdrawalList extends Schema<"WithdrawalList"> {
}

interface WithdrawalListOptions extends PageOptions, WithdrawalFilters {
}

interface WithdrawalQuote extends Schema<"WithdrawalQuote"> {
}

interface Withdrawals {
    create(body: CreateWithdrawal, options?: KeyedRequestOptions): CallPromise<Withdrawal>;
    get(id: WithdrawalId, options?: RequestOptions): CallPromise<Withdrawal>;
    list(options?: WithdrawalListOptions): Paginator<Withdrawal, WithdrawalList>;
    cancel(id: WithdrawalId, options?: RequestOptions): CallPromise<Withdrawal>;
    quote(input: QuoteInput, options?: RequestOptions): CallPromise<WithdrawalQuote>;
    readonly destinations: Destinations;
}

interface components {
    schemas: {
        Amount: DecimalString;
        Fraction: DecimalString;
        Timestamp: string;
        TimeBound: string;
        Metadata: {
            [key: string]: unknown;
        };
        HttpsUrl: string;
        TotalIsAtLeast: boolean;
        NextPage: string | null;
        IdempotencyKey: string;
        OrderId: Brand<string, "OrderId">;
        PaymentLinkId: Brand<string, "PaymentLinkId">;
        MerchantId: Brand<string, "MerchantId">;
        KeyId: Brand<string, "KeyId">;
        WebhookId: Brand<string, "WebhookId">;
        DeliveryId: Brand<string, "DeliveryId">;
        WithdrawalId: Brand<string, "WithdrawalId">;
        DestinationId: Brand<string, "DestinationId">;
        Network: "TRC20" | "ERC20" | "BEP20";
        Currency: "USDT";
        PriceCurrency: string;
        Price: {
            amount: DecimalString;
            currency: components["schemas"]["PriceCurrency"];
        };
        ExchangeRate: DecimalString;
        Environment: "live" | "test";
        OrderStatus: Open<"PENDING" | "OPEN" | "PENDING_CONFIRM" | "CONFIRMING" | "PAID" | "EXPIRED" | "EXPIRED_PAID" | "UNDERPAID" | "FROZEN">;
        FrozenReason: Open<"compliance" | "reorg">;
        AmountMode: "FIXED" | "CUSTOM";
        KeyScope: "orders" | "read" | "withdrawals" | "keys";
        EventType: "payment.confirmed" | "payment.expired" | "payment.underpaid" | "payment.frozen" | "payment.overpaid" | "withdrawal.completed" | "withdrawal.failed";
        Error: {
            error: string;
            param?: string | undefined;
            detail?: string | undefined;
            read_from?: components["schemas"]["Timestamp"] | undefined;
        };
        Message: {
            message: string;
        };
        CreateOrder: {
            amount?: DecimalString | undefined;
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            tolerance_percent?: number | undefined;
        };
        CreateAppOrder: components["schemas"]["CreateFixedAppOrder"] | components["schemas"]["CreateCustomAppOrder"];
        CreateFixedAppOrder: {
            amount_mode: "FIXED";
            amount: DecimalString;
            currency: components["schemas"]["Currency"];
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
        };
        CreateCustomAppOrder: {
            amount_mode: "CUSTOM";
            amount?: never;
            currency: components["schemas"]["Currency"];
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
        };
        Order: components["schemas"]["OnChainOrder"] | components["schemas"]["AppOrder"];
        OnChainOrder: {
            id: components["schemas"]["OrderId"];
            merchant_id: components["schemas"]["MerchantId"];
            order_number: components["schemas"]["OrderNumber"];
            status: components["schemas"]["OrderStatus"];
            frozen_reason?: components["schemas"]["FrozenReason"] | undefined;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            missing_amount?: components["schemas"]["Amount"] | undefined;
            accepted_amount?: components["schemas"]["Amount"] | undefined;
            accepted_at?: components["schemas"]["Timestamp"] | undefined;
            credited_amount: components["schemas"]["Amount"];
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            payment_url: string;
            payment_address: string;
            address_id: string;
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            return_url?: string | undefined;
            webhook_url?: string | undefined;
            tolerance_percent: components["schemas"]["Fraction"];
            expire_at: components["schemas"]["Timestamp"];
            paid_at: string | null;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        AppOrder: {
            id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            payment_rail: "MP_INTERNAL";
            amount_mode: components["schemas"]["AmountMode"];
            amount: DecimalString | null;
            scale: number;
            status: components["schemas"]["OrderStatus"];
            frozen_reason?: components["schemas"]["FrozenReason"] | undefined;
            received_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            payment_uri: string;
            return_url?: string | undefined;
            webhook_url?: string | undefined;
            expire_at: components["schemas"]["Timestamp"];
            paid_at: string | null;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        OrderNumber: string;
        Remark: {
            remark: string | null;
        };
        RetrievedOrder: ({
            remark: string | null;
        } & components["schemas"]["OnChainOrder"]) | (components["schemas"]["AppOrder"] & components["schemas"]["Remark"]);
        OrderSummary: {
            id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: components["schemas"]["OrderStatus"];
            order_amount: DecimalString | null;
            received_amount: components["schemas"]["Amount"];
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            missing_amount?: components["schemas"]["Amount"] | undefined;
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            network?: components["schemas"]["Network"] | undefined;
            payment_url?: string | undefined;
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            paid_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        OrderList: {
            orders: components["schemas"]["OrderSummary"][];
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        SimulateOrder: {
            action: "pay" | "authorise" | "underpay" | "overpay" | "late_pay" | "expire" | "freeze" | "reorg";
            amount?: DecimalString | undefined;
            remark?: string | undefined;
        };
        CreatePaymentLink: components["schemas"]["CreateFixedPaymentLink"] | components["schemas"]["CreateCustomPaymentLink"];
        CreateFixedPaymentLink: {
            amount_mode: "FIXED";
            amount?: DecimalString | undefined;
            price?: components["schemas"]["Price"] | undefined;
            currency: components["schemas"]["Currency"];
            networks?: components["schemas"]["Network"][] | undefined;
            uses?: components["schemas"]["LinkUses"] | undefined;
            expires_at?: components["schemas"]["TimeBound"] | undefined;
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            tolerance_percent?: number | undefined;
        };
        CreateCustomPaymentLink: {
            amount_mode: "CUSTOM";
            amount?: never;
            price?: never;
            min_amount?: DecimalString | undefined;
            max_amount?: DecimalString | undefined;
            currency: components["schemas"]["Currency"];
            networks?: components["schemas"]["Network"][] | undefined;
            uses?: components["schemas"]["LinkUses"] | undefined;
            expires_at?: components["schemas"]["TimeBound"] | undefined;
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            return_url?: components["schemas"]["HttpsUrl"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
            tolerance_percent?: number | undefined;
        };
        LinkUses: "ONCE" | "MANY";
        PaymentLinkStatus: Open<"OPEN" | "PAID" | "EXPIRED" | "CLOSED">;
        PaymentLink: {
            id: components["schemas"]["PaymentLinkId"];
            url: string;
            status: components["schemas"]["PaymentLinkStatus"];
            uses: components["schemas"]["LinkUses"];
            amount_mode: components["schemas"]["AmountMode"];
            amount?: components["schemas"]["Amount"] | undefined;
            price?: components["schemas"]["Price"] | undefined;
            min_amount?: components["schemas"]["Amount"] | undefined;
            max_amount?: components["schemas"]["Amount"] | undefined;
            currency: components["schemas"]["Currency"];
            networks?: components["schemas"]["Network"][] | undefined;
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            return_url?: string | undefined;
            webhook_url?: string | undefined;
            tolerance_percent: components["schemas"]["Fraction"];
            expires_at: string | null;
            orders_count: number;
            paid_orders_count: number;
            paid_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        PaymentLinkList: {
            payment_links: components["schemas"]["PaymentLink"][];
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        PaymentLinkOrderList: {
            orders: components["schemas"]["OrderSummary"][];
            total: number;
            next: components["schemas"]["NextPage"];
        };
        RegisterMerchant: {
            name: string;
            email: string;
            platform_user_id: string;
        };
        Merchant: {
            id: components["schemas"]["MerchantId"];
            platform_user_id: string;
            name: string;
            email: string;
            status: Open<"PENDING_KYB" | "ACTIVE" | "SUSPENDED">;
            tier: Open<"BASIC" | "STANDARD" | "PREMIUM">;
            fee_rate: components["schemas"]["Fraction"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        RegisteredMerchant: {
            api_key: components["schemas"]["CreatedApiKey"];
            webhook_secret: components["schemas"]["WebhookSecret"];
        } & components["schemas"]["Merchant"];
        WebhookSecret: string;
        CreatedWebhookSecret: {
            webhook_secret: components["schemas"]["WebhookSecret"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
        };
        CreateApiKey: {
            name?: string | undefined;
            environment: components["schemas"]["Environment"];
            scopes?: components["schemas"]["KeyScope"][] | undefined;
        };
        CreatedApiKey: {
            key_id: components["schemas"]["KeyId"];
            secret: string;
            name: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["KeyScope"][];
            created_at: components["schemas"]["Timestamp"];
        };
        CreateDashboardLink: {
            scopes?: components["schemas"]["KeyScope"][] | undefined;
        };
        DashboardLink: {
            url: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["KeyScope"][];
            expires_at: components["schemas"]["Timestamp"];
        };
        ApiKey: {
            key_id: components["schemas"]["KeyId"];
            name: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["KeyScope"][];
            is_active: boolean;
            created_at: components["schemas"]["Timestamp"];
            last_used_at: string | null;
        };
        ApiKeyList: {
            api_keys: components["schemas"]["ApiKey"][];
        };
        CreateWebhook: {
            url: components["schemas"]["HttpsUrl"];
            events: components["schemas"]["EventType"][];
        };
        UpdateWebhook: {
            url?: components["schemas"]["HttpsUrl"] | undefined;
            events?: components["schemas"]["EventType"][] | undefined;
            is_active?: boolean | undefined;
        };
        Webhook: {
            id: components["schemas"]["WebhookId"];
            merchant_id: components["schemas"]["MerchantId"];
            url: string;
            events: components["schemas"]["EventType"][];
            is_active: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        WebhookDelivery: {
            id: components["schemas"]["DeliveryId"];
            webhook_id: components["schemas"]["WebhookId"];
            redelivery_of: Brand<string, "DeliveryId"> | null;
            event_type: components["schemas"]["EventType"];
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                environment?: components["schemas"]["Environment"] | undefined;
                data: {
                    [key: string]: unknown;
                };
            };
            status: Open<"PENDING" | "DELIVERED" | "FAILED">;
            attempts: number;
            max_attempts: 6;
            last_error: string | null;
            last_error_detail: string | null;
            next_attempt_at: string | null;
            delivered_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        ListedEvent: {
            cursor: components["schemas"]["EventCursor"];
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                environment?: components["schemas"]["Environment"] | undefined;
                data: {
                    [key: string]: unknown;
                };
            };
        };
        EventCursor: string;
        EventList: {
            events: components["schemas"]["ListedEvent"][];
            cursor: components["schemas"]["EventCursor"];
            next: string | null;
        };
        DeliveryAttempt: {
            attempt: number;
            ended_at: components["schemas"]["Timestamp"];
            duration_ms: number | null;
            response_status: number | null;
            response_body: string | null;
            error: string | null;
            error_detail: string | null;
        };
        AttemptLog: {
            attempt_log: components["schemas"]["DeliveryAttempt"][];
        };
        RetrievedDelivery: components["schemas"]["WebhookDelivery"] & components["schemas"]["AttemptLog"];
        OrderDelivery: {
            id: components["schemas"]["DeliveryId"];
            webhook_id?: components["schemas"]["WebhookId"] | undefined;
            redelivery_of: Brand<string, "DeliveryId"> | null;
            event_type: components["schemas"]["EventType"];
            payload: {
                event: components["schemas"]["EventType"];
                timestamp: components["schemas"]["Timestamp"];
                environment?: components["schemas"]["Environment"] | undefined;
                data: {
                    [key: string]: unknown;
                };
            };
            status: Open<"PENDING" | "DELIVERED" | "FAILED">;
            attempts: number;
            max_attempts: 6;
            last_error: string | null;
            last_error_detail: string | null;
            next_attempt_at: string | null;
            delivered_at: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        OrderDeliveryList: {
            deliveries: components["schemas"]["OrderDelivery"][];
            total: number;
            next: components["schemas"]["NextPage"];
        };
        TestDelivery: {
            delivery_id: string;
            event_type: components["schemas"]["EventType"];
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        ResentDelivery: {
            delivery_id: components["schemas"]["DeliveryId"];
            event_type: components["schemas"]["EventType"];
        };
        WithdrawalAmount: DecimalString;
        DestinationAddress: string;
        CreateWithdrawal: {
            amount: components["schemas"]["WithdrawalAmount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: components["schemas"]["DestinationAddress"];
            description?: string | undefined;
            metadata?: components["schemas"]["Metadata"] | undefined;
            webhook_url?: components["schemas"]["HttpsUrl"] | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
        };
        WithdrawalNumber: string;
        WithdrawalStatus: Open<"PENDING" | "REVIEW" | "PROCESSING" | "BROADCAST" | "COMPLETED" | "FAILED" | "CANCELED">;
        WithdrawalFailureCode: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast">;
        Withdrawal: {
            id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            merchant_id: components["schemas"]["MerchantId"];
            status: components["schemas"]["WithdrawalStatus"];
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: string;
            tx_hash: string | null;
            confirmations: number;
            failure_code: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast"> | null;
            order_id?: components["schemas"]["OrderId"] | undefined;
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            completed_at: string | null;
        };
        WithdrawalList: {
            withdrawals: components["schemas"]["Withdrawal"][];
            total: number;
            total_is_at_least?: components["schemas"]["TotalIsAtLeast"] | undefined;
            next: components["schemas"]["NextPage"];
        };
        CreateRefund: {
            amount?: components["schemas"]["WithdrawalAmount"] | undefined;
            include_fee?: boolean | undefined;
            destination_address: components["schemas"]["DestinationAddress"];
            description?: string | undefined;
            idempotency_key?: components["schemas"]["IdempotencyKey"] | undefined;
        };
        Refund: {
            id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            merchant_id: components["schemas"]["MerchantId"];
            status: components["schemas"]["WithdrawalStatus"];
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: string;
            tx_hash: string | null;
            confirmations: number;
            failure_code: Open<"canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast"> | null;
            order_id: components["schemas"]["OrderId"];
            refund_id: components["schemas"]["WithdrawalId"];
            description?: string | undefined;
            metadata: components["schemas"]["Metadata"];
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            completed_at: string | null;
        };
        RefundList: {
            refunds: components["schemas"]["Refund"][];
            total: number;
            next: components["schemas"]["NextPage"];
        };
        CreateWithdrawalDestination: {
            label: string;
            network: components["schemas"]["Network"];
            address: components["schemas"]["DestinationAddress"];
        };
        WithdrawalDestination: {
            id: components["schemas"]["DestinationId"];
            label: string;
            network: components["schemas"]["Network"];
            address: string;
            environment: components["schemas"]["Environment"];
            created_at: components["schemas"]["Timestamp"];
            usable_at: components["schemas"]["Timestamp"];
        };
        WithdrawalDestinationList: {
            destinations: components["schemas"]["WithdrawalDestination"][];
        };
        WithdrawalQuote: {
            amount: components["schemas"]["WithdrawalAmount"];
            fee: components["schemas"]["Amount"];
            total_debit: components["schemas"]["Amount"];
            minimum: components["schemas"]["Amount"];
            refund_minimum: components["schemas"]["Amount"];
        };
        Rate: {
            currency: components["schemas"]["PriceCurrency"];
            rate: components["schemas"]["ExchangeRate"];
            rate_at: components["schemas"]["Timestamp"];
        };
        Balance: {
            currency: components["schemas"]["Currency"];
            available: components["schemas"]["Amount"];
            held: components["schemas"]["Amount"];
            frozen: components["schemas"]["Amount"];
        };
        Transaction: {
            tx_hash: string;
            amount: components["schemas"]["Amount"];
            block_number: number;
        };
        PaymentConfirmedEvent: {
            event: "payment.confirmed";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentConfirmedData"];
        };
        PaymentConfirmedData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"PAID" | "EXPIRED_PAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            missing_amount?: components["schemas"]["Amount"] | undefined;
            credited_amount: components["schemas"]["Amount"];
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network?: components["schemas"]["Network"] | undefined;
            transactions: components["schemas"]["Transaction"][];
            paid_at: components["schemas"]["Timestamp"];
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentExpiredEvent: {
            event: "payment.expired";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentExpiredData"];
        };
        PaymentExpiredData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"EXPIRED">;
            order_amount: DecimalString | null;
            received_amount: components["schemas"]["Amount"];
            missing_amount?: components["schemas"]["Amount"] | undefined;
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network?: components["schemas"]["Network"] | undefined;
            expired_at: components["schemas"]["Timestamp"];
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentUnderpaidEvent: {
            event: "payment.underpaid";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentUnderpaidData"];
        };
        PaymentUnderpaidData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"UNDERPAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            missing_amount: components["schemas"]["Amount"];
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            transactions: components["schemas"]["Transaction"][];
            underpaid_at: components["schemas"]["Timestamp"];
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentFrozenEvent: {
            event: "payment.frozen";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentFrozenData"];
        };
        PaymentFrozenData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"FROZEN">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            overpaid_amount?: components["schemas"]["Amount"] | undefined;
            missing_amount?: components["schemas"]["Amount"] | undefined;
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            reason: components["schemas"]["FrozenReason"];
            transactions: components["schemas"]["Transaction"][];
            frozen_at: components["schemas"]["Timestamp"];
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        PaymentOverpaidEvent: {
            event: "payment.overpaid";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["PaymentOverpaidData"];
        };
        PaymentOverpaidData: {
            order_id: components["schemas"]["OrderId"];
            overpayment_id: string;
            order_number: components["schemas"]["OrderNumber"];
            status: Open<"PAID" | "EXPIRED_PAID">;
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            overpaid_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            price?: components["schemas"]["Price"] | undefined;
            rate?: components["schemas"]["ExchangeRate"] | undefined;
            rate_at?: components["schemas"]["Timestamp"] | undefined;
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            tx_hash: string;
            transfer_amount: components["schemas"]["Amount"];
            overpaid_at: components["schemas"]["Timestamp"];
            payment_link_id?: components["schemas"]["PaymentLinkId"] | undefined;
            metadata: components["schemas"]["Metadata"];
        };
        WithdrawalCompletedEvent: {
            event: "withdrawal.completed";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["WithdrawalCompletedData"];
        };
        WithdrawalCompletedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            order_id?: components["schemas"]["OrderId"] | undefined;
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            status: Open<"COMPLETED">;
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: string;
            tx_hash: string;
            completed_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        WithdrawalFailedEvent: {
            event: "withdrawal.failed";
            timestamp: components["schemas"]["Timestamp"];
            environment?: components["schemas"]["Environment"] | undefined;
            data: components["schemas"]["WithdrawalFailedData"];
        };
        WithdrawalFailedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            order_id?: components["schemas"]["OrderId"] | undefined;
            refund_id?: components["schemas"]["WithdrawalId"] | undefined;
            status: Open<"FAILED" | "CANCELED">;
            amount: components["schemas"]["Amount"];
            fee: components["schemas"]["Amount"];
            total_debit: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            destination_address: string;
            tx_hash: string | null;
            failure_code: components["schemas"]["WithdrawalFailureCode"];
            failed_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
    };
    responses: {
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        WriteForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InvalidOrderPage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InvalidParameter: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        OrderNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        PaymentLinkNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        WebhookNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        DeliveryNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        WithdrawalNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        DestinationNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        DuplicateIdempotencyKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        RateUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        OrderIdInPath: components["schemas"]["OrderId"];
        OrderIdOrNumber: string;
        PaymentLinkIdInPath: components["schemas"]["PaymentLinkId"];
        WithdrawalIdInPath: components["schemas"]["WithdrawalId"];
        WithdrawalIdOrNumber: string;
        DestinationIdInPath: components["schemas"]["DestinationId"];
        WebhookIdInPath: components["schemas"]["WebhookId"];
        DeliveryIdInPath: components["schemas"]["DeliveryId"];
        Limit: number;
        Offset: number;
        Cursor: string;
        CreatedFrom: components["schemas"]["TimeBound"];
        CreatedTo: components["schemas"]["TimeBound"];
        UpdatedFrom: components["schemas"]["TimeBound"];
        UpdatedTo: components["schemas"]["TimeBound"];
        "X-Merchant-Signature": string;
        "X-Webhook-Event": components["schemas"]["EventType"];
        "X-Webhook-Id": components["schemas"]["DeliveryId"];
        "X-Webhook-Attempt": number;
        StandardWebhookId: components["schemas"]["DeliveryId"];
        StandardWebhookTimestamp: string;
        StandardWebhookSignature: string;
        Traceparent: string;
        WebhookTraceparent: string;
    };
    requestBodies: never;
    headers: {
        "X-Request-Id": string;
        "Idempotent-Replayed": "true";
        "Retry-After": number;
    };
    pathItems: never;
}

interface operations {
    listOrders: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
                status?: "PENDING" | "OPEN" | "PENDING_CONFIRM" | "CONFIRMING" | "PAID" | "EXPIRED" | "EXPIRED_PAID" | "UNDERPAID" | "FROZEN";
                order_number?: components["schemas"]["OrderNumber"];
                network?: components["schemas"]["Network"];
                created_from?: components["parameters"]["CreatedFrom"];
                created_to?: components["parameters"]["CreatedTo"];
                updated_from?: components["parameters"]["UpdatedFrom"];
                updated_to?: components["parameters"]["UpdatedTo"];
                paid_from?: components["schemas"]["TimeBound"];
                paid_to?: components["schemas"]["TimeBound"];
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            400: components["responses"]["InvalidOrderPage"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrder"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnChainOrder"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    createAppOrder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["schemas"]["IdempotencyKey"];
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAppOrder"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppOrder"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedOrder"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    expireOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnChainOrder"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                traceparent?: components["parameters"]["Traceparent"];
            };
            path: {
                id: components["parameters"]["OrderIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamOrderEvents: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path: {
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Order"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrderDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDeliveryList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
                status?: "OPEN" | "PAID" | "EXPIRED" | "CLOSED";
                created_from?: components["parameters"]["CreatedFrom"];
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    closePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinkOrders: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                id: components["parameters"]["PaymentLinkIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkOrderList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    registerMerchant: {
        parameters: {
            query?: never;
            header?: {
                "X-Registration-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterMerchant"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredMerchant"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Merchant"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookSecret"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createDashboardLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDashboardLink"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardLink"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: components["schemas"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
                status?: "PENDING" | "DELIVERED" | "FAILED";
                created_from?: components["parameters"]["CreatedFrom"];
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetrievedDelivery"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeliveryNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WebhookIdInPath"];
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["DeliveryNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: string;
                created_from?: components["schemas"]["TimeBound"];
                types?: string;
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                offset?: components["parameters"]["Offset"];
                cursor?: components["parameters"]["Cursor"];
                status?: "PENDING" | "REVIEW" | "PROCESSING" | "BROADCAST" | "COMPLETED" | "FAILED" | "CANCELED";
                created_from?: components["parameters"]["CreatedFrom"];
                created_to?: components["parameters"]["CreatedTo"];
                updated_from?: components["parameters"]["UpdatedFrom"];
                updated_to?: components["parameters"]["UpdatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWithdrawal"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: components["responses"]["DuplicateIdempotencyKey"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteWithdrawal: {
        parameters: {
            query: {
                network: components["schemas"]["Network"];
                amount: components["schemas"]["WithdrawalAmount"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalQuote"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWithdrawalDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalDestinationList"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWithdrawalDestination: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWithdrawalDestination"];
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalDestination"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWithdrawalDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["DestinationIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["DestinationNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WithdrawalIdOrNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WithdrawalNotFound"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["WithdrawalIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["WithdrawalNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRate: {
        parameters: {
            query: {
                currency: components["schemas"]["PriceCurrency"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rate"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["RateUnavailable"];
        };
    };
    streamTestDeliveries: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["TestDelivery"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendTestDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: components["parameters"]["DeliveryIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentDelivery"];
                };
            };
            400: components["responses"]["InvalidParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    simulateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["OrderIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateOrder"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["WriteForbidden"];
            404: components["responses"]["OrderNotFound"];
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onPaymentConfirmed: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentConfirmedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentExpired: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentExpiredEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentUnderpaid: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentUnderpaidEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentFrozen: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFrozenEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentOverpaid: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOverpaidEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWithdrawalCompleted: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalCompletedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWithdrawalFailed: {
        parameters: {
            query?: never;
            header: {
                "X-Merchant-Signature": components["parameters"]["X-Merchant-Signature"];
                "X-Webhook-Event": components["parameters"]["X-Webhook-Event"];
                "X-Webhook-Id": components["parameters"]["X-Webhook-Id"];
                "X-Webhook-Attempt": components["parameters"]["X-Webhook-Attempt"];
                "webhook-id"?: components["parameters"]["StandardWebhookId"];
                "webhook-timestamp"?: components["parameters"]["StandardWebhookTimestamp"];
                "webhook-signature"?: components["parameters"]["StandardWebhookSignature"];
                traceparent?: components["parameters"]["WebhookTraceparent"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        responses: {
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

interface paths {
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrders"];
        put?: never;
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/app/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createAppOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["expireOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRefunds"];
        put?: never;
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamOrderEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOrderDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPaymentLinks"];
        put?: never;
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment-links/{id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPaymentLinkOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["registerMerchant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCurrentMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/dashboard-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createDashboardLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/merchants/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWithdrawals"];
        put?: never;
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["quoteWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWithdrawalDestinations"];
        put?: never;
        post: operations["createWithdrawalDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteWithdrawalDestination"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWithdrawal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/withdrawals/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/deliveries/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamTestDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendTestDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/orders/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["simulateOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}

type Amount = components['schemas']['Amount'];

type AmountMode = components['schemas']['AmountMode'];

type AppOrder = AppOrder$1 & {
    readonly kind: 'app';
};

type Brand<T, Name extends string> = T & {
    readonly [brand]?: Name;
};

type ClientEvent = AttemptEvent | WaitEvent | ClockEvent | DeprecationEvent;

type CreateAppOrder = components['schemas']['CreateAppOrder'];

type CreatePaymentLink = components['schemas']['CreatePaymentLink'];

type Currency = components['schemas']['Currency'];

type DecimalString = `${number}`;

type DeliveryFilters = FiltersOf<'listWebhookDeliveries'>;

type DeliveryId = components['schemas']['DeliveryId'];

type DeliveryStream = AsyncIterableIterator<DeliveryEvent>;

type DestinationId = components['schemas']['DestinationId'];

type Environment = components['schemas']['Environment'];

type ErrorCode = 'action_not_possible' | 'amount_below_minimum' | 'amount_not_allowed' | 'amount_out_of_range' | 'amount_required' | 'api_key_is_inactive' | 'api_key_limit_reached' | 'api_key_not_found' | 'delivery_not_found' | 'destination_limit_reached' | 'destination_not_found' | 'duplicate_idempotency_key' | 'forbidden' | 'insufficient_balance' | 'internal_server_error' | 'invalid_amount' | 'invalid_amount_mode' | 'invalid_authorization_format' | 'invalid_cursor' | 'invalid_destination_address' | 'invalid_email' | 'invalid_environment' | 'invalid_event_type' | 'invalid_expires_at' | 'invalid_idempotency_key' | 'invalid_json' | 'invalid_limit' | 'invalid_metadata' | 'invalid_name' | 'invalid_offset' | 'invalid_parameter' | 'invalid_platform_user_id' | 'invalid_price' | 'invalid_return_url' | 'invalid_signature' | 'invalid_tolerance' | 'invalid_uses' | 'invalid_webhook_url' | 'merchant_already_exists' | 'merchant_not_active' | 'merchant_suspended' | 'method_not_allowed' | 'missing_authorization_header' | 'no_available_address' | 'not_found' | 'order_not_found' | 'payment_link_closed' | 'payment_link_not_found' | 'rate_limit_exceeded' | 'rate_unavailable' | 'registration_closed' | 'request_body_too_large' | 'request_timestamp_in_the_future' | 'request_timestamp_too_old' | 'service_unavailable' | 'unsupported_currency' | 'unsupported_media_type' | 'unsupported_network' | 'unsupported_price_currency' | 'webhook_limit_reached' | 'webhook_not_found' | 'withdrawal_not_cancelable' | 'withdrawal_not_found';

type EventPayload = PaymentConfirmedEvent | PaymentExpiredEvent | PaymentUnderpaidEvent | PaymentFrozenEvent | PaymentOverpaidEvent | WithdrawalCompletedEvent | WithdrawalFailedEvent;

type EventType = components['schemas']['EventType'];

type ExchangeRate = components['schemas']['ExchangeRate'];

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type FiltersOf<Id extends 'listOrders' | 'listPaymentLinks' | 'listWebhookDeliveries' | 'listWithdrawals'> = Omit<NonNullable<operations[Id]['parameters']['query']>, 'limit' | 'offset' | 'cursor'>;

type FrozenReason = components['schemas']['FrozenReason'];

type HeaderValues = Readonly<Record<string, string>>;

type KeyEnvironment = 'live' | 'test';

type KeyId = components['schemas']['KeyId'];

type KeyScope = components['schemas']['KeyScope'];

type LimitOptions = {
    readonly [Name in keyof Limits]?: Limits[Name] | undefined;
};

type LinkUses = components['schemas']['LinkUses'];

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

type MerchantId = components['schemas']['MerchantId'];

type Metadata = components['schemas']['Metadata'];

type Network = components['schemas']['Network'];

type OnChainOrder = OnChainOrder$1 & {
    readonly kind: 'on_chain';
};

type Open<T extends string> = T | (string & Record<never, never>);

type OperationId = keyof typeof OPERATIONS;

type Order = OnChainOrder | AppOrder;

type OrderFilters = FiltersOf<'listOrders'>;

type OrderId = components['schemas']['OrderId'];

type OrderStatus = components['schemas']['OrderStatus'];

type OrderStream = AsyncIterableIterator<OrderEvent>;

type Outcome = 'not_processed' | 'unknown';

type Pages<Row> = AsyncGenerator<Page<Row>, void, undefined>;

type PaymentLinkFilters = FiltersOf<'listPaymentLinks'>;

type PaymentLinkId = components['schemas']['PaymentLinkId'];

type PaymentLinkStatus = components['schemas']['PaymentLinkStatus'];

type Phase = 'queue' | 'backoff' | 'request' | 'body';

type PriceCurrency = components['schemas']['PriceCurrency'];

type RetrievedDelivery = components['schemas']['RetrievedDelivery'];

type RetrievedOrder = Order & Remark;

type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Usdt = bigint & {
    readonly [unit]: 'Usdt';
};

type WebhookId = components['schemas']['WebhookId'];

type WithdrawalAmount = components['schemas']['WithdrawalAmount'];

type WithdrawalFailureCode = components['schemas']['WithdrawalFailureCode'];

type WithdrawalFilters = FiltersOf<'listWithdrawals'>;

type WithdrawalId = components['schemas']['WithdrawalId'];

type WithdrawalStatus = components['schemas']['WithdrawalStatus'];
