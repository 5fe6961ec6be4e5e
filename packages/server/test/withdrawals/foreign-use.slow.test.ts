import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resumeSigner } from '../../src/domain/chain/signer.js'
import type { Network } from '../../src/domain/shared/types.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { openDatabase } from '../support/storage/engines.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { LossyNetwork } from '../support/withdrawals/payout-faults.js'
import type { PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const ERC20 = { environment: 'test', network: 'ERC20' } as const
const NETWORKS: readonly { name: Network; start: () => Promise<PayoutNetwork> }[] = [
  ...(isAnvilSkipped ? [] : [{ name: 'ERC20' as const, start: startEthereumPayouts }]),
  { name: 'TRC20', start: startTronPayouts },
]
const MANDATE = { actor: 'operator', reason: 'it was me' }
const TICKS = 4

describe.each(NETWORKS)('a hot wallet on $name whose key is also used elsewhere', ({ start, name }) => {
  let network: PayoutNetwork
  const id = { environment: 'test', network: name } as const
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  async function tick(life: Life): Promise<void> {
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await life.tick().catch(() => undefined)
      await network.mine()
    }
  }

  const resume = (world: PayoutWorld, { context }: Life) =>
    world.store.write((tx) => resumeSigner(tx, context, id, MANDATE))

  it('pays nothing after a payment that we did not sign, until the operator resumes the signer', async () => {
    const { store } = await openDatabase('postgres')
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    await network.spendOutside(network.newPayee(), 5n)
    await tick(life)
    expect(await world.pausedFor()).toBeDefined()
    const second = await world.withdraw(life)
    await tick(life)
    expect(await world.signedFor(second.id)).toEqual([])

    await resume(world, life)
    const [done] = await world.finish(life, [second])
    expect(done?.status).toBe('COMPLETED')
    expect(await world.pausedFor()).toBeUndefined()
    await world.verify([first, second])
  })
})

interface RpcCall {
  readonly id: number
  readonly method: string
}

/** Answers as a balancer whose machines differ by a block: calls with a receipt among them reach the one that is behind. */
async function answerOfBalancer(body: string, askNewest: () => Promise<Response>): Promise<Response> {
  const calls = [JSON.parse(body) as RpcCall | RpcCall[]].flat()
  if (!calls.some(({ method }) => method === 'eth_getTransactionReceipt')) return askNewest()
  const error = { code: -32_000, message: 'header not found' }
  const answers = calls.map(({ id, method }) => ({
    ...{ jsonrpc: '2.0', id },
    ...(method === 'eth_getTransactionReceipt' ? { result: null } : { error }),
  }))
  return Response.json(body.startsWith('[') ? answers : answers[0])
}

describe.skipIf(isAnvilSkipped)('a nonce of the hot wallet', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  /** Spends a nonce without a token transfer: only the nonce of the wallet shows it. */
  const spendNonce = async () => {
    await network.anvil.call('anvil_impersonateAccount', [network.wallet])
    await network.anvil.call('eth_sendTransaction', [
      { from: network.wallet, to: network.wallet, value: '0x0' },
    ])
    await network.anvil.call('anvil_stopImpersonatingAccount', [network.wallet])
  }

  it('a nonce of the hot wallet that is in flight keeps a wallet that never signed here from signing until its block is recorded', async () => {
    const { store } = await openDatabase('sqlite')
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    await life.tick()
    await spendNonce()
    const waiting = await world.withdraw(life)
    await life.send().catch(() => undefined)
    expect(await world.signedFor(waiting.id)).toEqual([])
    await network.mine()
    await life.send().catch(() => undefined)
    expect(await world.signedFor(waiting.id)).toEqual([])
    const [done] = await world.finish(life, [waiting])
    expect(done?.status).toBe('COMPLETED')
  })

  it('a nonce of the hot wallet that is used elsewhere pauses the signer before it signs with the next', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    await spendNonce()
    const second = await world.withdraw(life)
    for (let ticks = 0; ticks < TICKS; ticks += 1) await life.tick()
    expect(await world.pausedFor()).toContain('another signer uses its key')
    expect(await world.signedFor(second.id)).toEqual([])
    await world.store.write((tx) => resumeSigner(tx, life.context, ERC20, MANDATE))
    await world.finish(life, [second])
    await world.verify([first, second])
  })

  it('a nonce of the hot wallet that another server of ours used meanwhile does not pause the signer', async () => {
    const world = await PayoutWorld.begin(network)
    const faster = await world.live()
    const before = await world.withdraw(faster)
    await world.finish(faster, [before])
    let isOvertaken = false
    const slower = await world.live({
      async fetch(input, init) {
        if (!isOvertaken && String(init?.body).includes('eth_getTransactionCount')) {
          isOvertaken = true
          for (let ticks = 0; ticks < TICKS; ticks += 1) await faster.tick()
        }
        return fetch(input, init)
      },
    })
    const both = [await world.withdraw(faster), await world.withdraw(faster)]
    for (let ticks = 0; ticks < TICKS; ticks += 1) await slower.tick().catch(() => undefined)
    expect(isOvertaken).toBe(true)
    expect(await world.pausedFor()).toBeUndefined()
    await world.finish(slower, both)
    await world.verify([before, ...both])
  })

  it('a payment that one machine behind the address of a node does not have yet does not pause the signer', async () => {
    const world = await PayoutWorld.begin(network)
    let isBehind = false
    const life = await world.live({
      fetch: (input, init) =>
        isBehind ? answerOfBalancer(String(init?.body), () => fetch(input, init)) : fetch(input, init),
    })
    const paid = await world.withdraw(life)
    while ((await world.read(paid.id)).status !== 'BROADCAST') await life.tick()
    await network.mine()
    await life.watch()
    isBehind = true
    for (let ticks = 0; ticks < TICKS; ticks += 1) await life.send().catch(() => undefined)
    expect(await world.pausedFor()).toBeUndefined()

    isBehind = false
    await world.finish(life, [paid])
    await world.verify([paid])
  })

  it('a nonce of the hot wallet that another transaction used pauses the signer, and fails the payment once it is resumed', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ fetch: new LossyNetwork().fetchOf(fetch) })
    const displaced = await world.withdraw(life)
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await life.tick()
      await network.mine()
    }
    expect((await world.read(displaced.id)).status).toBe('BROADCAST')
    await spendNonce()
    await network.mine()
    const next = await world.withdraw(life)
    await life.tick()
    expect(await world.pausedFor()).toContain('a transaction that we did not sign')
    expect(await world.signedFor(next.id)).toEqual([])

    await network.finalise()
    await life.tick()
    // The money stays reserved until a person has looked.
    expect((await world.read(displaced.id)).status).toBe('BROADCAST')
    await world.store.write((tx) => resumeSigner(tx, life.context, ERC20, MANDATE))
    const [failed] = await world.finish(life, [displaced])
    expect([failed?.status, failed?.failureCode]).toEqual(['FAILED', 'broadcast_rejected'])
    await world.finish(life, [next])
    expect(await world.pausedFor()).toBeUndefined()
    await world.verify([displaced, next])
  })
})
