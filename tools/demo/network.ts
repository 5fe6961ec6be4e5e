/** The network that a demo pays on. */
import type { MerchantPay, OnChainOrder } from '@merchantpay/sdk'

export interface DemoNetwork {
  readonly network: 'TRC20' | 'ERC20'
  /** A description for the output. */
  readonly title: string
  /** Settings of the server, in addition to those of a sandbox. */
  readonly settings: Readonly<Record<string, string>>
  /** The address that the withdrawal pays. */
  readonly destination: string
  /** The merchant's balance at the end: 25.00 less 1 % fee, less a withdrawal of 10.00 and its fee. */
  readonly left: string
  /** Pays the order. */
  pay(order: OnChainOrder, mp: MerchantPay): Promise<void>
  /** Adds blocks to the network, so that transfers confirm. */
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
