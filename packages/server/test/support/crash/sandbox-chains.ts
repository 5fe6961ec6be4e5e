import { ApiError, type OnChainOrder } from '@merchantpay/sdk'
import { sandboxAddress } from '../../../src/chain/sandbox/sandbox-addresses.js'
import type { CrashChains, Means, Paid } from './chains.js'
import { type Driver, pause } from './driver.js'
import type { ChainPlan, Exit } from './plan.js'
import { type Decimal, textOf } from './plans.js'
import type { Rows } from './rows.js'

/** Longer than a failover of the database. */
const TIMEOUT_MS = 180_000
const POLL_MS = 60
/** Blocks ahead that no server has read yet, however long an insert takes. */
const AHEAD_BLOCKS = 25n
const ROLES = {
  paid: 'payer',
  canceled: 'payer',
  reverts: 'reverts',
  'never-mined': 'never-mined',
} as const

/** The sandbox networks, whose chains are rows of the database. Payers pay through the server. */
export const sandboxChains: CrashChains = {
  // A reorganisation may be 256 blocks deep, more than pass while a payer waits for servers.
  settings: { MERCHANTPAY_SANDBOX_BLOCK_MS: '200' },
  plans: {
    exact: 40,
    short: 10,
    over: 10,
    parts: 10,
    late: 10,
    app: 8,
    never: 5,
    flagged: 5,
    reorganised: 1,
    returned: 1,
  },
  exits: { paid: 6, canceled: 2, reverts: 1, 'never-mined': 1 },
  async pay({ driver, rows }: Means, order: OnChainOrder, plan: ChainPlan, cents: number): Promise<Paid> {
    const payer = new Payer(driver, rows, order.id, order.payment_address)
    await payer.play(plan, cents)
    return { plan: payer.isKept ? 'exact' : plan, transfers: payer.transfers }
  },
  nextDestination: (exit: Exit) => ({
    network: 'TRC20',
    destination_address: sandboxAddress('TRC20', ROLES[exit]),
  }),
  writeDown: async () => undefined,
}

/** A transfer of the sandbox chain. */
interface Sent {
  readonly environment: string
  readonly network: string
  readonly tx_hash: string
  readonly from_address: string
  /** 1e-8 USDT. */
  readonly value: bigint
}

/** A payer with a wallet, who checks the chain before paying again. */
class Payer {
  transfers = 0
  /** The payment that should have left the chain stays on it. */
  isKept = false

  constructor(
    private readonly driver: Driver,
    private readonly rows: Rows,
    private readonly orderId: string,
    private readonly address: string,
  ) {}

  async play(plan: ChainPlan, cents: number): Promise<void> {
    switch (plan) {
      case 'exact':
        return this.send('pay')
      case 'parts':
        await this.send('pay', textOf(cents / 4))
        await this.until('OPEN')
        return this.send('pay')
      case 'short':
        return this.send('underpay')
      case 'over':
        return this.send('overpay')
      case 'late':
        return this.send('late_pay')
      case 'never':
        return this.simulate('expire', () => this.hasExpired())
      case 'flagged':
        return this.send('freeze')
      case 'reorganised':
        await this.send('pay')
        await this.until('PAID')
        return this.drop()
      case 'returned': {
        await this.send('pay')
        await this.until('PAID')
        const [paid] = await this.sent()
        await this.drop()
        if (!this.isKept && paid) await this.putBack(paid)
      }
    }
  }

  private async send(action: 'pay' | 'underpay' | 'overpay' | 'late_pay' | 'freeze', amount?: Decimal) {
    const expected = this.transfers + 1
    await this.simulate(action, async () => (await this.count()) === expected, amount)
    this.transfers = expected
  }

  /** On a busy machine the chain may have advanced too far to remove the payment. */
  private async drop(): Promise<void> {
    const expected = this.transfers - 1
    try {
      await this.simulate('reorg', async () => (await this.count()) === expected)
      this.transfers = expected
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'action_not_possible') throw error
      this.isKept = true
    }
  }

  /** Adds the same transaction to a later block, once its removal is recorded. */
  private async putBack({ environment, network, tx_hash, from_address, value }: Sent): Promise<void> {
    await this.until('FROZEN')
    const [epoch] = await this.rows.all<{ number: bigint; at: bigint; ms: bigint }>(
      `SELECT first_number AS number, first_at AS at, block_ms AS ms FROM sandbox_epochs
       WHERE environment = ? AND network = ? ORDER BY first_number DESC LIMIT 1`,
      environment,
      network,
    )
    if (!epoch) throw new Error(`${network} has no blocks`)
    const blocks = (BigInt(Date.now()) - epoch.at) / epoch.ms + AHEAD_BLOCKS
    await this.rows.run(
      `INSERT INTO sandbox_transfers
         (environment, network, tx_hash, from_address, to_address, value, block_number, block_time)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[environment, network, tx_hash, from_address, this.address, value],
      ...[epoch.number + blocks, epoch.at + blocks * epoch.ms],
    )
    this.transfers += 1
  }

  private async simulate(
    action: 'pay' | 'underpay' | 'overpay' | 'late_pay' | 'freeze' | 'expire' | 'reorg',
    isDone: () => Promise<boolean>,
    amount?: Decimal,
  ): Promise<void> {
    await this.driver.once((api) => api.testHelpers.simulateOrder(this.orderId, { action, amount }), isDone)
  }

  /** Transfers to the order's address on the chain, as a payer's wallet shows them. */
  private async count(): Promise<number> {
    return (await this.sent()).length
  }

  private sent(): Promise<Sent[]> {
    return this.rows.all<Sent>('SELECT * FROM sandbox_transfers WHERE to_address = ?', this.address)
  }

  /** Ends the window at once, and waits for the order. */
  private async hasExpired(): Promise<boolean> {
    const ended = 'SELECT id FROM orders WHERE id = ? AND expire_at < created_at + 600000'
    return (await this.rows.all(ended, this.orderId)).length === 1
  }

  /** Waits until a part payment is credited: the order becomes CONFIRMING and then OPEN again. */
  private async until(status: 'OPEN' | 'PAID' | 'FROZEN'): Promise<void> {
    for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; ) {
      const order = await this.driver.insist((api) => api.orders.get(this.orderId))
      const isCredited = order.credited_amount !== '0.00'
      if (order.status === status && (isCredited || status === 'FROZEN')) return
      await pause(POLL_MS)
    }
    throw new Error(`order ${this.orderId} did not become ${status}`)
  }
}
