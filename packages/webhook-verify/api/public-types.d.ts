// Written by npm run api from the built package; a change here is a change of the public types.

// @merchantpay/webhook-verify, with node:crypto
export {
  AsyncBodyInput,
  AsyncVerifier,
  BodyInput,
  BodyStream,
  DedupeStore,
  EventNamed,
  ForeignKey,
  HandleOptions,
  HeaderValue,
  HeadersInput,
  NamedSecret,
  ReceivedRequest,
  Receiver,
  ReceiverAnswer,
  ReceiverOptions,
  SecretResolver,
  SecretValue,
  Secrets,
  SignOptions,
  Timers,
  UnknownWebhookEvent,
  UnreadBody,
  VerifiedDelivery,
  VerifiedSignature,
  VerifiedWebhook,
  Verifier,
  VerifierOptions,
  VerifyOptions,
  WebhookErrorCode,
  WebhookErrorDetails,
  WebhookEvent,
  WebhookHandler,
  WebhookHandlers,
  WebhookVerificationError,
  createReceiver,
  createVerifier,
  signWebhook,
  signWebhookAsync,
}

// @merchantpay/webhook-verify, with WebCrypto
export {
  AsyncBodyInput,
  AsyncVerifier,
  BodyInput,
  BodyStream,
  DedupeStore,
  EventNamed,
  ForeignKey,
  HandleOptions,
  HeaderValue,
  HeadersInput,
  NamedSecret,
  ReceivedRequest,
  Receiver,
  ReceiverAnswer,
  ReceiverOptions,
  SecretResolver,
  SecretValue,
  Secrets,
  SignOptions,
  Timers,
  UnknownWebhookEvent,
  UnreadBody,
  VerifiedDelivery,
  VerifiedSignature,
  VerifiedWebhook,
  VerifierOptions,
  VerifyOptions,
  WebhookErrorCode,
  WebhookErrorDetails,
  WebhookEvent,
  WebhookHandler,
  WebhookHandlers,
  WebhookVerificationError,
  createReceiver,
  createVerifier,
  signWebhookAsync,
}

// @merchantpay/webhook-verify/signature, with node:crypto
export {
  VerifiedSignature,
  VerifySignatureAsyncOptions,
  VerifySignatureOptions,
  WebhookErrorCode,
  WebhookVerificationError,
  verifySignature,
  verifySignatureAsync,
}

// @merchantpay/webhook-verify/signature, with WebCrypto
export {
  VerifiedSignature,
  VerifySignatureAsyncOptions,
  WebhookErrorCode,
  WebhookVerificationError,
  verifySignatureAsync,
}

// @merchantpay/webhook-verify/node
export {
  NodeRequest,
  NodeResponse,
  nodeWebhook,
}

// @merchantpay/webhook-verify/express
export {
  ExpressRequest,
  expressWebhook,
}

// @merchantpay/webhook-verify/fastify
export {
  FastifyReply,
  FastifyRequest,
  FastifyScope,
  FastifyWebhookOptions,
  fastifyWebhook,
}

// @merchantpay/webhook-verify/koa
export {
  KoaContext,
  koaWebhook,
}

// @merchantpay/webhook-verify/nest
export {
  NestRequest,
  nestWebhook,
}

// @merchantpay/webhook-verify/web
export {
  webWebhook,
}

// @merchantpay/webhook-verify/hono
export {
  HonoContext,
  honoWebhook,
}

// @merchantpay/webhook-verify/next
export {
  nextPagesWebhook,
  nextWebhook,
}

// @merchantpay/webhook-verify/lambda
export {
  LambdaEvent,
  LambdaResult,
  lambdaWebhook,
}

// @merchantpay/webhook-verify/dedupe/memory
export {
  MemoryDedupe,
  MemoryDedupeOptions,
  memoryDedupe,
}

// @merchantpay/webhook-verify/dedupe/redis
export {
  RedisCommand,
  RedisDedupeOptions,
  redisDedupe,
}

// @merchantpay/webhook-verify/dedupe/sqlite
export {
  SqliteDatabase,
  SqliteDedupeOptions,
  sqliteDedupe,
}

// @merchantpay/webhook-verify/schemas
export {
  webhookEventSchema,
}

// @merchantpay/webhook-verify/testing
export {
  DeliverOptions,
  Fixtures,
  SignedRequest,
  SignedRequestOptions,
  VARIANTS,
  Variant,
  deliver,
  fixtures,
  signedRequest,
}

