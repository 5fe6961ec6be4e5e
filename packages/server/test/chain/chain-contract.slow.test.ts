import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startTronDevnode } from '@merchantpay/tron-devnode'
import { openSandbox } from '../../src/chain/sandbox/sandbox.js'
import { usdt } from '../../src/domain/shared/money.js'
import type { Network } from '../../src/domain/shared/types.js'
import { openStore } from '../../src/storage/open.js'
import {
  type ChainStage,
  describeBranches,
  describeChain,
  type ForkingStage,
} from '../support/chain/chain-contract.js'
import { countedIds, handClock, START } from '../support/domain/context.js'
import { ANVIL_CHAIN_ID, isAnvilSkipped, startAnvil } from '../support/nodes/anvil.js'
import { AnvilToken } from '../support/nodes/anvil-token.js'
import { openEthereum, watchedOurs } from '../support/nodes/ethereum.js'
import { openTron, watchedOurs as watchedOnTron } from '../support/nodes/tron.js'
import { TronToken } from '../support/nodes/tron-token.js'
import { makeScratchFolder } from '../support/storage/scratch-folder.js'

const BLOCK_MS = 1_000

for (const network of ['ERC20', 'TRC20'] as const) {
  describeChain(`the sandbox (${network})`, () => sandbox(network))
  describeBranches(`the sandbox (${network})`, () => sandbox(network))
}
if (!isAnvilSkipped) {
  describeChain('Ethereum (anvil)', ethereum)
  describeBranches('Ethereum (anvil)', ethereum)
}
// It reports solidified blocks, which are never replaced.
describeChain('TRON (development node)', tron)

async function sandbox(network: Network): Promise<ForkingStage> {
  const folder = makeScratchFolder()
  const silent = () => undefined
  const store = await openStore({
    database: { engine: 'sqlite', file: join(folder, 'books.db') },
    now: START,
    onCommit: silent,
    onDamage: silent,
  })
  const clock = handClock()
  const ids = countedIds()
  const open = () => openSandbox({ environment: 'test', network, store, clock, ids, blockMs: BLOCK_MS })
  const chain = await open()
  const ours = Array.from({ length: 20 }, (_, index) => chain.deriveAddress(index))
  return {
    open,
    watched: {
      since: async () => [],
      ours: async (asked) => new Set(asked.filter((each) => ours.includes(each))),
    },
    async pay(to, units, cursor) {
      await store.write((tx) => chain.pay(tx, { to, value: usdt(units * 100n), cursor, isFlagged: false }))
    },
    async advance(blocks) {
      clock.businessAt += blocks * BLOCK_MS
    },
    async dropBlocks(_count, follower) {
      const paid = follower.paid.at(-1)
      if (!paid) throw new Error('nothing to drop')
      const { txHash, block } = paid
      await store.write((tx) => chain.drop(tx, { txHash, blockNumber: block.number }))
    },
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ethereum(): Promise<ForkingStage> {
  const anvil = await startAnvil()
  const token = await AnvilToken.deploy(anvil)
  await anvil.mine(10)
  return {
    open: () => openEthereum({ urls: [anvil.url], token: token.address, chainId: ANVIL_CHAIN_ID }),
    watched: watchedOurs,
    async pay(to, units) {
      await token.transfer(to, units)
    },
    advance: (blocks) => anvil.mine(blocks),
    async dropBlocks(count) {
      // The payment's own block, which came with it, and those after it.
      await anvil.call('anvil_reorg', [count + 1, []])
    },
    close: () => anvil.stop(),
  }
}

async function tron(): Promise<ChainStage> {
  const node = await startTronDevnode({ solidLag: 1 })
  const token = await TronToken.deploy(node)
  const advance = async (blocks: number) => {
    await node.control('mine', { blocks })
  }
  await advance(10)
  return {
    open: () => openTron({ urls: [node.url], token: token.address }),
    watched: watchedOnTron,
    async pay(to, units) {
      await token.transfer(to, units)
    },
    advance,
    close: () => node.close(),
  }
}
