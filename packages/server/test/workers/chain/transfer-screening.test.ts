import { expect, it } from 'vitest'
import { CannedTronNode } from '../../../../../test-support/nodes/canned-tron-node.js'
import { openScreening } from '../../../src/chain/screening/screening.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { RecordedTransfer } from '../../../src/domain/chain/transfer.js'
import type { Context } from '../../../src/domain/context.js'
import type { Store } from '../../../src/domain/store/store.js'
import { NetworkConditions } from '../../../src/workers/chain/network-conditions.js'
import { TransferScreening } from '../../../src/workers/chain/transfer-screening.js'
import { GENESIS_AT, TOKEN } from '../../support/chain/trc20-completeness.js'
import { amount, contextAt } from '../../support/domain/context.js'
import { encodeTron, HandTime, openTron, TRON_CHAIN_ID } from '../../support/nodes/tron.js'
import { openDatabase } from '../../support/storage/engines.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const DAILY_CALLS = 90_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const TICK_MS = 4_500
/** With the payment after it that fills pages, so that it is the last of its own. */
const DUST = 999
const signal = new AbortController().signal

const cameIn = (block: number, value: string): RecordedTransfer => ({
  ...ID,
  txHash: `${block}`.padStart(64, '0'),
  logIndex: 0,
  from: encodeTron(`${block}`.padStart(40, '0')),
  to: encodeTron('2'.repeat(40)),
  origin: null,
  value: amount(value),
  block: { number: block, hash: `block ${block}`, timeAt: GENESIS_AT },
  incarnation: 1,
  orderId: null,
  isLate: false,
  isFlagged: false,
  screenedAt: null,
  dueBlock: block,
  ignoredReason: null,
  confirmedAt: null,
  orphanedAt: null,
  attributedTo: null,
})

/** A network with much dust and a payment after it. Its day has calls for blocks only. */
class DustyNetwork {
  private readonly after = cameIn(DUST + 1, '25')

  private constructor(
    readonly store: Store,
    readonly chain: Chain,
    readonly node: CannedTronNode,
    private readonly time: HandTime,
    private readonly screening: TransferScreening,
    private readonly conditions: NetworkConditions,
  ) {}

  static async begin(): Promise<DustyNetwork> {
    const { store } = await openDatabase('sqlite')
    const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt: GENESIS_AT, solidLag: 0 })
    const time = new HandTime(GENESIS_AT + DAY_MS / 2)
    const options = { urls: ['http://tron.test'], token: encodeTron(TOKEN), fetch: node.fetch }
    const chain = await openTron({ ...options, access: { callsPerDay: DAILY_CALLS } }, time)
    const judges = { denylist: undefined, hook: undefined, warn: () => undefined, clock: time.clock }
    const screening = openScreening({ ...judges, chain: () => chain })
    const context: Context = { ...contextAt(time.clock), chain: () => chain, screening }
    const { number, id: hash, timeAt } = node.head
    const conditions = new NetworkConditions(store, context, ID)
    const screener = new TransferScreening(store, context, chain, conditions)
    const network = new DustyNetwork(store, chain, node, time, screener, conditions)
    await store.write(async (tx) => {
      await tx.cursors.insert(ID, { number, hash, timeAt })
      for (let block = 1; block <= DUST; block += 1) await tx.transfers.insert(cameIn(block, '0.000001'))
      await tx.transfers.insert(network.after)
    })
    return network
  }

  /** Ticks for that long, with that many calls of the day left, for blocks alone. */
  async pass(ms: number): Promise<void> {
    for (const end = this.time.at + ms; this.time.at < end; this.time.at += TICK_MS) {
      const day = Math.floor(this.time.at / DAY_MS)
      const rest = (DAY_MS - (this.time.at % DAY_MS)) / DAY_MS
      this.chain.budgets?.[0]?.learn(day, Math.ceil(DAILY_CALLS * (1 - rest * 0.9)), 0)
      await this.store.read((tx) => this.conditions.read(tx))
      await this.screening.screenRecorded(signal)
    }
  }

  async payment(): Promise<RecordedTransfer | undefined> {
    return this.store.read((tx) => tx.transfers.find(this.after))
  }
}

it('screens a payment within minutes though a thousand dust transfers came before it', async () => {
  const network = await DustyNetwork.begin()
  await network.pass(2 * MINUTE_MS)
  expect((await network.payment())?.screenedAt).not.toBeNull()
})

it('screens no dust while all calls are needed, without an alert', async () => {
  const network = await DustyNetwork.begin()
  await network.pass(30 * MINUTE_MS)
  const open = await network.store.read((tx) => tx.transfers.listUnscreened(ID, undefined, 2 * DUST))
  expect(open).toHaveLength(DUST)
  // Sometimes the id of the chain, otherwise the sender of the payment.
  expect(network.node.callCount).toBeLessThan(10)
  expect(await network.store.read((tx) => tx.chainConditions.list(ID))).toEqual([])
})
