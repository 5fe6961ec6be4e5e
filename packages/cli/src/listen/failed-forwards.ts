import { isLastError, RETRY_DELAYS_MS } from '@merchantpay/core/delivery-attempts'
import type { DeliveryEvent } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import type { Answer } from './forward.js'
import { StateFile } from './state-file.js'

/** How many are kept: a receiver that is down for long must not fill the disk. */
const KEPT = 500
/** How long one is kept after its last attempt: the service keeps webhooks for a day. */
const KEPT_MS = 7 * 86_400_000

/** A webhook that a receiver on this machine refused. */
export interface FailedForward {
  readonly delivery: DeliveryEvent['delivery']
  readonly url: string
  readonly attempts: number
  readonly last_error: string
  /** Business time of the service, as below. */
  readonly failed_at: number
  /** Business time of the service, epoch milliseconds; null after the last attempt. */
  readonly next_attempt_at: number | null
}

/** The merchant that the webhooks are about. */
export interface Recipient {
  readonly baseUrl: string
  readonly merchantId: string
}

interface Stored {
  readonly base_url: string
  readonly merchant_id: string
  readonly forwards: readonly FailedForward[]
}

/** The webhooks of one listener that its receivers refused, stored so that a restart repeats them too. */
export class FailedForwards {
  private constructor(
    private readonly file: StateFile<Stored>,
    private stored: Stored,
  ) {}

  /** @param key as for the position of the listener */
  static read({ env }: Context, { baseUrl, merchantId }: Recipient, key: readonly string[]): FailedForwards {
    const file = StateFile.of<Stored>(env, 'forwards', key)
    const { forwards = [] } = file.read() ?? {}
    return new FailedForwards(file, { base_url: baseUrl, merchant_id: merchantId, forwards })
  }

  /** Those of every listener of the user for a merchant, oldest first. */
  static ofAll({ env }: Context, { baseUrl, merchantId }: Recipient, now: number): FailedForward[] {
    return StateFile.all<Stored>(env, 'forwards')
      .map((file) => file.read())
      .filter((stored) => stored?.base_url === baseUrl && stored.merchant_id === merchantId)
      .flatMap((stored) => recentOf(stored?.forwards ?? [], now))
      .sort((one, other) => one.failed_at - other.failed_at)
  }

  get hasPending(): boolean {
    return this.stored.forwards.some(({ next_attempt_at }) => next_attempt_at !== null)
  }

  /** Those whose next attempt is due. */
  due(now: number): FailedForward[] {
    return this.stored.forwards.filter(({ next_attempt_at: at }) => at !== null && at <= now)
  }

  /**
   * Stores the outcome of an attempt: a success removes the webhook, a failure sets the time of the next attempt. A webhook
   * that was sent once more replaces the one that it repeats.
   */
  record(delivery: DeliveryEvent['delivery'], answer: Answer, now: number): FailedForward | undefined {
    const { delivery_id } = delivery
    const known = this.stored.forwards.find((each) => each.delivery.delivery_id === delivery_id)
    // A repeat that was asked for has the same bytes and another id.
    const isRepeated = ({ delivery: { body }, url }: FailedForward) =>
      url === answer.url && body === delivery.body
    const kept = recentOf(this.stored.forwards, now).filter((each) => each !== known && !isRepeated(each))
    if (isAccepted(answer) && kept.length === this.stored.forwards.length) return undefined
    const attempts = (known?.attempts ?? 0) + 1
    const last_error = answer.status === undefined ? `${answer.problem}` : `HTTP ${answer.status}`
    const delay = isLastError(last_error) ? undefined : RETRY_DELAYS_MS[attempts]
    const failed = isAccepted(answer)
      ? undefined
      : {
          delivery,
          url: answer.url,
          attempts,
          last_error,
          failed_at: now,
          next_attempt_at: delay === undefined ? null : now + delay,
        }
    this.stored = { ...this.stored, forwards: [...kept, ...(failed ? [failed] : [])].slice(-KEPT) }
    this.file.write(this.stored)
    return failed
  }
}

/** Leaves out those whose last attempt is long ago. */
const recentOf = (forwards: readonly FailedForward[], now: number) =>
  forwards.filter(({ failed_at }) => failed_at >= now - KEPT_MS)

const isAccepted = ({ status, problem }: Answer): boolean => status !== undefined && problem === undefined
