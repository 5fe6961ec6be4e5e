import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OnChainOrder } from '@merchantpay/sdk'
import { mustRun } from '../../../../../tools/lib/run.js'
import { type EthereumPayouts, startEthereumPayouts } from '../withdrawals/payout-ethereum.js'
import { HOT_KEY, HOT_UNITS } from '../withdrawals/payout-network.js'
import { startTronPayouts, type TronPayouts } from '../withdrawals/payout-tron.js'
import type { CrashChains, Means, Paid } from './chains.js'
import { pause } from './driver.js'
import { ethereumSide } from './ethereum-side.js'
import type { NodeSide } from './node-side.js'
import type { ChainPlan, Exit, Network } from './plan.js'
import type { Rows } from './rows.js'
import type { Random } from './sites.js'
import { ServerUnavailable } from './supervisor.js'
import { tronSide } from './tron-side.js'

const BLOCK_EVERY_MS = 1_000
/** Average number of blocks between reorganisations. */
const BLOCKS_OF_A_BRANCH = 20
/** Deeper than any branch, so that no credited transfer leaves the chain. */
const CONFIRMATIONS = 6
const WINDOW_S = 60
/** A payer who starts later than this before the end of a window pays after it. */
const HURRY_MS = 20_000
const TIMEOUT_MS = 240_000
const POLL_MS = 500
const OVERPAYMENT = 10_000_000n
const ROWS_AT_ONCE = 500
/** Network time that the setup takes. */
const HISTORY_MS = 300_000
/** Time for servers to poll once more. */
const LAST_POLL_MS = 7_000

/** Ledger adjustments for the initial balances of the hot wallets. */
const GIFTS: readonly (readonly string[])[] = (['ERC20', 'TRC20'] as const).map((network) => [
  ...['--debit', `test/platform/custody:${network}`, '--credit', `test/platform/operator:${network}`],
  ...['--amount', `${HOT_UNITS / 1_000_000n}`, '--reason', 'initial balance of the hot wallet'],
])

/** ERC20 on anvil and TRC20 on the TRON development node, with one block per second of real time. */
export class NodeChains implements CrashChains {
  readonly plans = {
    ...{ exact: 42, short: 10, over: 10, parts: 10, late: 10, app: 8, never: 5, flagged: 5 },
    ...{ reorganised: 0, returned: 0 },
  }
  readonly exits = { paid: 8, canceled: 2, reverts: 0, 'never-mined': 0 }
  /** Number of reorganisations. */
  private branches = 0
  private payouts = 0
  private isOver = false
  private failure: unknown
  private readonly making: Promise<void>

  private constructor(
    readonly settings: Readonly<Record<string, string>>,
    private readonly networks: readonly [TronPayouts, EthereumPayouts],
    private readonly sides: Readonly<Record<Network, NodeSide>>,
    private readonly random: Random,
  ) {
    this.making = this.makeBlocks().catch((error: unknown) => {
      this.failure = error
    })
  }

