import { deepStrictEqual } from 'node:assert/strict'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { FollowedWorld } from '../chain/followed-world.js'
import type { Books } from '../ledger/books.js'
import { violations } from '../ledger/oracle.js'
import { readRows } from '../ledger/rows.js'
import type { Called, CallOptions, Contract, Stage, Wallet } from './stage.js'

const WINDOW_MS = 30 * 60_000
const COOLDOWN_MS = 60 * 60_000
/** 1e-8 USDT in a unit of the token. */
const STEP = 100n

/** What an order is found with. */
export interface Found {
  readonly status: string
  /** Units of the token. */
  readonly received: bigint
}

/** One case on a stage: books and addresses of its own. */
export class Scene {
  private constructor(
    readonly stage: Stage,
    readonly token: Contract,
    readonly wallet: Wallet,
    readonly world: FollowedWorld,
    private readonly books: Books,
    readonly firstIndex: number,
  ) {}

  /** @param firstIndex of the addresses that its orders get: no other case has them */
  static async open(
    play: {
      readonly stage: Stage
      readonly wallet: Wallet
      readonly token: Contract
      readonly books: Books
      readonly denyFile?: string
    },
    firstIndex: number,
  ): Promise<Scene> {
    const { stage, wallet, token, books, denyFile } = play
    const { network, clock } = stage
    await books.rows(
      `INSERT INTO address_counters (environment, network, next_index)
       VALUES ('test', '${network}', ${firstIndex}) RETURNING next_index`,
    )
    const world = await FollowedWorld.open({
      books,
      clock,
      id: { environment: 'test', network },
      windowMs: WINDOW_MS,
      cooldownMs: COOLDOWN_MS,
      ...(denyFile !== undefined && { denyFile }),
      open: () => stage.open(wallet.book, token.address),
    })
    return new Scene(stage, token, wallet, world, books, firstIndex)
  }

  order(amount = '25'): Promise<OnChainOrder> {
    return this.world.order(amount)
  }

  /** A transfer of the token to an order, or to whomever. @param units of 1e-6 */
  pay(to: OnChainOrder | string, units: bigint, options?: CallOptions): Promise<Called> {
    const address = typeof to === 'string' ? to : to.address.address
    return this.stage.call(this.token, 'transfer', [this.stage.accountAt(address), units], options)
  }

  /** As many blocks pass as it takes to know, and everything is booked. */
  async settle(): Promise<void> {
    await this.stage.bury()
    await this.world.rest()
  }

  async found({ id }: OnChainOrder): Promise<Found> {
    const order = await this.world.store.read((tx) => tx.orders.find(id))
    if (!order) throw new Error('no such order')
    return { status: order.status, received: order.received / STEP }
  }

  /** What was ignored at our addresses, by reason. */
  async ignored(): Promise<Record<string, number>> {
    const rows = await this.world.rows<{ reason: string; total: bigint }>(
      'SELECT reason, SUM(total) AS total FROM ignored_counts GROUP BY reason',
    )
    return Object.fromEntries(rows.map(({ reason, total }) => [reason, Number(total)]))
  }

  async conditions(): Promise<string[]> {
    const rows = await this.world.rows<{ kind: string }>('SELECT kind FROM chain_conditions ORDER BY kind')
    return rows.map(({ kind }) => kind)
  }

  /** What an account of the platform holds, units of the token. */
  async platform(code: string): Promise<bigint> {
    const rows = await this.world.rows<{ balance: bigint }>(
      `SELECT balance FROM ledger_accounts WHERE owner = 'platform' AND code = '${code}:${this.stage.network}'`,
    )
    return (rows[0]?.balance ?? 0n) / STEP
  }

  /**
   * The books are what the case made, to the unit, and prove themselves.
   *
   * @param genuine units that came to our addresses and count; `suspense`: those that no order took
   */
  async expectBooks(expected: {
    readonly genuine: bigint
    readonly suspense?: bigint
    readonly ignored?: Record<string, number>
    readonly conditions?: readonly string[]
  }): Promise<void> {
    const found = {
      genuine: await this.platform('custody'),
      suspense: await this.platform('suspense'),
      ignored: await this.ignored(),
      conditions: await this.conditions(),
    }
    deepStrictEqual(found, { suspense: 0n, ignored: {}, conditions: [], ...expected })
    deepStrictEqual(await this.world.violations(), [])
    deepStrictEqual(violations(await readRows(this.books)), [])
  }
}
