import { writeFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { accountOfKey } from '../../../src/chain/wallet/recoverable-signature.js'
import { descriptionOf, type Network } from '../../../src/networks/networks.js'
import { encodeAddress } from '../../../src/networks/spellings.js'
import { temporaryFolder } from '../server/folder.js'
import { Harness, ORDER, type Registered } from '../server/harness.js'
import { commandBeside, type Ran } from '../server/operator.js'
import { accountOn, OfflineDesk, offlineBeside } from './offline.js'
import { type SweepNode, startSweepNode } from './sweep-nodes.js'

export const GAS_KEY = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'
export const HOT_KEY = '8da4ef21b864d2cc526dbdb2a120bd2874c36c9d0a1fb7f8c63d7f7a8b41de8f'
/** Coins of the gas wallet. */
const RICH = 1_000n
/** USDT of each payment, units of 1e-6. */
export const PAID = 25_000_000n
const BESIDE_MS = 200

/** A server on a real node with paid orders, and a desk with the seed of their addresses. */
export class SweepWorld {
  readonly desk: OfflineDesk
  readonly cold: string
  readonly gasWallet: string
  readonly hotWallet: string
  readonly stakeAccount: string

  private constructor(
    readonly node: SweepNode,
    readonly harness: Harness,
    readonly env: Record<string, string>,
    readonly keys: Registered,
  ) {
    const { network } = node
    this.desk = new OfflineDesk(temporaryFolder(), network)
    this.cold = accountOn(network, 7)
    this.gasWallet = encodeAddress(network, accountOfKey(GAS_KEY))
    this.hotWallet = encodeAddress(network, accountOfKey(HOT_KEY))
    this.stakeAccount = accountOn(network, 6)
  }

  static async start(network: Network, changes: Record<string, string> = {}): Promise<SweepWorld> {
    const node = await startSweepNode(network)
    onTestFinished(async () => {
      await node.close()
    })
    const hotKey = `${temporaryFolder()}/hot`
    writeFileSync(hotKey, HOT_KEY, { mode: 0o600 })
    const env = {
      ...node.env,
      [`MERCHANTPAY_TEST_${network}_SWEEP_COLD`]: accountOn(network, 7),
      [`MERCHANTPAY_TEST_${network}_SIGNER_KEY_FILE`]: hotKey,
      MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '0',
      ...changes,
    }
    const harness = await Harness.start(env)
    const world = new SweepWorld(node, harness, env, await harness.register())
    // The database begins at the time of the chain: nothing is signed on TRON before its blocks are past that time.
    const aheadMs = harness.clock.now() - Date.now()
    harness.clock.advanceReal(aheadMs)
    await world.follow()
    harness.clock.advanceReal(-aheadMs)
    expect(await world.pin()).toMatchObject({ status: 0, stderr: '' })
    world.desk.write('gas', GAS_KEY)
    await node.fund(world.gasWallet, RICH * 10n ** BigInt(descriptionOf(network).coinDecimals))
    return world
  }

  private pin(): Promise<Ran> {
    return offlineBeside([
      ...['sweeps', 'pin', '--network', this.node.network, '--seed-file', this.desk.path('seed')],
      ...['--chain-id', `${this.node.chainId}`, '--token', this.node.token, '--cold', this.cold],
      ...['--hot', this.hotWallet, '--hot-limit', '1000', '--max-cost', '10000'],
      ...['--out', this.desk.path('pin.json')],
    ])
  }

  async order(amount = '25.00'): Promise<string> {
    const body = { ...ORDER, network: this.node.network, amount }
    const { json } = await this.harness.call('POST', '/v1/orders', { keys: this.keys, body })
    return String(json.payment_address)
  }

  /** Creates orders, pays them and lets the server credit them. @returns their addresses */
  async payments(count: number): Promise<string[]> {
    const addresses: string[] = []
    for (let at = 0; at < count; at += 1) addresses.push(await this.order())
    for (const address of addresses) await this.node.transfer(address, PAID)
    await this.follow()
    return addresses
  }

  /** Mines the required depth, and lets the server record it. */
  async follow(): Promise<void> {
    await this.node.mine(3)
    await this.harness.work()
  }

  run(...args: string[]): Promise<Ran> {
    return commandBeside(this.harness.databaseEnv, args, this.env)
  }

  plan(...changes: string[]): Promise<Ran> {
    return this.run(
      ...['sweeps', 'plan', '--environment', 'test', '--network', this.node.network],
      ...['--to', 'cold', '--coin-price', '0.3', '--age', '0', '--max-percent', '50'],
      ...['--out', this.desk.path('plan.json'), ...changes],
    )
  }

  /** Signs the plan as the operator does. */
  sign(typed = this.cold.slice(-6)): Promise<Ran> {
    return offlineBeside(this.desk.signArgs(), `${typed}\n`)
  }

  send(...changes: string[]): Promise<Ran> {
    return this.run(
      ...['sweeps', 'send', this.desk.path('signed.json'), '--gas-key-file', this.desk.path('gas')],
      ...['--max-cost', '1000', ...changes],
    )
  }

  /** Sends a plan by stake. */
  sendByStake(...changes: string[]): Promise<Ran> {
    const stake = ['--stake-account', this.stakeAccount, '--stake-key-file', this.desk.path('stake')]
    return this.send(...stake, ...changes)
  }

  /** Plans and signs, and expects both to succeed. */
  async prepare(...changes: string[]): Promise<void> {
    expect(await this.plan(...changes)).toMatchObject({ status: 0, stderr: '' })
    expect(await this.sign()).toMatchObject({ status: 0 })
  }

  /** Mines blocks while a command runs. */
  async whileMining<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await this.node.mine(1)
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, BESIDE_MS))])
    }
    return done
  }

  /** Expects that the ledger proves the custody of the network by its addresses. */
  async expectProven(): Promise<void> {
    await this.follow()
    expect(await this.run('ledger', 'verify', '--chain')).toMatchObject({ status: 0 })
  }
}
