import { describe, expect, it } from 'vitest'
import { explainEmpty, explainTransfer, type TransferBearer } from '../../src/domain/recovery/explanations.js'
import { finishRecovery, listOpenPoints, listUnknownNonces } from '../../src/domain/recovery/open-points.js'
import { readStatus } from '../../src/domain/recovery/recovery-status.js'
import { approveWithdrawal, rejectWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { seen, WALLET } from '../support/chain/scripted-chain.js'
import { BLOCK_MS } from '../support/chain/scripted-world.js'
import { MANDATE, RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES, type Engine } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const OPERATOR: TransferBearer = { kind: 'operator' }
const bearer = (id: string): TransferBearer => ({ kind: 'merchant', id })

const explain = ({ world, write }: RecoveryWorld, txHash: string, by: TransferBearer, logIndex?: number) =>
  write((tx) =>
    explainTransfer(tx, world.context, { id: world.id, named: { txHash, logIndex }, bearer: by }, MANDATE),
  )

const operator = ({ world }: RecoveryWorld) => world.balance('operator')

/** A world in which the hot wallet paid 100 USDT that no withdrawal knows. */
async function begin(engine: Engine): Promise<{ world: RecoveryWorld; txHash: string }> {
  const world = await RecoveryWorld.begin(engine)
  await world.write((tx) => tx.merchants.insert(merchant('poor')))
  const txHash = world.pay()
  await world.confirm()
  return { world, txHash }
}

describe.each(ENGINES)('a payment whose withdrawal is unknown, on %s', (engine) => {
  it('is borne by its merchant, once', async () => {
    const { world, txHash } = await begin(engine)
    await explain(world, txHash, bearer('shop'))
    expect(await world.balances()).toMatchObject({
      available: '900.00',
      suspense: '0.00',
      custody: '4900.00',
    })
    await expect(explain(world, txHash, bearer('shop'))).rejects.toThrow('it is a payment of merchant shop')
    await expect(explain(world, txHash, OPERATOR)).rejects.toThrow('is explained already')
    expect(await world.violated()).toEqual([])
  })

  it.each([
    ['its merchant', bearer('shop')],
    ['the operator', OPERATOR],
  ])(
    'holds the same withdrawal for a day if %s bears it, since the lost call may be repeated',
    async (_, by) => {
      const { world, txHash } = await begin(engine)
      await explain(world, txHash, by)
      expect(await world.withdraw()).toMatchObject({ status: 'REVIEW', reviewReason: 'possible_duplicate' })
      expect((await world.withdraw({ usdt: '101' })).reviewReason).not.toBe('possible_duplicate')
      world.world.clock.businessAt += 24 * 3_600_000 + 1
      expect((await world.withdraw()).reviewReason).not.toBe('possible_duplicate')
    },
  )

  it('is borne as far as the balance goes; the rest is collected later', async () => {
    const { world, txHash } = await begin(engine)
    await world.fund('poor', '30')
    expect(await explain(world, txHash, bearer('poor'))).toMatchObject({
      paid: 3_000_000_000n,
      shortfall: 7_000_000_000n,
    })
    expect(await world.balances('poor')).toMatchObject({
      available: '0.00',
      shortfall: '0.00',
      suspense: '-70.00',
    })
    await expect(explain(world, txHash, bearer('poor'))).rejects.toThrow('has no available balance')
    await expect(explain(world, txHash, bearer('shop'))).rejects.toThrow('is explained already')
    const { short } = await world.world.store.read((tx) => readStatus(tx, [world.world.id]))
    expect(short).toMatchObject([{ explanation: { subject: 'poor', shortfall: 7_000_000_000n } }])
    for (const usdt of ['20', '500']) {
      await world.fund('poor', usdt)
      await explain(world, txHash, bearer('poor'))
    }
    expect(await world.balances('poor')).toMatchObject({ available: '450.00', suspense: '0.00' })
    expect(await world.violated()).toEqual([])
  })

  it('waits while the balance is on hold for a withdrawal that may repeat the lost one', async () => {
    const { world, txHash } = await begin(engine)
    await world.fund('poor', '130')
    const repeated = await world.withdraw({ merchantId: 'poor', usdt: '90', to: 'another' })
    await expect(explain(world, txHash, bearer('poor'))).rejects.toThrow(
      `the balance of merchant poor is too small, and its withdrawal ${repeated.id} waits`,
    )
    expect((await world.balances()).suspense).toBe('-100.00')
    await world.write((tx) => rejectWithdrawal(tx, world.world.context, repeated.id, MANDATE))
    expect(await explain(world, txHash, bearer('poor'))).toMatchObject({ shortfall: 0n })
    expect(await world.violated()).toEqual([])
  })

  it('is borne by the operator, like a sweep', async () => {
    const { world, txHash } = await begin(engine)
    const before = await operator(world)
    await explain(world, txHash, OPERATOR)
    expect([before, await operator(world)]).toEqual(['-5000.00', '-4900.00'])
    expect((await world.balances()).suspense).toBe('0.00')
    expect(await world.violated()).toEqual([])
  })

  it('is not explained while a withdrawal waits that it may have paid, unless a person approved that', async () => {
    const world = await RecoveryWorld.begin(engine)
    const { id } = await world.withdraw()
    const txHash = world.pay()
    await world.confirm()
    await expect(explain(world, txHash, OPERATOR)).rejects.toThrow(`withdrawal ${id} waits`)
    const { version } = await world.get(id)
    await world.write((tx) => approveWithdrawal(tx, world.world.context, { id, version }, MANDATE))
    await explain(world, txHash, OPERATOR)
    expect(await world.violated()).toEqual([])
  })

  it('is named with its log index when its transaction made several', async () => {
    const world = await RecoveryWorld.begin(engine)
    world.world.pass(BLOCK_MS, (block) => ({
      outgoing: [0, 1].map((logIndex) => ({
        ...seen(block, WALLET, `payee ${logIndex}`, '10'),
        ...{ txHash: 'tx-both', logIndex },
      })),
    }))
    await world.confirm()
    await expect(explain(world, 'tx-both', OPERATOR)).rejects.toThrow('name one of tx-both/0, tx-both/1')
    await explain(world, 'tx-both', OPERATOR, 1)
    await explain(world, 'tx-both', OPERATOR)
    await expect(explain(world, 'tx-both', OPERATOR)).rejects.toThrow('is explained already')
    expect(await world.violated()).toEqual([])
  })

  it('is refused for a merchant that does not exist, and before it is final', async () => {
    const { world, txHash } = await begin(engine)
    await expect(explain(world, txHash, bearer('none'))).rejects.toThrow('there is no merchant none')
    const fresh = world.pay({ usdt: '7' })
    await world.watch()
    await expect(explain(world, fresh, OPERATOR)).rejects.toThrow('is not final yet')
  })
})

describe.each(ENGINES)('the finish of a recovery, on %s', (engine) => {
  const finish = ({ world, write }: RecoveryWorld) =>
    write((tx) => finishRecovery(tx, world.context, [world.id], MANDATE))
  const points = ({ world }: RecoveryWorld) =>
    world.store.read(async (tx) => {
      const recovery = await tx.recoveries.findOpen()
      return recovery ? (await listOpenPoints(tx, recovery, [world.id])).map(({ message }) => message) : []
    })

  it('is refused while a transfer is unexplained, or blocks are not recorded', async () => {
    const world = await RecoveryWorld.begin(engine)
    await expect(finish(world)).rejects.toThrow('the database is not recovering')
    const txHash = world.pay()
    world.world.clock.businessAt += 60_000
    await world.begun()
    await world.confirm()
    expect(await points(world)).toEqual([
      expect.stringContaining(`${txHash}/0 of 100.00 USDT to payee is unexplained`),
    ])
    await expect(finish(world)).rejects.toThrow('unexplained')
    await explain(world, txHash, OPERATOR)
    expect(await points(world)).toEqual([])
    await finish(world)
    expect(await world.world.store.read((tx) => tx.recoveries.findOpen())).toBeUndefined()
    expect(
      await world.world.store.read((tx) => tx.audit.list({ subject: 'database', limit: 5 })),
    ).toMatchObject([{ action: 'restore finish' }, { action: 'restore begin' }])
  })

  it('waits for the blocks until the recovery began', async () => {
    const world = await RecoveryWorld.begin(engine)
    world.world.clock.businessAt += 60_000
    await world.begun()
    expect(await points(world)).toEqual([
      expect.stringMatching(/^recorded up to .+; blocks until .+ are needed$/),
    ])
    world.world.jump(1)
    await world.watch()
    expect(await points(world)).toEqual([])
  })

  it('is shown with what waits, and the withdrawal that a transfer may have paid', async () => {
    const world = await RecoveryWorld.begin(engine)
    const { id } = await world.withdraw()
    await world.begun()
    const txHash = world.pay()
    world.pay({ usdt: '5' })
    await world.watch()
    const status = await world.world.store.read((tx) => readStatus(tx, [world.world.id]))
    expect(status).toMatchObject({
      recovery: { cause: 'restore' },
      unexplained: [{ transfer: { txHash }, withdrawal: { id } }, { transfer: { value: 500_000_000n } }],
      duplicates: [{ withdrawal: { id }, paidBy: { txHash } }],
      unsigned: [{ pending: 0, inReview: 1 }],
    })
  })

  it('knows the nonces that were signed here or are explained, and no others', async () => {
    const { world } = await begin(engine)
    const { store, context, id } = world.world
    const wallet = { ...id, wallet: WALLET }
    const unknown = async (count: number) =>
      (await store.read((tx) => listUnknownNonces(tx, wallet, count))).map(({ message }) =>
        Number(/nonce (\d+)/.exec(message)?.[1]),
      )
    // A wallet that never signed here may have a history of its own.
    expect(await unknown(9)).toEqual([])
    const { id: withdrawalId } = await world.withdraw()
    await world.write((tx) =>
      tx.signedTransactions.insert({
        ...{ ...wallet, txHash: 'signed', withdrawalId, kind: 'payment', nonce: 4, raw: '' },
        ...{ expiresAt: null, createdAt: 1 },
      }),
    )
    expect(await unknown(5)).toEqual([])
    expect(await unknown(8)).toEqual([5, 6, 7])
    const empty = (nonce: number, blockNumber = 1) =>
      world.write((tx) =>
        explainEmpty(
          tx,
          context,
          { id, txHash: `void-${nonce}`, sent: { wallet: WALLET, nonce, blockNumber } },
          MANDATE,
        ),
      )
    await empty(6)
    expect(await unknown(8)).toEqual([5, 7])
    await expect(empty(6)).rejects.toThrow('it moved no USDT')
    await expect(empty(5, 1_000_000)).rejects.toThrow('is not recorded yet')
    // The next signature continues after the explained nonces.
    await empty(7)
    expect(await store.read((tx) => tx.signedTransactions.nextNonce(wallet))).toBe(8)
  })

  it('lists the nonces after an explained one of a wallet that never signed here, as its next signature would find them', async () => {
    const { world } = await begin(engine)
    const { store, context, id } = world.world
    const wallet = { ...id, wallet: WALLET }
    const sent = { wallet: WALLET, nonce: 1, blockNumber: 1 }
    await world.write((tx) => explainEmpty(tx, context, { id, txHash: 'void', sent }, MANDATE))
    expect(await store.read((tx) => tx.signedTransactions.nextNonce(wallet))).toBe(2)
    const points = await store.read((tx) => listUnknownNonces(tx, wallet, 4))
    expect(points.map(({ message }) => /nonce \d+/.exec(message)?.[0])).toEqual(['nonce 2', 'nonce 3'])
  })
})
