// Written by npm run api from the built package; a change here is a change of the public types.

// @merchantpay/testing
export {
  Clock,
  Fault,
  OrderBody,
  OrderStatus,
  SignedWebhook,
  TestCall,
  TestClock,
  TestClockOptions,
  TestKey,
  TestServer,
  TestServerOptions,
  WebhookEvent,
  WebhookHandler,
  WireRequest,
  createTestClock,
  createTestServer,
  systemClock,
}

// @merchantpay/testing/msw
export {
  mswHandlers,
}

// @merchantpay/testing/listen
export {
  ListeningServer,
  listen,
}

declare const systemClock: Clock;

declare function createTestClock({ now }?: TestClockOptions): TestClock;

declare function createTestServer(options?: TestServerOptions): TestServer;

declare function listen(server: Pick<TestServer, 'baseUrl' | 'answer'>): Promise<ListeningServer>;

declare function mswHandlers(server: Pick<TestServer, 'baseUrl' | 'fetch'>): HttpHandler[];

interface ChunkFault extends FaultTimes {
    readonly chunk: number;
}

interface CutFault extends FaultTimes {
    readonly cutStreamAt: number;
    readonly by?: 'reset' | 'close' | undefined;
}

interface ErrorFault extends Refusing {
    readonly error: ErrorCode;
}

interface FaultTimes {
    readonly times?: number | undefined;
}

interface HtmlFault extends FaultTimes {
    readonly html: string;
    readonly status?: number | undefined;
}

interface ListeningServer {
    readonly baseUrl: string;
    readonly openRequests: number;
    close(): Promise<void>;
}

interface RedirectFault extends FaultTimes {
    readonly redirect: string;
    readonly status?: number | undefined;
}

interface Refusing extends FaultTimes {
    readonly retryAfter?: number | string | undefined;
    readonly commit?: boolean | undefined;
}

interface ResetFault extends FaultTimes {
    readonly reset: 'before' | 'after';
}

interface SignedWebhook {
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
}

interface SkewFault extends FaultTimes {
    readonly skew: number;
}

interface StallFault extends FaultTimes {
    readonly stall: 'head' | 'body';
}

interface StatusFault extends Refusing {
    readonly status: number;
}

interface TestCall {
    readonly operationId: OperationId | undefined;
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly at: number;
    status: number | undefined;
}

interface TestClock extends Clock {
    advance(ms: number): Promise<void>;
    waitWhile(isBusy: () => boolean): void;
}

interface TestClockOptions {
    readonly now?: number | undefined;
}

interface TestKey {
    readonly keyId: string;
    readonly secret: string;
}

interface TestServer {
    readonly baseUrl: string;
    readonly clock: Clock;
    readonly keys: {
        readonly test: TestKey;
        readonly live: TestKey;
    };
    readonly webhookSecret: string;
    readonly calls: readonly TestCall[];
    readonly events: readonly WebhookEvent[];
    readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
    answer(request: WireRequest): Promise<Response>;
    fault(operationId: OperationId | '*', fault: Fault): () => void;
    advance(ms: number): Promise<void>;
    emit(orderId: string, status: OrderStatus): Promise<OrderBody>;
    sign(event: WebhookEvent): SignedWebhook;
    deliverTo(handler: WebhookHandler): () => void;
    setRates(rates: Readonly<Record<string, string>>): void;
    setMerchantStatus(merchantId: string, status: 'ACTIVE' | 'SUSPENDED'): void;
}

interface TestServerOptions {
    readonly seed?: number | undefined;
    readonly clock?: Clock | undefined;
    readonly baseUrl?: string | undefined;
    readonly requestsPerMinute?: number | undefined;
    readonly rates?: Readonly<Record<string, string>> | undefined;
}

interface TruncateFault extends FaultTimes {
    readonly truncate: true;
}

interface WireRequest {
    readonly method: string;
    readonly target: string;
    readonly headers: Headers;
    readonly body: Uint8Array<ArrayBuffer>;
    readonly signal?: AbortSignal | undefined;
}

type AppOrderBody = Created<'/v1/app/orders'>;

type Created<Path extends '/v1/orders' | '/v1/app/orders'> = paths[Path]['post']['responses'][201]['content']['application/json'];

type Fault = StatusFault | ErrorFault | ResetFault | StallFault | TruncateFault | RedirectFault | HtmlFault | SkewFault | CutFault | ChunkFault;

type OnChainOrderBody = Created<'/v1/orders'>;

type OrderBody = OnChainOrderBody | AppOrderBody;

type OrderStatus = 'PENDING' | 'OPEN' | 'PENDING_CONFIRM' | 'CONFIRMING' | 'PAID' | 'EXPIRED' | 'EXPIRED_PAID' | 'UNDERPAID' | 'FROZEN';

type WebhookEvent = PaymentConfirmedEvent | PaymentExpiredEvent | PaymentUnderpaidEvent | PaymentFrozenEvent | PaymentOverpaidEvent | WithdrawalCompletedEvent | WithdrawalFailedEvent;

type WebhookHandler = (request: Request) => Response | Promise<Response>;
