import { expect, it } from 'vitest'
import { CannedTronNode, sha256, transferLog } from '../../../../../test-support/nodes/canned-tron-node.js'
import type { Context } from '../../../src/domain/context.js'
import type { Caller } from '../../../src/domain/merchants/api-key.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { createOrder, getOrder } from '../../../src/domain/orders/orders.js'
import { KEY_SCOPES } from '../../../src/domain/shared/key-scope.js'
import type { Store } from '../../../src/domain/store/store.js'
import { chainWatcher, startCursor } from '../../../src/workers/chain/chain-watcher.js'
import { PAYER, TOKEN } from '../../support/chain/trc20-completeness.js'
import { amount, contextAt, handClock, START } from '../../support/domain/context.js'
import { orderInput } from '../../support/domain/order-input.js'
import { encodeTron, HandTime, openTron, TRON_CHAIN_ID, tronHex } from '../../support/nodes/tron.js'
import { openDatabase } from '../../support/storage/engines.js'
import { merchant } from '../../support/storage/store-rows.js'

const SOLID_LAG = 18
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const CALLER: Caller = {
  ...SCOPE,
  keyId: 'mk_test_1',
  scopes: KEY_SCOPES,
  issuedBy: null,
  merchant: merchant('shop'),
}
const signal = new AbortController().signal

interface World {
  readonly node: CannedTronNode
  readonly store: Store
  readonly order: OnChainOrder
  readonly tick: () => Promise<number>
}

/** An order of 25 USDT on a TRON network whose head is at the time of the order. */
async function begin(): Promise<World> {
  const genesisAt = START - 40 * 3_000
  const node = new CannedTronNode({ chainId: TRON_CHAIN_ID, genesisAt, solidLag: SOLID_LAG })
  while (node.head.timeAt < START) node.mine()
  answerTrials(node)
  const { store } = await openDatabase('sqlite')
  const plain = contextAt(handClock())
  const options = { urls: ['http://tron.test'], token: encodeTron(TOKEN), fetch: node.fetch }
  const chain = await openTron(options, new HandTime(START))
  const context: Context = { ...plain, chain: () => chain }
  await startCursor(store, chain, signal)
  const watcher = chainWatcher(store, context, chain, 6_000)
  const { order } = await store.write(async (tx) => {
    await tx.merchants.insert(merchant('shop'))
    return createOrder(tx, context, CALLER, orderInput({ network: 'TRC20' }))
  })
  return { node, store, order, tick: () => watcher.tick(signal) }
}

/** Six decimals, not paused, not deprecated. */
function answerTrials(node: CannedTronNode): void {
  node.fault = ({ path, params }) => {
    if (path !== 'wallet/triggerconstantcontract') return undefined
    const value = params.function_selector === 'decimals()' ? 6 : 0
    const answer = { result: { result: true }, constant_result: [value.toString(16).padStart(64, '0')] }
    return { status: 200, text: JSON.stringify(answer) }
  }
}

const pay = ({ node, order }: World, name = 'paid') => {
  const log = transferLog(TOKEN, PAYER, tronHex(order.address.address), 25_000_000n)
  return node.mine([{ id: sha256(name), owner: PAYER, logs: [log], isFailed: false }])
}

const stateOf = ({ store, order }: World) =>
  store.read(async (tx) => {
    const { status, received, confirmed } = await getOrder(tx, SCOPE, order.id)
    return { status, received, confirmed }
  })

const PAID = { status: 'PAID', received: amount('25'), confirmed: amount('25') }
const CONFIRMING = { status: 'CONFIRMING', received: amount('25'), confirmed: 0n }

it('shows a payment on TRON at once, and credits it once its block is solidified', async () => {
  const world = await begin()
  await world.tick()
  pay(world)
  await world.tick()
  expect(await stateOf(world)).toEqual(CONFIRMING)
  for (let block = 1; block < SOLID_LAG; block += 1) {
    world.node.mine()
    await world.tick()
    expect(await stateOf(world)).toEqual(CONFIRMING)
  }
  world.node.mine()
  await world.tick()
  expect(await stateOf(world)).toEqual(PAID)
})

it('drops an early payment when the solidified block does not contain it', async () => {
  const world = await begin()
  pay(world)
  await world.tick()
  expect(await stateOf(world)).toEqual(CONFIRMING)
  world.node.drop(1)
  for (let block = 0; block <= SOLID_LAG; block += 1) world.node.mine([], 'another branch')
  await world.tick()
  expect(await stateOf(world)).toEqual({ status: 'OPEN', received: 0n, confirmed: 0n })
})

it('credits a payment once that is solidified in another block than it was shown in', async () => {
  const world = await begin()
  pay(world)
  await world.tick()
  world.node.drop(1)
  world.node.mine([], 'another branch')
  pay(world)
  for (let block = 0; block <= SOLID_LAG; block += 1) {
    world.node.mine()
    await world.tick()
  }
  expect(await stateOf(world)).toEqual(PAID)
})

it('shows only part of a flood of dust early, and records all of it once it is solidified', async () => {
  const world = await begin()
  const { node, order, store } = world
  await world.tick()
  const to = tronHex(order.address.address)
  node.mine(
    Array.from({ length: 400 }, (_, at) => ({
      id: sha256(`dust ${at}`),
      owner: PAYER,
      logs: [transferLog(TOKEN, PAYER, to, 1n)],
      isFailed: false,
    })),
  )
  const booked = async () =>
    (await store.read((tx) => tx.transfers.listByAddress(order, order.address.address))).length
  await world.tick()
  expect(await booked()).toBe(300)
  for (let block = 0; block < SOLID_LAG; block += 1) node.mine()
  await world.tick()
  expect(await booked()).toBe(400)
})
