import { deepStrictEqual } from 'node:assert/strict'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { FollowedWorld } from '../chain/followed-world.js'
import type { LedgerDatabase } from '../ledger/ledger-database.js'
import { violations } from '../ledger/oracle.js'
import { readRows } from '../ledger/rows.js'
import type { Called, CallOptions, Contract, Stage, Wallet } from './stage.js'

const WINDOW_MS = 30 * 60_000
const COOLDOWN_MS = 60 * 60_000
/** The rows of the next index of a network. */
const STRIPES = 16
/** Units of 1e-8 USDT per unit of the token. */
const STEP = 100n

/** Status and received amount of an order. */
export interface OrderState {
  readonly status: string
  /** Units of the token. */
  readonly received: bigint
}

/** One case on a stage, with a database and addresses of its own. */
export class Scene {
  private constructor(
    readonly stage: Stage,
    readonly token: Contract,
    readonly wallet: Wallet,
    readonly world: FollowedWorld,
    private readonly database: LedgerDatabase,
    readonly firstIndex: number,
  ) {}

  /** @param firstIndex first address index of its orders; no other case uses these indices */
  static async open(
    parts: {
      readonly stage: Stage
      readonly wallet: Wallet
      readonly token: Contract
      readonly database: LedgerDatabase
      readonly denyFile?: string
    },
    firstIndex: number,
  ): Promise<Scene> {
    const { stage, wallet, token, database, denyFile } = parts
    const { network, clock } = stage
    for (let index = firstIndex; index < firstIndex + STRIPES; index += 1)
      await database.rows(
        `INSERT INTO address_indexes (environment, network, stripe, next_index)
         VALUES ('test', '${network}', ${index % STRIPES}, ${index}) RETURNING next_index`,
      )
    const world = await FollowedWorld.open({
      database,
      clock,
      id: { environment: 'test', network },
      windowMs: WINDOW_MS,
      cooldownMs: COOLDOWN_MS,
      ...(denyFile !== undefined && { denyFile }),
      open: () => stage.open(wallet.book, token.address),
    })
    return new Scene(stage, token, wallet, world, database, firstIndex)
  }

  order(amount = '25'): Promise<OnChainOrder> {
    return this.world.order(amount)
  }

  /** Transfers the token to an order or an address. @param units of 1e-6 */
  pay(to: OnChainOrder | string, units: bigint, options?: CallOptions): Promise<Called> {
    const address = typeof to === 'string' ? to : to.address.address
    return this.stage.call(this.token, 'transfer', [this.stage.accountAt(address), units], options)
  }

  /** Mines until all payments are confirmed, and ticks until they are recorded and credited. */
  async confirm(): Promise<void> {
    await this.stage.mineToDepth()
    await this.world.tickUntilIdle()
  }

  async stateOf({ id }: OnChainOrder): Promise<OrderState> {
    const order = await this.world.store.read((tx) => tx.orders.find(id))
    if (!order) throw new Error('no such order')
    return { status: order.status, received: order.received / STEP }
  }

  /** Counts the ignored transfers at our addresses, by reason. */
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

  /** Returns the balance of an account of the platform, in units of the token. */
  async platform(code: string): Promise<bigint> {
    const rows = await this.world.rows<{ balance: bigint }>(
      `SELECT balance FROM ledger_accounts WHERE owner = 'platform' AND code = '${code}:${this.stage.network}'`,
    )
    return (rows[0]?.balance ?? 0n) / STEP
  }

  /**
   * Expects exactly these balances and conditions, and a ledger without violations.
   *
   * @param expected `genuine`: units of all payments that count; `suspense`: units that no order took
   */
  async expectLedger(expected: {
    readonly genuine: bigint
    readonly suspense?: bigint
    readonly ignored?: Record<string, number>
    readonly conditions?: readonly string[]
  }): Promise<void> {
    const actual = {
      genuine: await this.platform('custody'),
      suspense: await this.platform('suspense'),
      ignored: await this.ignored(),
      conditions: await this.conditions(),
    }
    deepStrictEqual(actual, { suspense: 0n, ignored: {}, conditions: [], ...expected })
    deepStrictEqual(await this.world.violations(), [])
    deepStrictEqual(violations(await readRows(this.database)), [])
  }
}
