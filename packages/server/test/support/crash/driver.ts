import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { ServerUnavailable, type Supervisor } from './supervisor.js'

const PATIENCE_MS = 180_000
const AGAIN_MS = 25

/** What a merchant's program knows: its key, and what it was answered. */
export interface Merchant {
  readonly id: string
  readonly keyId: string
  readonly secret: string
}

/** A merchant's program that is never killed, and calls until it is answered; where there are several servers, in turn. */
export class Driver {
  /** Calls the first server. */
  readonly api: MerchantPay
  private readonly servers: readonly Called[]
  private turn = 0

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

  /** Registers until a registration is answered: each try is a merchant of its own, since a secret is told once. */
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

  /** For calls that may be repeated. */
  insist<Answer>(call: (api: MerchantPay) => PromiseLike<Answer>): Promise<Answer> {
    const { supervisor, api } = this.next()
    return insist(supervisor, () => call(api))
  }

  /**
   * For calls that must not be done twice: before each repeat it looks whether the one before was done after all. It stays
   * with one server: by the time that one is there again, the database has done what its last life had asked for.
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

  /** Subscribes a receiver to everything, once. */
  async subscribe(url: string): Promise<void> {
    const isThere = async () => (await this.api.webhooks.list()).some((webhook) => webhook.url === url)
    await this.once(() => this.api.webhooks.create({ url, events: [...EVENTS] }), isThere)
  }

  private next(): Called {
    const server = this.servers[this.turn++ % this.servers.length]
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
/** A server that is killed resets its connections at once. One that is only slow still does what it was asked: who gave up on it would ask twice. */
const ONCE = { maxRetries: 0, timeoutMs: 120_000, deadlineMs: 120_000, rateLimit: false } as const

/** Only an answer below 500 is one: everything else may or may not have happened, and is asked again. */
async function insist<Answer>(
  supervisor: Supervisor,
  call: (isRepeat: boolean) => PromiseLike<Answer>,
): Promise<Answer> {
  let lastError: unknown
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
    try {
      return await call(lastError !== undefined)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error
      lastError = error
    }
    await pause(AGAIN_MS)
    await supervisor.ready()
  }
  throw new ServerUnavailable('nobody answered', { cause: lastError })
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
