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
