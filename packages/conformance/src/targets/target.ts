import type { Clock, ErrorCode, OperationId } from '@merchantpay/sdk'

/** An API key with its secret. */
export interface Keys {
  /** `mk_test_` and 24 base62 characters. */
  readonly keyId: string
  readonly secret: string
}

/** A receiver of webhooks. */
export interface WebhookReceiver {
  /** An `https` URL that the target sends to. */
  readonly url: string
  stop(): Promise<void>
}

/** The statuses that an operator sets. */
export type MerchantStatus = 'ACTIVE' | 'SUSPENDED'

/**
 * The target of the cases: the in-memory service of `@merchantpay/testing`, the reference server, or any deployment with
 * its sandbox networks on. Only `baseUrl` is required; the other members decide which cases run.
 */
export interface ConformanceTarget {
  /** Scheme, host and optional path prefix, without a trailing slash. */
  readonly baseUrl: string
  /** Sends each request. Default: the runtime's own `fetch`, looked up at each call. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * A test key, for a deployment with closed registration. The cases then create orders and keys for its merchant, revoke
   * those keys, and leave out cases that register merchants. Default: cases register.
   */
  readonly keys?: Keys | undefined
  /** Sent as `X-Registration-Token` where the operator asks for one. */
  readonly registrationToken?: string | undefined
  /** The clock of the target. Default: the runtime's. */
  readonly clock?: Clock | undefined
  /**
   * Advances that clock by this many milliseconds. Default: cases wait in real time, and long waits are left out.
   */
  readonly advance?: ((ms: number) => void | Promise<void>) | undefined
  /** Changes a status as an operator does. Without it, cases about live keys and suspended merchants are left out. */
  readonly setMerchantStatus?: ((merchantId: string, status: MerchantStatus) => Promise<void>) | undefined
  /** Starts a receiver that the target can reach. Without it, cases about received webhooks are left out. */
  readonly receiveWebhooks?:
    | ((handler: (request: Request) => Response | Promise<Response>) => Promise<WebhookReceiver>)
    | undefined
  /** A currency that the target has a rate of. Without it, cases about converted prices are left out. */
  readonly priceCurrency?: string | undefined
  /** How long a sandbox payment may take to be seen and confirmed, milliseconds. Default: 15,000 */
  readonly settleMs?: number | undefined
}

/** A capability that a target may lack. */
export type Need = 'registration' | 'operator' | 'receiver' | 'time' | 'rates'

/** The coverage of a case: the success of an operation, one of its refusals, or a refusal of any path. */
export type Covered = OperationId | `${OperationId} ${ErrorCode}` | ErrorCode

/** One behaviour of every server of the contract. */
export interface ConformanceCase {
  /** A sentence, unique among the cases. */
  readonly name: string
  /** The operation under test; undefined for cases about all of them. */
  readonly operationId?: OperationId | undefined
  /** The covered operations and error codes. */
  readonly covers: readonly Covered[]
  /** @throws Error with the expected and the actual result */
  run(): Promise<void>
}
