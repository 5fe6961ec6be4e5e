import {
  type EthereumPayouts,
  startEthereumPayouts,
} from '../../packages/server/test/support/withdrawals/payout-ethereum.js'
import { type Broadcast, broadcastIn } from '../../packages/server/test/support/withdrawals/payout-faults.js'
import type { PayoutNetwork } from '../../packages/server/test/support/withdrawals/payout-network.js'
import {
  startTronPayouts,
  type TronPayouts,
} from '../../packages/server/test/support/withdrawals/payout-tron.js'
import { type NodeAnswer, type NodeRelay, type NodeRequest, startNodeRelay } from '../lib/node-relay.js'
import { until } from '../lib/until.js'

const SECOND_MS = 1_000
/** The blocks of the start are in the past. */
const HISTORY_MS = 15 * 60_000
/** More blocks than a payment needs to be final. */
const FINAL_BLOCKS = 8
/** A payment on TRON is valid for ten minutes, and counts as expired a minute later. */
const EXPIRED_MS = 12 * 60_000
/** On TRON a payment from before a restore can enter a block for a quarter of an hour. */
const IN_FLIGHT_MS = 16 * 60_000
const GWEI = 10n ** 9n
const BASE_FEE = GWEI
/** Above the price of a payment that was signed at the usual base fee. */
const HIGH_BASE_FEE = 20n * GWEI

/** The part of a network that differs by its kind. */
interface Side {
  readonly payouts: PayoutNetwork
  headAt(): Promise<number>
  mineTo(at: number): Promise<void>
}

/** An event at the next broadcast of a transaction: before the node has it, or before its answer. */
export interface SendWatch {
  readonly at: 'before' | 'after'
  happen(): Promise<void>
}

/** A network whose time follows that of the machine, with a block a second, behind two nodes that can lose payments. */
export class RealTimeNetwork {
  /** Applies once. */
  watch: SendWatch | undefined
  private readonly relays: NodeRelay[] = []
  private readonly seen = new Set<string>()
  private readonly passed = new Set<string>()
  private readonly held = new Map<string, string>()
  private isHolding = false
  private isOver = false
  private baseFee = BASE_FEE
  private mining: Promise<void> = Promise.resolve()
  /** The last block that was asked for: each one is later than the one before. */
  private newest: Promise<void> = Promise.resolve()

  private constructor(private readonly side: Side) {}

  static async start(name: 'ERC20' | 'TRC20'): Promise<RealTimeNetwork> {
    const options = { startAt: Date.now() - HISTORY_MS, areBlocksAwaited: true }
    const side: Side =
      name === 'ERC20'
        ? ethereumSide(await startEthereumPayouts(options), () => network.baseFee)
        : tronSide(await startTronPayouts(options))
    const network: RealTimeNetwork = new RealTimeNetwork(side)
    // A payment is only signed again where two providers agree that no block has it.
    for (let at = 0; at < 2; at += 1)
      network.relays.push(
        await startNodeRelay(side.payouts.url, (request, pass) => network.answer(request, pass)),
      )
    network.mining = network.mine()
    return network
  }

  get payouts(): PayoutNetwork {
    return this.side.payouts
  }

  /** Settings of a server that follows the network by both nodes. */
  settings(keyFile: string): Record<string, string> {
    const { network } = this.payouts
    const [first, second] = this.relays
    return {
      ...this.payouts.settings(first?.url ?? '', keyFile),
      [`MERCHANTPAY_TEST_${network}_NODE_2_URL`]: second?.url ?? '',
    }
  }

  /** Loses payments that are broadcast from now on, though the nodes accept them. */
  hold(): void {
    this.isHolding = true
  }

  /**
   * Passes over the payments that are held, so that each needs a further version: the base fee rises above the prices of those
   * on Ethereum, and those on TRON expire. It stays so until `isDone`.
   */
  async passOver(isDone: () => Promise<boolean>): Promise<void> {
    this.isHolding = false
    if (this.payouts.network === 'TRC20') {
      await this.pass(EXPIRED_MS)
      return until('the held payments are signed again', isDone)
    }
    this.baseFee = HIGH_BASE_FEE
    // The nodes had them all the time.
    for (const body of this.held.values())
      await fetch(this.payouts.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    this.held.clear()
    await until('the held payments are signed again', isDone)
    this.baseFee = BASE_FEE
  }

  /** Adds blocks of a later time, in which nothing from before can still be pending. */
  async pass(ms: number): Promise<void> {
    const at = Math.max(Date.now(), await this.side.headAt()) + ms
    for (let block = 0; block < FINAL_BLOCKS; block += 1) await this.mineTo(at)
  }

  /** Adds blocks until no payment from before can still be in flight, where payments expire. */
  async passInFlight(): Promise<void> {
    if (this.payouts.network === 'TRC20') await this.pass(IN_FLIGHT_MS)
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.mining
    for (const { close } of this.relays) close()
    await this.payouts.stop()
  }

  private async mine(): Promise<void> {
    while (!this.isOver) {
      // A node may have closed an idle connection; the next block is as good.
      await this.mineTo(Date.now()).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS))
    }
  }

  private mineTo(at: number): Promise<void> {
    const mined = this.newest.then(() => this.side.mineTo(at))
    this.newest = mined.catch(() => undefined)
    return mined
  }

  private async answer({ path, body }: NodeRequest, pass: () => Promise<NodeAnswer>): Promise<NodeAnswer> {
    const sent = body === '' ? undefined : broadcastIn(path, body)
    if (!sent) return pass()
    const watch = this.seen.has(sent.bytes) ? undefined : this.watch
    this.seen.add(sent.bytes)
    if (watch) this.watch = undefined
    if (watch?.at === 'before') await watch.happen()
    const answered = await this.send(sent, body, pass)
    if (watch?.at === 'after') await watch.happen()
    return answered
  }

  private async send(
    { bytes, accepted }: Broadcast,
    body: string,
    pass: () => Promise<NodeAnswer>,
  ): Promise<NodeAnswer> {
    if (this.isHolding && !this.passed.has(bytes)) this.held.set(bytes, body)
    if (this.held.has(bytes)) return { status: 200, body: JSON.stringify(accepted) }
    this.passed.add(bytes)
    return pass()
  }
}

const ethereumSide = (payouts: EthereumPayouts, baseFee: () => bigint): Side => {
  const { anvil } = payouts
  const headAt = async () => {
    const head = (await anvil.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string } // a block of anvil
    return Number(head.timestamp) * SECOND_MS
  }
  return {
    payouts,
    headAt,
    async mineTo(at) {
      await anvil.call('anvil_setNextBlockBaseFeePerGas', [`0x${baseFee().toString(16)}`])
      await anvil.mine(1, Math.max(1, Math.floor((at - (await headAt())) / SECOND_MS)))
    },
  }
}

const tronSide = (payouts: TronPayouts): Side => {
  const { node, url } = payouts
  const headAt = async () => {
    const answer = await fetch(`${url}/wallet/getblock`, { method: 'POST', body: '{"detail":false}' })
    const head = (await answer.json()) as { block_header: { raw_data: { timestamp: number } } } // a block of the node
    return head.block_header.raw_data.timestamp
  }
  return {
    payouts,
    headAt,
    async mineTo(at) {
      await node.control('mine', { blocks: 1, time: Math.max((await headAt()) + SECOND_MS, at) })
    },
  }
}
