import { describe, expect, it, onTestFinished } from 'vitest'
import { beginAnew } from '../../src/domain/anchors.js'
import type { SeenTransfer } from '../../src/domain/chains.js'
import { anchorAt } from '../../src/workers/anchoring.js'
import { DEPTH, seen } from '../support/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/scripted-world.js'
import { amount } from '../support/unit-context.js'

const MANDATE = { actor: 'ada', reason: 'both nodes agree' }

async function begin(environment: 'live' | 'test'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin({ environment })
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

describe('an anchor of live money', () => {
  it('waits until the nodes are where the books were, and takes back nothing that they have again then', async () => {
    const world = await begin('live')
    const { id, address } = await world.order()
    world.pass(MINUTE)
    await world.watch()
    const anchor = (await world.chain.head()).number
    world.pass(MINUTE)
    let payment: SeenTransfer | undefined
    world.pass(MINUTE + DEPTH * BLOCK_MS, (block) => {
      payment = seen(block, 'payer', address.address, '25')
      return { transfers: [payment] }
    })
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
    const booked = (await world.chain.head()).number

    // A node that is behind: it has not come to the payment's block yet.
    world.chain.forkAfter(anchor)
    world.jump(BLOCK_MS)
    const options = { ...world, number: anchor, mandate: MANDATE }
    const goOn = () => anchorAt(options, new AbortController().signal)
    await expect(goOn()).rejects.toThrow(
      `the nodes are at block ${anchor + 1}, and the books at ${booked}: nobody can tell yet what is gone`,
    )
    expect((await world.get(id)).status).toBe('PAID')
    world.jump(BLOCK_MS, (block) => ({ transfers: payment ? [{ ...payment, block }] : [] }))
    world.pass((booked - anchor) * BLOCK_MS)
    await goOn()
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
    expect(await world.conditions()).toEqual(['signer_paused'])
  })
})

describe('a test network that begins anew', () => {
  it('drops what was not booked for good, and nothing that was booked after it', async () => {
    const world = await begin('test')
    const [loose, late, paid] = [await world.order(), await world.order(), await world.order()]
    const neverFinal = new Set<string>()
    const { settle } = world.chain
    world.chain.settle = async (transfers) => {
      const told = await settle.call(world.chain, transfers)
      return transfers.map(({ txHash }, at) => (neverFinal.has(txHash) ? 'wait' : (told[at] ?? 'wait')))
    }
    const waiting = (block: Parameters<typeof seen>[0], to: string) => {
      const transfer = seen(block, 'payer', to, '25')
      neverFinal.add(transfer.txHash)
      return transfer
    }
    world.pass(MINUTE, (block) => ({
      transfers: [waiting(block, loose.address.address), waiting(block, late.address.address)],
    }))
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', paid.address.address, '25')] }))
    world.pass(30 * MINUTE)
    // Late: it waits as long as what came in time does.
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', late.address.address, '25')] }))
    await world.watch()
    const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
    if (!cursor) throw new Error('the network has no cursor')

    const to = { number: 7, hash: 'of another network', timeAt: cursor.block.timeAt }
    await world.store.write((tx) => beginAnew(tx, world.context, world.chain, cursor, to))
    expect(await world.get(paid.id)).toMatchObject({ status: 'PAID', confirmed: amount('25') })
    expect(await world.get(loose.id)).toMatchObject({ status: 'OPEN', received: 0n })
    expect(await world.get(late.id)).toMatchObject({ status: 'OPEN', received: 0n })
    expect(await world.balance('custody')).toBe('25.00')
  })
})
