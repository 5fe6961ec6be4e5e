import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { ServerUnavailable, type Supervisor } from './supervisor.js'

const TIMEOUT_MS = 180_000
const AGAIN_MS = 25

/** A merchant's id and key. */
export interface Merchant {
  readonly id: string
  readonly keyId: string
  readonly secret: string
}

/**
 * A merchant's program that is never killed, and repeats calls until they are answered. It rotates over several
 * servers.
 */
export class Driver {
  /** Calls the first server. */
  readonly api: MerchantPay
  private readonly servers: readonly Called[]
  private calls = 0

  constructor(
    supervisors: readonly Supervisor[],
    readonly merchant: Merchant,
  ) {
    const { keyId, secret } = merchant
    this.servers = supervisors.map((supervisor) => {
      const api = new MerchantPay({ baseUrl: supervisor.url, keyId, secret, ...ONCE })
      return { supervisor, api }
    })
    this.api = this.next().api
  }

  /**
   * Registers until a registration is answered. Each try registers another merchant, because secrets are shown once.
   */
  static async register(supervisor: Supervisor, name: string): Promise<Driver> {
    const api = new MerchantPay({ baseUrl: supervisor.url, ...ONCE })
    let tries = 0
    const registered = await insist(supervisor, () => {
      tries += 1
      const user = `${name}-${tries}`
      return api.merchants.register({ name, email: `${user}@books.example`, platform_user_id: user })
    })
    const { key_id: keyId, secret } = registered.api_key
    return new Driver([supervisor], { id: registered.id, keyId, secret })
  }

  /** Repeats an idempotent call until it is answered. */
  insist<Answer>(call: (api: MerchantPay) => PromiseLike<Answer>): Promise<Answer> {
    const { supervisor, api } = this.next()
    return insist(supervisor, () => call(api))
  }

  /**
   * Repeats a call that must not take effect twice: before each repeat it checks whether the previous call took effect.
   * All tries go to one server: when it is up again, the database has finished the work of its previous process.
   */
  async once(
    call: (api: MerchantPay) => PromiseLike<unknown>,
    isDone: (api: MerchantPay) => Promise<boolean>,
  ): Promise<void> {
    const { supervisor, api } = this.next()
    await insist(supervisor, async (isRepeat) => {
      if (isRepeat && (await isDone(api))) return
      await call(api)
    })
  }

  /** Subscribes a receiver to every event, once. */
  async subscribe(url: string): Promise<void> {
    const isThere = async () => (await this.api.webhooks.list()).some((webhook) => webhook.url === url)
    await this.once(() => this.api.webhooks.create({ url, events: [...EVENTS] }), isThere)
  }

  private next(): Called {
    const server = this.servers[this.calls++ % this.servers.length]
    if (!server) throw new Error('there is no server to call')
    return server
  }
}

interface Called {
  readonly supervisor: Supervisor
  readonly api: MerchantPay
}

const EVENTS = [
  'payment.confirmed',
  'payment.expired',
  'payment.underpaid',
  'payment.frozen',
  'withdrawal.completed',
  'withdrawal.failed',
] as const
/**
 * A killed server resets its connections at once. A slow server still completes calls, so a short timeout would repeat
 * them.
 */
const ONCE = { maxRetries: 0, timeoutMs: 120_000, deadlineMs: 120_000, rateLimit: false } as const

/** Repeats a call until an answer below 500: after any other result the outcome is unknown. */
async function insist<Answer>(
  supervisor: Supervisor,
  call: (isRepeat: boolean) => PromiseLike<Answer>,
): Promise<Answer> {
  let lastError: unknown
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; ) {
    try {
      return await call(lastError !== undefined)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error
      lastError = error
    }
    await pause(AGAIN_MS)
    await supervisor.ready()
  }
  throw new ServerUnavailable('no server answered', { cause: lastError })
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
