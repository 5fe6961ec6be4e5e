/** The network that a demo pays on. */
import type { MerchantPay, OnChainOrder } from '@merchantpay/sdk'

export interface DemoNetwork {
  readonly network: 'TRC20' | 'ERC20'
  /** For a person. */
  readonly title: string
  /** Settings of the server, beside those of a sandbox. */
  readonly settings: Readonly<Record<string, string>>
  /** Where the withdrawal goes. */
  readonly destination: string
  /** What the merchant has at the end: 25.00 less 1 % fee, less a withdrawal of 10.00 and its fee. */
  readonly left: string
  /** Sends what the order asks for. */
  pay(order: OnChainOrder, mp: MerchantPay): Promise<void>
  /** Lets the network go on until what is on it counts. */
  confirm(): Promise<void>
  stop(): Promise<void>
}

export const sandboxNetwork: DemoNetwork = {
  network: 'TRC20',
  title: 'sandbox networks',
  settings: {},
  destination: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  left: '13.25',
  async pay(order, mp) {
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
  },
  confirm: async () => undefined,
  stop: async () => undefined,
}