  static async start(folder: string, random: Random): Promise<NodeChains> {
    mkdirSync(folder, { recursive: true })
    const keyFile = join(folder, 'hot.key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const startAt = Date.now() - HISTORY_MS
    const ethereum = await startEthereumPayouts({ startAt, areBlocksAwaited: true })
    const tron = await startTronPayouts({ startAt })
    const erc20 = await ethereumSide(ethereum)
    const trc20 = await tronSide(tron)
    const denyFile = join(folder, 'denied')
    writeFileSync(denyFile, `${erc20.flagged}\n${trc20.flagged}\n`)
    const settings = {
      ...ethereum.settings(ethereum.url, keyFile),
      ...tron.settings(tron.url, keyFile),
      MERCHANTPAY_TEST_ERC20: 'rpc',
      MERCHANTPAY_TEST_TRC20: 'rpc',
      MERCHANTPAY_TEST_ERC20_CONFIRMATIONS: `${CONFIRMATIONS}`,
      MERCHANTPAY_ORDER_EXPIRY_SECONDS: `${WINDOW_S}`,
      MERCHANTPAY_WITHDRAWAL_FEE_ERC20: '1.5',
      MERCHANTPAY_SCREENING_DENYLIST_FILE: denyFile,
    }
    return new NodeChains(settings, [tron, ethereum], { ERC20: erc20, TRC20: trc20 }, random)
  }

  async pay(means: Means, order: OnChainOrder, plan: ChainPlan, cents: number): Promise<Paid> {
    const side = this.sides[order.network === 'TRC20' ? 'TRC20' : 'ERC20']
    const amount = BigInt(cents) * 10_000n
    if (this.failure) throw new ServerUnavailable('the networks make no blocks', { cause: this.failure })
    if (plan === 'never') return { plan, transfers: 0 }
    const isTooLate = Date.now() > Date.parse(order.expire_at) - HURRY_MS
    const isLate = plan === 'late' || isTooLate
    const send = (value: bigint) => side.send(order.payment_address, value, plan === 'flagged' && !isLate)
    if (isLate) {
      await untilExpired(means, order.id)
      await send(amount)
      return { plan: 'late', transfers: 1 }
    }
    if (plan === 'parts') {
      const part = amount / 4n
      await send(part)
      await send(amount - part)
      return { plan, transfers: 2 }
    }
    if (plan === 'short') await send(amount / 2n)
    else await send(plan === 'over' ? amount + OVERPAYMENT : amount)
    return { plan, transfers: 1 }
  }

  nextDestination(_: Exit): { network: Network; destination_address: string } {
    const [tron, ethereum] = this.networks
    return this.payouts++ % 2 === 0
      ? { network: 'TRC20', destination_address: tron.newPayee() }
      : { network: 'ERC20', destination_address: ethereum.newPayee() }
  }

  async writeDown(rows: Rows): Promise<void> {
    for (const network of ['ERC20', 'TRC20'] as const) {
      const all = await this.sides[network].transfers()
      await rows.run('DELETE FROM sandbox_transfers WHERE network = ?', network)
      for (let at = 0; at < all.length; at += ROWS_AT_ONCE) {
        const some = all.slice(at, at + ROWS_AT_ONCE)
        const values = some.flatMap(({ txHash, from, to, value, blockNumber }) => [
          ...['test', network, txHash, from, to],
          ...[value * 100n, BigInt(blockNumber), 0n],
        ])
        await rows.run(
          `INSERT INTO sandbox_transfers
             (environment, network, tx_hash, from_address, to_address, value, block_number, block_time)
           VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
          ...values,
        )
      }
    }
  }

  /**
   * Stops mining, and runs `ledger verify --chain` as an operator does: each transfer of the chains is in the ledger, and each
   * that left a wallet is a payment that this database knows.
   *
   * @param env the settings of the servers
   * @param cli the command of the server, a file
   * @returns the last line of its output
   * @throws Error with its findings
   */
  async verify(env: Readonly<Record<string, string>>, cli: string): Promise<string> {
    this.isOver = true
    await this.making
    if (this.failure) throw this.failure
    await pause(LAST_POLL_MS)
    const command = (...words: readonly string[]) => mustRun(process.execPath, [cli, ...words], { env })
    for (const gift of GIFTS) await command('ledger', 'adjust', ...gift)
    const { output } = await command('ledger', 'verify', '--chain')
    return `${output.trim().split('\n').at(-1)}; ${this.branches} reorgs`
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.making
    for (const network of this.networks) await network.stop()
  }

  private async makeBlocks(): Promise<void> {
    for (; !this.isOver; await pause(BLOCK_EVERY_MS)) {
      for (const side of Object.values(this.sides)) {
        await side.mine()
        if (this.random(BLOCKS_OF_A_BRANCH) > 0) continue
        await side.reorganise(this.random)
        this.branches += 1
      }
    }
  }
}

async function untilExpired({ driver }: Means, orderId: string): Promise<void> {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; ) {
    await pause(POLL_MS)
    if ((await driver.insist((api) => api.orders.get(orderId))).status === 'EXPIRED') return
  }
  throw new Error(`order ${orderId} did not become EXPIRED`)
}