// @merchantpay/webhook-verify/diagnose
export {
  DiagnoseOptions,
  Diagnosis,
  DiagnosisCause,
  FirstDifference,
  diagnose,
}

declare class WebhookVerificationError extends Error {
    readonly code: WebhookErrorCode;
    readonly status: number;
    readonly hint: string;
    constructor(code: WebhookErrorCode, message?: string | false, details?: WebhookErrorDetails);
    static [Symbol.hasInstance](value: unknown): value is WebhookVerificationError;
    toJSON(): {
        name: string;
        code: WebhookErrorCode;
        message: string;
    };
    toString(): string;
}

declare const FIXES: {
    newline_at_end: string;
    line_ends: string;
    json_compacted: string;
    json_spaced: string;
    unicode_escapes: string;
    slash_escapes: string;
    byte_order_mark: string;
    latin1: string;
    secret_space: string;
    secret_encoding: string;
    other_secret: string;
    timestamp: string;
};

declare const HINTS: {
    missing_header: string;
    duplicate_header: string;
    header_too_large: string;
    malformed_header: string;
    duplicate_timestamp: string;
    no_signature: string;
    too_many_signatures: string;
    invalid_body: string;
    body_aborted: string;
    invalid_payload: string;
    event_mismatch: string;
    signature_mismatch: string;
    timestamp_too_old: string;
    timestamp_too_new: string;
    body_timeout: string;
    replayed: string;
    body_too_large: string;
    unsupported_encoding: string;
    raw_body_required: string;
    invalid_secret: string;
    invalid_option: string;
    sync_unavailable: string;
    secret_unavailable: string;
    store_unavailable: string;
};

declare const VARIANTS: Readonly<{
    readonly valid: "ok";
    readonly old: "timestamp_too_old";
    readonly future: "timestamp_too_new";
    readonly forged: "signature_mismatch";
    readonly rotated: "ok";
    readonly respaced: "signature_mismatch";
    readonly truncated: "signature_mismatch";
    readonly bom: "ok";
    readonly unknown: "ok";
}>;

declare const createReceiver: NodeApi['createReceiver'];

declare const createReceiver: PlatformApi['createReceiver'];

declare const createVerifier: NodeApi['createVerifier'];

declare const createVerifier: PlatformApi['createVerifier'];

declare const fixtures: Fixtures;

declare const nextPagesWebhook: typeof nodeWebhook;

declare const nextWebhook: typeof webWebhook;

declare const signWebhook: NodeApi['signWebhook'];

declare const signWebhookAsync: NodeApi['signWebhookAsync'];

declare const signWebhookAsync: PlatformApi['signWebhookAsync'];

declare const verifySignature: NodeApi['verifySignature'];

declare const verifySignatureAsync: NodeApi['verifySignatureAsync'];

declare const verifySignatureAsync: PlatformApi['verifySignatureAsync'];

declare function deliver(url: string | URL, event: UnknownWebhookEvent, { signal, ...options }: DeliverOptions): Promise<Response>;

declare function diagnose(options: DiagnoseOptions): Diagnosis;

declare function expressWebhook(receiver: Receiver): (request: ExpressRequest, response: NodeResponse) => Promise<void>;

declare function fastifyWebhook(scope: FastifyScope, { path, receiver }: FastifyWebhookOptions): Promise<void>;

declare function honoWebhook(receiver: Receiver): (context: HonoContext) => Promise<Response>;

declare function koaWebhook(receiver: Receiver): (context: KoaContext) => Promise<void>;

declare function lambdaWebhook(receiver: Receiver): (event: LambdaEvent) => Promise<LambdaResult>;

declare function memoryDedupe({ maxKeys, clock, }?: MemoryDedupeOptions): MemoryDedupe;

declare function nestWebhook(receiver: Receiver): (request: NestRequest, response: NodeResponse | FastifyReply) => Promise<void>;

declare function nodeWebhook(receiver: Receiver): (request: NodeRequest, response: NodeResponse) => Promise<void>;

declare function redisDedupe(send: (command: RedisCommand) => Promise<unknown>, { prefix }?: RedisDedupeOptions): DedupeStore;

declare function signedRequest(event: UnknownWebhookEvent, { secret, at, variant, deliveryId, attempt }: SignedRequestOptions): SignedRequest;

declare function sqliteDedupe(database: SqliteDatabase, { table, clock }?: SqliteDedupeOptions): DedupeStore;

