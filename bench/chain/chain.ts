import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenFilter } from '../../packages/server/src/chain/erc20/erc20-logs.js'
import { Erc20Scan } from '../../packages/server/src/chain/erc20/erc20-scan.js'
import type { EthereumNode } from '../../packages/server/src/chain/erc20/erc20-transport.js'
import { CallBudget } from '../../packages/server/src/chain/nodes/call-budget.js'
import { Nodes } from '../../packages/server/src/chain/nodes/nodes.js'
import { AddressFilter } from '../../packages/server/src/chain/wallet/address-filter.js'
import type { Chain, WatchedAddresses } from '../../packages/server/src/domain/chain/chain.js'
import { ERC20 } from '../../packages/server/src/networks/erc20.js'
import { descriptionOf } from '../../packages/server/src/networks/networks.js'
import { openStore } from '../../packages/server/src/storage/open.js'
import { chainWatcher } from '../../packages/server/src/workers/chain/chain-watcher.js'
import { PAYER, TOKEN } from '../../packages/server/test/support/chain/trc20-completeness.js'
import { contextAt, handClock } from '../../packages/server/test/support/domain/context.js'
import { ANVIL_CHAIN_ID, type Anvil, startAnvil } from '../../packages/server/test/support/nodes/anvil.js'
import { AnvilToken } from '../../packages/server/test/support/nodes/anvil-token.js'
import {
  CANNED_CHAIN_ID,
  CANNED_TOKEN,
  CannedChain,
} from '../../packages/server/test/support/nodes/canned-chain.js'
import { CannedTronNetwork } from '../../packages/server/test/support/nodes/canned-tron.js'
import { openEthereum } from '../../packages/server/test/support/nodes/ethereum.js'
import { sha256, transferLog } from '../../test-support/nodes/canned-tron-node.js'
import { quantile, type Result } from '../lib/rounds.js'
import { sized } from '../lib/sized.js'

const BLOCKS = sized(400, 40)
const TRANSFERS = 100
const INFOS = 200
const OUTAGE_S = 6 * 3_600
const OUTAGE_GOAL_S = { BEP20: 120, ERC20: 30, TRC20: 120 } as const
const ADDRESSES = sized(1_000_000)
const ADDRESS_BYTES = 20
const LOGS = sized(1_000)
const ROUNDS = sized(200)
/** pay(address,address[],uint256[]) */
const PAY = '95ecdced'

/** Catches up with networks after an outage, and finds our addresses among all. */
export async function chain(): Promise<Result[]> {
  // Runs first, because its figure would include the garbage of the others.
  const matched = await matching()
  return [await catchUp(), await catchUpTron(), ...matched]
}

/** Blocks of a real node, each with the transfers of a busy block. */
async function catchUp(): Promise<Result> {
  const anvil = await startAnvil()
  try {
    const token = await AnvilToken.deploy(anvil)
    const network = await openEthereum({ urls: [anvil.url], token: token.address, chainId: ANVIL_CHAIN_ID })
    const what = `ERC20: catch-up with commits, ${TRANSFERS} transfers a block`
    return await followAll(what, network, () => mineBatches(anvil, token))
  } finally {
    await anvil.stop()
  }
}

/** Blocks of a node in this process, each with the transactions of a busy TRON block. */
async function catchUpTron(): Promise<Result> {
  const tron = new CannedTronNetwork(1)
  const what = `TRC20: catch-up with commits, ${INFOS} infos a block, the node in this process`
  return followAll(what, await tron.open(), async () => {
    const stranger = transferLog(TOKEN, PAYER, PAYER, 1n)
    for (let block = 0; block < BLOCKS; block += 1) {
      const transactions = Array.from({ length: INFOS }, (_, at) => ({
        ...{ id: sha256(`${block}/${at}`), owner: PAYER, logs: [stranger], isFailed: false },
      }))
      tron.at(0).mine(transactions)
    }
    tron.time.at += BLOCKS * descriptionOf('TRC20').blockMs
  })
}

