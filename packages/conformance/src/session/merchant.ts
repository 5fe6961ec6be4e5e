import type { KeyScope, OperationId } from '@merchantpay/sdk'
import { type Answer, requireRefusal } from '../http/answer.js'
import {
  type OpenDeliveryStream,
  type OpenStream,
  openDeliveryStream,
  openStream,
} from '../http/event-stream.js'
import { type JsonOperationId, type Reply, readReply } from '../http/replies.js'
import { type Call, callOf, exchange, type Request } from '../http/request.js'
import type { ConformanceTarget, Keys } from '../targets/target.js'
import { KeyRing } from './key-ring.js'
import { pass } from './pass.js'

const SETTLE_MS = 15_000
/** Together with the ring's keys well below the limit of 20 new keys an hour. */
const MANY_KEYS = 8
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/** One merchant of the target, with its keys. */
export class Merchant {
  readonly #ring: KeyRing
  readonly #made: string[] = []

  /** @param keys the first key; when its requests of a minute are nearly used up, others take turns with it */
  constructor(
    readonly target: ConformanceTarget,
    readonly id: string,
    readonly keys: Keys,
  ) {
    this.#ring = new KeyRing(target, keys)
  }

  /** Whether the merchant is close to its limits. */
  get isWorn(): boolean {
    return this.#ring.isWorn || this.#made.length >= MANY_KEYS
  }

  /** Sends an operation and returns any answer. */
  call(operationId: OperationId, request?: Request): Promise<Answer> {
    return this.send(callOf(operationId, request))
  }

  /** Sends any request. */
  send(call: Call): Promise<Answer> {
    return this.#ring.lend((keys) => exchange(this.target, call, { keys }))
  }

  /** @throws Error unless it succeeds with an answer that the contract describes */
  async succeeds<Id extends JsonOperationId>(operationId: Id, request?: Request): Promise<Reply<Id>> {
    return readReply(operationId, await this.call(operationId, request))
  }

  /** @throws Error unless it is refused with exactly this row, for example `400 invalid amount` */
  async isRefused(operationId: OperationId, request: Request, row: string): Promise<void> {
    requireRefusal(await this.call(operationId, request), row, operationId)
  }

  /** A new key of this merchant. @param scopes default: those of the first key */
  async makeKey(environment: 'live' | 'test' = 'test', scopes?: readonly KeyScope[]): Promise<Keys> {
    const { key_id, secret } = await this.succeeds('createApiKey', { body: { environment, scopes } })
    this.#made.push(key_id)
    return { keyId: key_id, secret }
  }

  /** Opens the stream of an order. @throws Error unless it opens */
  openStream(id: string, headers: Readonly<Record<string, string>> = {}): Promise<OpenStream> {
    return this.#ring.lend((keys) => openStream(this.target, keys, id, headers))
  }

  /** Opens the stream of deliveries of its test environment. @throws Error unless it opens */
  openDeliveryStream(headers: Readonly<Record<string, string>> = {}): Promise<OpenDeliveryStream> {
    return this.#ring.lend((keys) => openDeliveryStream(this.target, keys, headers))
  }

  /** Waits until an order has a status, letting time pass at the target. @throws Error when it never does */
  reachOrder(id: string, status: string): Promise<Reply<'getOrder'>> {
    return this.until(
      () => this.succeeds('getOrder', { id }),
      (order) => order.status === status,
    )
  }

  /** As {@link reachOrder}, for a withdrawal. */
  reachWithdrawal(id: string, status: string): Promise<Reply<'getWithdrawal'>> {
    return this.until(
      () => this.succeeds('getWithdrawal', { id }),
      (withdrawal) => withdrawal.status === status,
    )
  }

  /** Polls until a condition holds, letting time pass at the target. @throws Error with the last result */
  async until<Found>(look: () => Promise<Found>, isReached: (found: Found) => boolean): Promise<Found> {
    const { settleMs = SETTLE_MS } = this.target
    let pauseMs = FIRST_PAUSE_MS
    for (let waitedMs = 0; ; waitedMs += pauseMs) {
      const found = await look()
      if (isReached(found)) return found
      if (waitedMs >= settleMs) throw new Error(`no change within ${settleMs} ms: ${JSON.stringify(found)}`)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      await pass(this.target, pauseMs)
    }
  }

  /** Revokes every created key. */
  async revokeKeys(): Promise<void> {
    for (const id of this.#made) await this.succeeds('revokeApiKey', { id })
    await this.#ring.revokeAll()
  }
}
