import type { Clock, ErrorCode, OperationId } from '@merchantpay/sdk'

/** An API key with its secret. */
export interface Keys {
  /** `mk_test_` and 24 base62 characters. */
  readonly keyId: string
  readonly secret: string
}

/** Where webhooks come in for a while. */
export interface WebhookReceiver {
  /** An `https` URL that the target sends to. */
  readonly url: string
  stop(): Promise<void>
}

/** What an operator can make of a merchant. */
export type MerchantStatus = 'ACTIVE' | 'SUSPENDED'

/**
 * What the cases run against: the in-memory service of `@merchantpay/testing`, the reference server, or any deployment
 * with its sandbox networks on. Only `baseUrl` is required; what else a target offers decides which cases run.
 */
export interface ConformanceTarget {
  /** Scheme, host and optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** Sends each request. Default: the runtime's own `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * A test key, for a deployment that lets nobody register. The cases then make orders and keys for this
   * merchant, revoke those keys, and leave out what needs a merchant of its own. Default: cases register.
   */
  readonly keys?: Keys | undefined
  /** Sent as `X-Registration-Token` where the operator asks for one. */
  readonly registrationToken?: string | undefined
  /** The clock that the target lives by. Default: the runtime's. */
  readonly clock?: Clock | undefined
  /**
   * Lets this many milliseconds pass on that clock. Default: cases wait for the target in real time, and those that
   * would wait for long are left out.
   */
  readonly advance?: ((ms: number) => void | Promise<void>) | undefined
  /** Does what the operator does. Without it, cases about live keys and suspended merchants are left out. */
  readonly setMerchantStatus?: ((merchantId: string, status: MerchantStatus) => Promise<void>) | undefined
  /** Takes webhooks where the target reaches it. Without it, cases about what is sent to receivers are left out. */
  readonly receiveWebhooks?:
    | ((handler: (request: Request) => Response | Promise<Response>) => Promise<WebhookReceiver>)
    | undefined
  /** How long a sandbox payment may take to be seen and confirmed, milliseconds. Default: 15,000 */
  readonly settleMs?: number | undefined
}

/** What a target may lack. */
export type Need = 'registration' | 'operator' | 'receiver' | 'time'

/** What a case shows: that an operation succeeds, or how it, or any path at all, refuses. */
export type Covered = OperationId | `${OperationId} ${ErrorCode}` | ErrorCode

/** One thing that every server of the contract does. */
export interface ConformanceCase {
  /** A sentence, different for every case. */
  readonly name: string
  /** The operation it is about; undefined where it is about all of them. */
  readonly operationId?: OperationId | undefined
  /** The operations and error codes it shows. */
  readonly covers: readonly Covered[]
  /** @throws Error that says what was expected and what came instead */
  run(): Promise<void>
}