declare function webWebhook(receiver: Receiver): (request: Request) => Promise<Response>;

interface AsyncVerifier {
    verifyAsync(body: AsyncBodyInput, headers: HeadersInput, options?: VerifyOptions): Promise<VerifiedWebhook>;
}

interface DedupeStore {
    claim(key: string, owner: string, leaseMs: number): Promise<'claimed' | 'done' | 'busy'>;
    renew(key: string, owner: string, leaseMs: number): Promise<boolean>;
    done(key: string, owner: string, ttlMs: number): Promise<boolean>;
    release(key: string, owner: string): Promise<void>;
}

interface DeliverOptions extends SignedRequestOptions {
    signal?: AbortSignal | undefined;
}

interface DiagnoseOptions extends VerifySignatureOptions {
    secrets: Secrets;
}

interface Diagnosis {
    verdict: 'fits' | 'explained' | 'unexplained';
    causes: readonly DiagnosisCause[];
    fix: string;
    secretId?: string;
    firstDifference?: FirstDifference;
}

interface ExpressRequest extends NodeRequest {
    readonly body?: unknown;
    readonly rawBody?: unknown;
}

interface FastifyReply {
    code(status: number): FastifyReply;
    headers(headers: Record<string, string>): FastifyReply;
    send(body: string): unknown;
}

interface FastifyRequest {
    readonly raw: NodeRequest;
}

