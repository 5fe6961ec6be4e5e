import {
  type EthereumPayouts,
  startEthereumPayouts,
} from '../../packages/server/test/support/withdrawals/payout-ethereum.js'
import type { PayoutNetwork } from '../../packages/server/test/support/withdrawals/payout-network.js'
import {
  startTronPayouts,
  type TronPayouts,
} from '../../packages/server/test/support/withdrawals/payout-tron.js'

const SECOND_MS = 1_000
/** The blocks of the start are in the past. */
const HISTORY_MS = 15 * 60_000
/** More blocks than a payment needs to be final. */
const FINAL_BLOCKS = 8

/** A network whose time follows that of the machine, with a block a second. */
export class RealTimeNetwork {
  private isOver = false
  private readonly mining: Promise<void>

  private constructor(
    readonly payouts: PayoutNetwork,
    private readonly mineTo: (at: number) => Promise<void>,
  ) {
    this.mining = this.mine()
  }

  static async start(name: 'ERC20' | 'TRC20'): Promise<RealTimeNetwork> {
    const options = { startAt: Date.now() - HISTORY_MS, areBlocksAwaited: true }
    if (name === 'ERC20') {
      const network = await startEthereumPayouts(options)
      return new RealTimeNetwork(network, (at) => mineEthereum(network, at))
    }
    const network = await startTronPayouts(options)
    return new RealTimeNetwork(network, (at) => mineTron(network, at))
  }

  /** Adds blocks of a later time, in which nothing from before can still be pending. */
  async pass(ms: number): Promise<void> {
    const until = Date.now() + ms
    for (let block = 0; block < FINAL_BLOCKS; block += 1) await this.mineTo(until)
  }

  async stop(): Promise<void> {
    this.isOver = true
    await this.mining
    await this.payouts.stop()
  }

  private async mine(): Promise<void> {
    while (!this.isOver) {
      // A node may have closed an idle connection; the next block is as good.
      await this.mineTo(Date.now()).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS))
    }
  }
}

async function mineEthereum({ anvil }: EthereumPayouts, at: number): Promise<void> {
  const head = (await anvil.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string } // a block of anvil
  await anvil.mine(1, Math.max(1, Math.floor(at / SECOND_MS) - Number(head.timestamp)))
}

async function mineTron({ node, url }: TronPayouts, at: number): Promise<void> {
  const answer = await fetch(`${url}/wallet/getblock`, { method: 'POST', body: '{"detail":false}' })
  const head = (await answer.json()) as { block_header: { raw_data: { timestamp: number } } } // a block of the node
  await node.control('mine', {
    blocks: 1,
    time: Math.max(head.block_header.raw_data.timestamp + SECOND_MS, at),
  })
}
