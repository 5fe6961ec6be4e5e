import { isLastError, RETRY_DELAYS_MS } from '@merchantpay/core/delivery-attempts'
import type { DeliveryEvent } from '@merchantpay/sdk'
import type { Context } from '../context.js'
import type { Answer } from './forward.js'
import { StateFile } from './state-file.js'

/** How many are kept: a receiver that is down for long must not fill the disk. */
const KEPT = 500

/** A webhook that a receiver on this machine refused. */
export interface FailedForward {
  readonly delivery: DeliveryEvent['delivery']
  readonly url: string
  readonly attempts: number
  readonly last_error: string
  /** Business time of the service, epoch milliseconds; null after the last attempt. */
  readonly next_attempt_at: number | null
}

interface Stored {
  readonly base_url: string
  readonly forwards: readonly FailedForward[]
}

/** The webhooks of one listener that its receivers refused, stored so that a restart repeats them too. */
export class FailedForwards {
  private constructor(
    private readonly file: StateFile<Stored>,
    private stored: Stored,
  ) {}

  /** @param key as for the position of the listener */
  static read({ env }: Context, baseUrl: string, key: readonly string[]): FailedForwards {
    const file = StateFile.of<Stored>(env, 'forwards', key)
    return new FailedForwards(file, file.read() ?? { base_url: baseUrl, forwards: [] })
  }

  /** Those of every listener of the user at a service, oldest first. */
  static ofAll({ env }: Context, baseUrl: string): FailedForward[] {
    return StateFile.all<Stored>(env, 'forwards')
      .map((file) => file.read())
      .flatMap((stored) => (stored?.base_url === baseUrl ? stored.forwards : []))
  }

  get hasPending(): boolean {
    return this.stored.forwards.some(({ next_attempt_at }) => next_attempt_at !== null)
  }

  /** Those whose next attempt is due. */
  due(now: number): FailedForward[] {
    return this.stored.forwards.filter(({ next_attempt_at: at }) => at !== null && at <= now)
  }

  /** Stores the outcome of an attempt: a success removes the webhook, a failure sets the time of the next attempt. */
  record(delivery: DeliveryEvent['delivery'], answer: Answer, now: number): FailedForward | undefined {
    const { delivery_id } = delivery
    const known = this.stored.forwards.find((each) => each.delivery.delivery_id === delivery_id)
    if (!known && isAccepted(answer)) return undefined
    const others = this.stored.forwards.filter((each) => each !== known)
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
          next_attempt_at: delay === undefined ? null : now + delay,
        }
    this.stored = { ...this.stored, forwards: [...others, ...(failed ? [failed] : [])].slice(-KEPT) }
    this.file.write(this.stored)
    return failed
  }
}

const isAccepted = ({ status, problem }: Answer): boolean => status !== undefined && problem === undefined