interface FastifyScope {
    removeAllContentTypeParsers(): unknown;
    addContentTypeParser(contentType: string, parser: (request: FastifyRequest, payload: unknown, done: (error: null) => void) => void): unknown;
    all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

interface FastifyWebhookOptions {
    path: string;
    receiver: Receiver;
}

interface FirstDifference {
    offset: number;
    received: number | undefined;
    signed: number | undefined;
}

interface Fixtures extends Readonly<{
    [Name in WebhookEvent['event']]: EventNamed<Name>;
}> {
    readonly latePayment: EventNamed<'payment.confirmed'>;
    readonly appOnlyPayment: EventNamed<'payment.confirmed'>;
    readonly appOnlyExpiry: EventNamed<'payment.expired'>;
}

interface ForeignKey {
    readonly type: 'secret' | 'public' | 'private';
}

interface HandleOptions {
    method?: string | undefined;
    signal?: AbortSignal | undefined;
}

interface HonoContext {
    readonly req: {
        readonly raw: Request;
    };
}

interface KeptBody {
    readonly rawBody?: unknown;
}

interface KoaContext {
    readonly req: NodeRequest;
    status: number;
    body: unknown;
    set(headers: Record<string, string>): unknown;
}

interface LambdaEvent {
    readonly httpMethod?: string | undefined;
    readonly requestContext?: {
        readonly http?: {
            readonly method?: string | undefined;
        } | undefined;
    } | undefined;
    readonly headers?: LambdaHeaders | null | undefined;
    readonly multiValueHeaders?: LambdaHeaders | null | undefined;
    readonly body?: string | null | undefined;
    readonly isBase64Encoded?: boolean | undefined;
}

interface LambdaResult {
    statusCode: number;
    headers?: Record<string, string>;
    multiValueHeaders?: Record<string, string[]>;
    body: string;
    isBase64Encoded: false;
}

interface MemoryDedupe extends DedupeStore {
    readonly size: number;
}

interface MemoryDedupeOptions {
    maxKeys?: number | undefined;
    clock?: (() => number) | undefined;
}

interface NamedSecret {
    id: string;
    secret: SecretValue;
    expiresAt?: number | undefined;
}

interface NodeApi extends PlatformApi {
    createVerifier(options: VerifierOptions): Verifier;
    signWebhook(options: SignOptions): string;
    verifySignature(options: VerifySignatureOptions): VerifiedSignature;
}

interface NodeRequest extends AsyncIterable<Uint8Array> {
    readonly method?: string | undefined;
    readonly rawHeaders: readonly string[];
    readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
}

interface NodeResponse {
    readonly headersSent: boolean;
    statusCode: number;
    setHeader(name: string, value: string): unknown;
    end(body: string): unknown;
}

interface PlatformApi {
    createVerifier(options: VerifierOptions): AsyncVerifier;
    createReceiver(options: ReceiverOptions): Receiver;
    signWebhookAsync(options: SignOptions): Promise<string>;
    verifySignatureAsync(options: VerifySignatureAsyncOptions): Promise<VerifiedSignature>;
}

interface ReceivedRequest {
    readonly method: string;
    readonly headers: HeadersInput;
    rawBody?: Uint8Array;
}

interface Receiver {
    handle(body: BodyInput | BodyStream, headers: HeadersInput, options?: HandleOptions): Promise<ReceiverAnswer>;
}

interface ReceiverAnswer {
    readonly status: number;
    readonly body: string;
    readonly headers: Readonly<Record<string, string>>;
}

interface ReceiverOptions extends VerifierOptions {
    on: WebhookHandlers;
    onUnknown?: WebhookHandler<UnknownWebhookEvent> | undefined;
    onRepeat?: WebhookHandler<WebhookEvent | UnknownWebhookEvent> | undefined;
    onError?: ((error: unknown, request: ReceivedRequest) => unknown) | undefined;
    dedupe: DedupeStore | false;
    doneTtlMs?: number | undefined;
    replay?: DedupeStore | undefined;
    onStoreError?: 'refuse' | 'process' | undefined;
    maxBodyBytes?: number | undefined;
    readDeadlineMs?: number | undefined;
    timers?: Timers | undefined;
}

interface RedisDedupeOptions {
    prefix?: string | undefined;
}

interface SignOptions {
    body: BodyInput;
    secrets: Secrets;
    timestamp: number;
}

interface SignedRequest {
    body: Uint8Array<ArrayBuffer>;
    headers: Record<string, string>;
    request: Request;
}

interface SignedRequestOptions {
    secret: string | Uint8Array;
    at?: number | undefined;
    variant?: Variant | undefined;
    deliveryId?: string | undefined;
    attempt?: number | undefined;
}

interface SqliteDatabase {
    exec(sql: string): unknown;
    prepare(sql: string): {
        run(...parameters: (string | number)[]): {
            changes: number | bigint;
        };
        get(...parameters: (string | number)[]): unknown;
    };
}

interface SqliteDedupeOptions {
    table?: string | undefined;
    clock?: (() => number) | undefined;
}

interface Timers {
    setTimeout(callback: () => void, ms: number): unknown;
    clearTimeout(handle: unknown): void;
}

interface UnknownWebhookEvent {
    event: string;
    timestamp: string;
    data: Record<string, unknown>;
}

interface VerifiedDelivery extends VerifiedSignature {
    deliveryId?: string;
    attempt?: number;
}

interface VerifiedSignature {
    rawBody: Uint8Array;
    signedAt: number;
    secretId: string;
}

interface Verifier extends AsyncVerifier {
    verify(body: BodyInput, headers: HeadersInput, options?: VerifyOptions): VerifiedWebhook;
}

interface VerifierOptions {
    secrets: Secrets | SecretResolver;
    toleranceSeconds?: number | undefined;
    clock?: (() => number) | undefined;
}

interface VerifyOptions {
    receivedAt?: number | undefined;
}

interface VerifySignatureAsyncOptions extends Omit<VerifySignatureOptions, 'body'> {
    body: AsyncBodyInput;
}

interface VerifySignatureOptions extends VerifierOptions, VerifyOptions {
    body: BodyInput;
    headers: HeadersInput;
}

interface WebhookErrorDetails {
    hint?: string;
    cause?: unknown;
}

interface components {
    schemas: {
        Amount: string;
        Currency: "USDT";
        FrozenReason: "compliance" | "reorg" | (string & {});
        Metadata: {
            [key: string]: unknown;
        };
        Network: "TRC20" | "ERC20";
        OrderId: string;
        OrderNumber: string;
        PaymentConfirmedData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: "PAID" | "EXPIRED_PAID" | (string & {});
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network?: components["schemas"]["Network"];
            transactions: components["schemas"]["Transaction"][];
            paid_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        PaymentConfirmedEvent: {
            event: "payment.confirmed";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["PaymentConfirmedData"];
        };
        PaymentExpiredData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: "EXPIRED" | (string & {});
            order_amount: string | null;
            received_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network?: components["schemas"]["Network"];
            expired_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        PaymentExpiredEvent: {
            event: "payment.expired";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["PaymentExpiredData"];
        };
        PaymentFrozenData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: "FROZEN" | (string & {});
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            reason: components["schemas"]["FrozenReason"];
            transactions: components["schemas"]["Transaction"][];
            frozen_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        PaymentFrozenEvent: {
            event: "payment.frozen";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["PaymentFrozenData"];
        };
        PaymentUnderpaidData: {
            order_id: components["schemas"]["OrderId"];
            order_number: components["schemas"]["OrderNumber"];
            status: "UNDERPAID" | (string & {});
            order_amount: components["schemas"]["Amount"];
            received_amount: components["schemas"]["Amount"];
            credited_amount: components["schemas"]["Amount"];
            missing_amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            network: components["schemas"]["Network"];
            transactions: components["schemas"]["Transaction"][];
            underpaid_at: components["schemas"]["Timestamp"];
            metadata: components["schemas"]["Metadata"];
        };
        PaymentUnderpaidEvent: {
            event: "payment.underpaid";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["PaymentUnderpaidData"];
        };
        Timestamp: string;
        Transaction: {
            tx_hash: string;
            amount: components["schemas"]["Amount"];
            block_number: number;
        };
        WithdrawalCompletedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            status: "COMPLETED" | (string & {});
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
        WithdrawalCompletedEvent: {
            event: "withdrawal.completed";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WithdrawalCompletedData"];
        };
        WithdrawalFailedData: {
            withdrawal_id: components["schemas"]["WithdrawalId"];
            withdrawal_number: components["schemas"]["WithdrawalNumber"];
            status: "FAILED" | "CANCELED" | (string & {});
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
        WithdrawalFailedEvent: {
            event: "withdrawal.failed";
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WithdrawalFailedData"];
        };
        WithdrawalFailureCode: "canceled" | "rejected" | "compliance" | "broadcast_rejected" | "reverted" | "expired_unbroadcast" | (string & {});
        WithdrawalId: string;
        WithdrawalNumber: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

interface operations {
    onPaymentConfirmed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentConfirmedEvent"];
            };
        };
        responses: never;
    };
    onPaymentExpired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentExpiredEvent"];
            };
        };
        responses: never;
    };
    onPaymentUnderpaid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentUnderpaidEvent"];
            };
        };
        responses: never;
    };
    onPaymentFrozen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentFrozenEvent"];
            };
        };
        responses: never;
    };
    onWithdrawalCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalCompletedEvent"];
            };
        };
        responses: never;
    };
    onWithdrawalFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalFailedEvent"];
            };
        };
        responses: never;
    };
}

