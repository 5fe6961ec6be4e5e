import { MerchantPay } from '@merchantpay/sdk'

const CLIENTS = 8
/** One of this many orders is paid. */
const PAID = 4

/** Clients that create orders as fast as a server answers, and pay some of them. */
export class OrderLoad {
  /** Ids of orders whose creation was answered, in this order. */
  readonly acknowledged: string[] = []
  private isOver = false
  private readonly running: Promise<unknown>

  private constructor(private readonly api: MerchantPay) {
    this.running = Promise.all(Array.from({ length: CLIENTS }, () => this.client()))
  }

  static async start(url: string): Promise<OrderLoad> {
    const anonymous = new MerchantPay({ baseUrl: url })
    const merchant = { name: 'Ada', email: 'ada@books.example', platform_user_id: `ada-${Math.random()}` }
    const { api_key: key } = await anonymous.merchants.register(merchant)
    const options = {
      baseUrl: url,
      keyId: key.key_id,
      secret: key.secret,
      rateLimit: false,
      maxRetries: 0,
    } as const
    return new OrderLoad(new MerchantPay(options))
  }

  /** Resolves once every call has ended; calls to a dead server end with an error, and count as not answered. */
  async stop(): Promise<void> {
    this.isOver = true
    await this.running
  }

  private async client(): Promise<void> {
    while (!this.isOver) {
      try {
        const order = await this.api.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
        this.acknowledged.push(order.id)
        if (this.acknowledged.length % PAID === 0)
          await this.api.testHelpers.simulateOrder(order.id, { action: 'pay' })
      } catch {
        // The server was killed, or is not up yet.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }
}
