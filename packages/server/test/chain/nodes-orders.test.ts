import { expect, it, onTestFinished } from 'vitest'
import { BAD_ANSWERS } from '../support/bad-answers.js'
import { type CannedNetwork, startNetwork } from '../support/canned-ethereum.js'
import { OURS } from '../support/ethereum.js'
import { temporaryFolder } from '../support/folder.js'
import { FollowedWorld } from '../support/followed-world.js'
import { sqliteBooks } from '../support/ledger/books.js'
import { handClock } from '../support/unit-context.js'

const MINUTE = 60_000
const BLOCK_MS = 12_000
const WINDOW_MS = 3 * MINUTE
/** Blocks with a payment, both before the window's end. */
const PAID_IN = [5, 10]
/** Long after it. */
const BLOCKS = 60
const UNITS = 25_000_000n
const BAD_TURNS = 30
/** A node that was out for ten minutes is back by then. */
const GOOD_TURNS = 40

/** Three orders on a network with one node, the first two of which are paid in time. */
async function begin() {
  const network = await startNetwork(1, 2)
  const [genesis] = network.truth.blocks
  const timeAt = Number(genesis?.timestamp) * 1_000
  const clock = handClock()
  clock.businessAt = timeAt
  clock.realAt = timeAt
  const books = await sqliteBooks(`${temporaryFolder()}/books.db`)(() => undefined)
  onTestFinished(() => books.close())
  const world = await FollowedWorld.open({
    books,
    clock,
    id: { environment: 'test', network: 'ERC20' },
    open: () => network.open({ clock: { now: () => clock.businessAt, real: () => clock.realAt } }),
    windowMs: WINDOW_MS,
    start: { number: 0, hash: genesis?.hash ?? '', timeAt },
  })
  await world.turn()
  const orders = [await world.order('25'), await world.order('25'), await world.order('25')]
  for (let number = 3; number <= BLOCKS; number += 1) {
    const payer = PAID_IN.indexOf(number)
    network.truth.mine(payer < 0 ? [] : [{ to: OURS[payer + 1] ?? '', value: UNITS }])
  }
  return { network, world, orders }
}

async function pass(network: CannedNetwork, world: FollowedWorld): Promise<void> {
  network.now += MINUTE
  world.clock.businessAt += BLOCK_MS
  world.clock.realAt = world.clock.businessAt
  await world.turn()
}

it.each(Object.entries(BAD_ANSWERS))(
  'a node that is all there is and answers badly ends no order wrongly, and keeps no payment back: %s',
  async (_, [, ...rules]) => {
    const { network, world, orders } = await begin()
    const statuses = async () =>
      Promise.all(orders.map(async ({ id }) => (await world.store.read((tx) => tx.orders.find(id)))?.status))
    for (const rule of rules) network.nodes[0]?.fail(rule)
    for (let turn = 0; turn < BAD_TURNS; turn += 1) {
      await pass(network, world)
      for (const status of (await statuses()).slice(0, PAID_IN.length))
        expect(['OPEN', 'CONFIRMING', 'PAID']).toContain(status)
    }
    network.nodes[0]?.heal()
    for (let turn = 0; turn < GOOD_TURNS; turn += 1) await pass(network, world)
    expect(await statuses()).toEqual(['PAID', 'PAID', 'EXPIRED'])
    expect((await world.cursor()).number).toBe(BLOCKS)
    expect(await world.violations()).toEqual([])
  },
)
