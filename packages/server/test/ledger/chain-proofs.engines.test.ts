import { describe, expect, it } from 'vitest'
import { requestProofs } from '../../src/domain/ledger/chain-proofs.js'
import { chainProver } from '../../src/workers/ledger/chain-prover.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'

const MANDATE = { actor: 'ines (finance)', reason: 'the month ends' }
const LOG = { info: () => undefined, warn: () => undefined }
const signal = new AbortController().signal

/** A network on which 25 USDT of an order are confirmed. */
async function paidWorld(engine: Engine) {
  const database = await openDatabase(engine)
  const world = await ScriptedWorld.on(database.store)
  const order = await world.order()
  world.pass(BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', order.address.address, '25')] }))
  world.pass(DEPTH * BLOCK_MS)
  await world.watch()
  const { store, context, chain, id } = world
  return {
    ...{ database, world, order },
    request: () => store.write((tx) => requestProofs(tx, context, [id], MANDATE)),
    prove: (on = store, by = signal) => chainProver(on, context, chain, LOG).tick(by),
    proof: () => store.read((tx) => tx.chainProofs.find(id)),
    findings: () => store.read((tx) => tx.proofFindings.list('test/ERC20')),
  }
}

describe.each(ENGINES)('a proof of the custody that an operator asks for, on %s', (engine) => {
  it('keeps custody, balances, money in flight and the difference with its findings', async () => {
    const { world, order, request, prove, proof, findings } = await paidWorld(engine)
    expect([await prove(), await proof()]).toEqual([0, undefined])
    await request()
    expect(await prove()).toBe(1)
    const figures = { custody: amount('25'), balance: amount('25'), inFlight: 0n, difference: 0n }
    const { clock } = world
    expect(await proof()).toEqual({
      id: world.id,
      request: undefined,
      ended: { endedAt: clock.now(), endedBy: MANDATE.actor, tookMs: 0, fault: null },
      result: { ...figures, provenAt: clock.now(), violations: 0 },
    })

    const other = await world.order()
    world.pass(BLOCK_MS, (block) => ({
      transfers: [
        seen(block, 'payer', other.address.address, '10'),
        { ...seen(block, 'payer', order.address.address, '4'), isHidden: true },
      ],
    }))
    await world.watch()
    await request()
    await prove()
    expect((await proof())?.result).toEqual({
      ...{ provenAt: clock.now(), violations: 2 },
      ...{ custody: amount('25'), balance: amount('39'), inFlight: amount('10'), difference: amount('4') },
    })
    expect(await findings()).toEqual([
      {
        check: 'holding',
        id: order.address.address,
        message: `address ${order.address.address} of test/ERC20: the balance is 4.00 USDT higher than recorded`,
      },
      {
        check: 'custody',
        id: 'test/ERC20',
        message: 'network test/ERC20: custody is 25.00, must be 29.00',
      },
    ])
    // Tokens that a wallet held before it was watched are a difference, too.
    expect(await world.conditions()).not.toContain('signer_paused')
  })

  it('ends without a result while no node answers, and keeps the last one', async () => {
    const { world, request, prove, proof, findings } = await paidWorld(engine)
    await request()
    await prove()
    const before = (await proof())?.result
    world.chain.isOut = true
    await request()
    expect(await prove()).toBe(1)
    expect(await proof()).toMatchObject({ request: undefined, ended: { fault: 'no node answers' } })
    expect([(await proof())?.result, await findings()]).toEqual([before, []])
  })

  it('is one at a time, and begins again on the next server where one has died', async () => {
    const { database, world, request, prove, proof } = await paidWorld(engine)
    await request()
    await expect(request()).rejects.toThrow('is under way')
    const dying = new AbortController()
    const balanceAt = world.chain.balanceAt.bind(world.chain)
    world.chain.balanceAt = async () => {
      dying.abort()
      throw dying.signal.reason
    }
    await expect(prove(database.store, dying.signal)).rejects.toThrow()
    expect(await proof()).toMatchObject({ request: { requestedBy: MANDATE.actor }, ended: undefined })
    // The next server ends the proof while the first one, which only slept, is still at it.
    world.chain.balanceAt = async (address, at) => {
      world.chain.balanceAt = balanceAt
      world.clock.businessAt += 1
      await prove(engine === 'postgres' ? await database.another() : database.store)
      return balanceAt(address, at)
    }
    const before = world.clock.businessAt
    await prove()
    expect((await proof())?.ended).toMatchObject({ endedAt: before + 1, tookMs: 0 })
    await request()
  })

  it('makes the proof of the ledger due', async () => {
    const { world, request } = await paidWorld(engine)
    const { store, clock } = world
    const claim = { now: clock.now(), dueAt: clock.now() }
    expect(await store.write((tx) => tx.ledgerProofs.claim(claim))).toBe(true)
    const isRequested = () => store.read((tx) => tx.ledgerProofs.isRequested())
    expect(await isRequested()).toBe(false)
    await request()
    expect(await isRequested()).toBe(true)
    expect(await store.write((tx) => tx.ledgerProofs.claim({ ...claim, dueAt: 1 }))).toBe(true)
    expect(await isRequested()).toBe(false)
  })
})
