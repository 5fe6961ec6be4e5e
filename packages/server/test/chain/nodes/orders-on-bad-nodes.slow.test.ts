import { expect, it, onTestFinished } from 'vitest'
import {
  type CannedCall,
  type CannedTronNode,
  sha256,
  transferLog,
} from '../../../../../test-support/nodes/canned-tron-node.js'
import type { RpcRule } from '../../../../../test-support/nodes/rpc-server.js'
import type { Chain } from '../../../src/domain/chain/chain.js'
import type { BlockRef, ChainId } from '../../../src/domain/shared/types.js'
import { FollowedWorld } from '../../support/chain/followed-world.js'
import { FAULTS, type FaultOf, PAYER, TOKEN } from '../../support/chain/trc20-completeness.js'
import { type HandClock, handClock } from '../../support/domain/context.js'
import { sqliteLedger } from '../../support/ledger/ledger-database.js'
import { BAD_ANSWERS } from '../../support/nodes/bad-answers.js'
import { startNetwork } from '../../support/nodes/canned-ethereum.js'
import { CannedTronNetwork } from '../../support/nodes/canned-tron.js'
import { OURS } from '../../support/nodes/ethereum.js'
import { OURS_HEX } from '../../support/nodes/tron.js'
import { temporaryFolder } from '../../support/server/folder.js'

const MINUTE = 60_000
const BLOCK_MS = 12_000
const WINDOW_MS = 3 * MINUTE
/** Blocks with a payment, both before the window's end. */
const PAID_IN = [5, 10]
/** Long after it. */
const BLOCKS = 60
const UNITS = 25_000_000n
const BAD_TURNS = 30
/** A node that was quarantined for ten minutes is back by then. */
const GOOD_TURNS = 40

/** One node that a test makes misbehave, and the time of its network. */
interface Played {
  readonly id: ChainId
  readonly clock: HandClock
  readonly start: BlockRef
  open(): Promise<Chain>
  /** Blocks, the first of which pay to the first addresses of the wallet after its control address. */
  mine(): void
  /** A minute, for paused work. */
  pass(): void
  heal(): void
  /** The number of bad answers. */
  hits(): number
}

const clockAt = (at: number): HandClock => Object.assign(handClock(), { businessAt: at, realAt: at })

async function ethereum(rules: readonly RpcRule[]): Promise<Played> {
  const network = await startNetwork(1, 2)
  const { truth, nodes } = network
  const [genesis] = truth.blocks
  const timeAt = Number(genesis?.timestamp) * 1_000
  const clock = clockAt(timeAt)
  return {
    id: { environment: 'test', network: 'ERC20' },
    clock,
    start: { number: 0, hash: genesis?.hash ?? '', timeAt },
    open: () => network.open({ clock }),
    mine() {
      for (let number = 3; number <= BLOCKS; number += 1) {
        const payer = PAID_IN.indexOf(number)
        truth.mine(payer < 0 ? [] : [{ to: OURS[payer + 1] ?? '', value: UNITS }])
      }
      for (const rule of rules) nodes[0]?.fail(rule)
    },
    pass() {
      network.now += MINUTE
    },
    heal: () => nodes[0]?.heal(),
    hits: () => nodes[0]?.hits ?? 0,
  }
}

/** The node's answers, with the balances that follow from its blocks. */
function withBalances({ blocks }: CannedTronNode, { path, params, answer }: CannedCall): unknown {
  const isOfBalance =
    path.endsWith('/triggerconstantcontract') && params.function_selector === 'balanceOf(address)'
  if (!isOfBalance) return answer
  const holder = String(params.parameter).slice(-40)
  const paid = blocks
    .flatMap(({ transactions }) => transactions.flatMap(({ logs }) => logs))
    .filter(({ topics }) => topics[2]?.endsWith(holder))
    .reduce((sum, { data }) => sum + BigInt(`0x${data}`), 0n)
  return { result: { result: true }, constant_result: [paid.toString(16).padStart(64, '0')] }
}

async function tron(fault: FaultOf): Promise<Played> {
  const network = new CannedTronNetwork(1)
  const node = network.at(0)
  let isBad = false
  let hits = 0
  node.fault = (call) => {
    const answer = withBalances(node, call)
    const bad = isBad ? fault({ ...call, answer }) : undefined
    if (bad) hits += 1
    return bad ?? { status: 200, text: JSON.stringify(answer) }
  }
  const chain = await network.open()
  const start = await chain.head(new AbortController().signal)
  network.time.at = start.timeAt
  return {
    id: { environment: 'test', network: 'TRC20' },
    clock: clockAt(start.timeAt),
    start,
    open: async () => chain,
    mine() {
      for (let more = 1; more <= 4 * BLOCKS; more += 1) {
        const to = OURS_HEX[PAID_IN.indexOf(more) + 1] ?? ''
        const logs = PAID_IN.includes(more) ? [transferLog(TOKEN, PAYER, to, UNITS)] : []
        const stranger = { id: sha256(`others/${more}`), owner: PAYER, logs: [], isFailed: false }
        node.mine([{ id: sha256(`orders/${more}`), owner: PAYER, logs, isFailed: false }, stranger])
      }
      isBad = true
    },
    pass() {
      network.time.at += MINUTE
    },
    heal() {
      isBad = false
    },
    hits: () => hits,
  }
}

const CASES: readonly (readonly [network: string, what: string, begin: () => Promise<Played>])[] = [
  ...Object.entries(BAD_ANSWERS).map(
    ([what, [, ...rules]]) => ['ERC20', what, () => ethereum(rules)] as const,
  ),
  ...Object.entries(FAULTS).map(([what, fault]) => ['TRC20', what, () => tron(fault)] as const),
]

it.each(CASES)(
  'on %s, a single node ends no order wrongly and hides no payment, whatever it answers: %s',
  async (_, _what, begin) => {
    const played = await begin()
    const database = await sqliteLedger(`${temporaryFolder()}/books.db`)(() => undefined)
    onTestFinished(() => database.close())
    const world = await FollowedWorld.open({ ...played, database, windowMs: WINDOW_MS })
    const turn = async () => {
      played.pass()
      world.clock.businessAt += BLOCK_MS
      world.clock.realAt = world.clock.businessAt
      await world.tickAll()
    }
    await world.tickAll()
    const orders = [await world.order('25'), await world.order('25'), await world.order('25')]
    const statuses = async () =>
      Promise.all(orders.map(async ({ id }) => (await world.store.read((tx) => tx.orders.find(id)))?.status))
    played.mine()
    for (let turns = 0; turns < BAD_TURNS; turns += 1) {
      await turn()
      for (const status of (await statuses()).slice(0, PAID_IN.length))
        expect(['OPEN', 'CONFIRMING', 'PAID']).toContain(status)
    }
    expect(played.hits()).toBeGreaterThan(0)
    played.heal()
    for (let turns = 0; turns < GOOD_TURNS; turns += 1) await turn()
    expect(await statuses()).toEqual(['PAID', 'PAID', 'EXPIRED'])
    expect(await world.violations()).toEqual([])
  },
)