/** Follows a network into a SQLite file, from the current head to the head after `grow`. */
async function followAll(what: string, network: Chain, grow: () => Promise<void>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-bench-'))
  const store = await openStore({
    database: { engine: 'sqlite', file: join(folder, 'books.db') },
    now: 0,
    onCommit: () => undefined,
    onDamage: () => undefined,
  })
  try {
    const watcher = chainWatcher(store, contextAt(handClock()), network, 0)
    const { signal } = new AbortController()
    await watcher.tick(signal)
    await grow()
    const started = performance.now()
    for (let more = 1; more > 0; ) more = await watcher.tick(signal)
    const seconds = (performance.now() - started) / 1_000
    const cursor = await store.read((tx) => tx.cursors.find(network))
    const left = (await network.head(signal)).number - (cursor?.block.number ?? 0)
    const blocksOf6h = (OUTAGE_S * 1_000) / descriptionOf(network.network).blockMs
    if (left > 0) throw new Error(`${left} blocks were not read`)
    return {
      what,
      value: `${(BLOCKS / seconds).toFixed(0)} blocks/s`,
      spread: `${BLOCKS} blocks in ${seconds.toFixed(2)} s: 6 h in ${((seconds * blocksOf6h) / BLOCKS).toFixed(1)} s`,
      goal: `≥ 100 blocks/s, 6 h in ${OUTAGE_GOAL_S[network.network]} s`,
    }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One transaction per block. */
async function mineBatches(anvil: Anvil, token: AnvilToken): Promise<void> {
  const batch = await AnvilToken.deploy(anvil, 'Batch', 0n)
  await token.transfer(batch.address, 10n ** 15n)
  const payees = Array.from({ length: TRANSFERS }, (_, at) => 10n ** 40n + BigInt(at))
  const lists = [
    [BigInt(TRANSFERS), ...payees],
    [BigInt(TRANSFERS), ...payees.map(() => 1n)],
  ]
  // The offset of each list, in bytes after the selector.
  const head = [token.address, 0x60n, 0x60n + 32n * BigInt(TRANSFERS + 1)]
  for (let block = 0; block < BLOCKS; block += 1) {
    await batch.send(PAY, [...head, ...lists.flat()])
  }
}

/** Compares a block of foreign transfers with a million of our addresses, against decoding its JSON alone. */
async function matching(): Promise<Result[]> {
  // Outside of the heap, because a million objects there would slow every garbage collection.
  const bytesOfAll = randomBytes(ADDRESSES * ADDRESS_BYTES)
  const watched: WatchedAddresses = {
    since: async (index, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, ADDRESSES - index - 1)) }, (_, at) => {
        const from = (index + 1 + at) * ADDRESS_BYTES
        return {
          index: index + 1 + at,
          address: `0x${bytesOfAll.toString('hex', from, from + ADDRESS_BYTES)}`,
        }
      }),
    ours: async () => new Set(),
  }
  const ours = new AddressFilter()
  const bytesBefore = process.memoryUsage().arrayBuffers
  const started = performance.now()
  await ours.topUp(watched)
  const seconds = (performance.now() - started) / 1_000
  const bytes = (process.memoryUsage().arrayBuffers - bytesBefore) / ADDRESSES

  const strangers = Array.from({ length: LOGS }, () => `0x${randomBytes(ADDRESS_BYTES).toString('hex')}`)
  const block = new CannedChain().mine(strangers.map((to) => ({ to, value: 1n })))
  const answer = (method: string, params: readonly unknown[]) => JSON.stringify(block.answer(method, params))
  const logs = answer('eth_getLogs', [{ fromBlock: '0x1', toBlock: '0x1' }])
  const header = answer('eth_getBlockByNumber', ['0x1', false])
  const node: EthereumNode = {
    name: 'bench',
    chainId: async () => CANNED_CHAIN_ID,
    head: async () => ({ number: 1, timeAt: 0 }),
    requests: new Map(),
    budget: new CallBudget({ perSecond: 0, perDay: 0, now: () => 0, monotonic: () => 0 }),
    connect: () => ({
      call: async (method) => JSON.parse(method === 'eth_getLogs' ? logs : header),
      noteMissing: () => undefined,
    }),
  }
  const nodes = new Nodes({
    nodes: [node],
    chainId: CANNED_CHAIN_ID,
    lagBlocks: 3,
    now: () => 0,
    monotonic: () => 0,
  })
  const filter = tokenFilter(CANNED_TOKEN.slice(2), ERC20)
  const scan = new Erc20Scan({ nodes, filter, ours, now: Date.now, monotonic: () => 0 })
  const { signal } = new AbortController()
  const nothingNew: WatchedAddresses = { ...watched, since: async () => [] }
  const [decode, read]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    decode.push(timeOf(() => [JSON.parse(header), JSON.parse(logs)]))
    const begun = performance.now()
    await scan.rescan({ from: 1, to: 1 }, nothingNew, signal)
    read.push(performance.now() - begun)
  }
  const [alone, all] = [quantile(decode, 0.5), quantile(read, 0.5)]
  return [
    {
      what: `reading ${LOGS} logs against ${ADDRESSES} addresses, to decoding them alone`,
      value: `${(alone / all).toFixed(2)} ×`,
      spread: `${all.toFixed(2)} ms to ${alone.toFixed(2)} ms, ${ROUNDS} rounds`,
      goal: '≥ 0.5 ×',
    },
    {
      what: `loading ${ADDRESSES} addresses`,
      value: `${seconds.toFixed(2)} s`,
      spread: `${bytes.toFixed(0)} bytes each`,
      goal: '< 5 s, ≤ 200 bytes each',
    },
  ]
}

function timeOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