interface webhooks {
    "payment.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPaymentConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPaymentExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.underpaid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPaymentUnderpaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.frozen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onPaymentFrozen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onWithdrawalCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "withdrawal.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["onWithdrawalFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}

type AsyncBodyInput = BodyInput | UnreadBody;

type BodyInput = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | null | undefined;

type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

type DiagnosisCause = keyof typeof FIXES;

type EventBodies = {
    [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'];
};

type EventNamed<Name extends WebhookEvent['event']> = Extract<WebhookEvent, {
    event: Name;
}>;

type HeaderValue = string | readonly string[] | null | undefined;

type HeadersInput = string | null | undefined | readonly string[] | Iterable<readonly [
    string,
    HeaderValue
]> | {
    readonly [name: string]: HeaderValue;
};

type LambdaHeaders = {
    readonly [name: string]: HeaderValue;
};

type NestRequest = (NodeRequest & KeptBody) | (FastifyRequest & KeptBody);

type RedisCommand = [
    name: string,
    ...parameters: string[]
];

type SecretResolver = (lookup: {
    headers: HeadersInput;
}) => Secrets | PromiseLike<Secrets>;

type SecretValue = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | ForeignKey | undefined;

type Secrets = SecretValue | NamedSecret | readonly (SecretValue | NamedSecret)[];

type UnreadBody = {
    arrayBuffer(): Promise<ArrayBuffer>;
} | {
    getReader(): unknown;
} | AsyncIterable<unknown>;

type Variant = keyof typeof VARIANTS;

type VerifiedWebhook = (VerifiedDelivery & {
    known: true;
    event: WebhookEvent;
}) | (VerifiedDelivery & {
    known: false;
    event: UnknownWebhookEvent;
});

type WebhookErrorCode = keyof typeof HINTS;

type WebhookEvent = EventBodies[keyof EventBodies];

type WebhookHandler<Event> = (event: Event, delivery: VerifiedDelivery & {
    event: Event;
}) => unknown;

type WebhookHandlers = {
    readonly [Name in WebhookEvent['event']]?: WebhookHandler<EventNamed<Name>> | undefined;
};
