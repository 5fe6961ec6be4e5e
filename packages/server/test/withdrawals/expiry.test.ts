import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fetch } from '../../src/chain/nodes/node-http.js'
import { beginRecovery } from '../../src/domain/recovery/recoveries.js'
import { IN_FLIGHT_MS } from '../../src/domain/recovery/recovery.js'
import { FaultySigner, remoteKeyFor } from '../support/withdrawals/faulty-signer.js'
import { broadcastIn, LossyNetwork } from '../support/withdrawals/payout-faults.js'
import { startTronPayouts, type TronPayouts } from '../support/withdrawals/payout-tron.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const LIFE_MS = 600_000
/** How long after its expiry a node may still have it in a block that other nodes have not seen. */
const MARGIN_MS = 60_000
const TICKS = 8
/** The same node, by another provider. */
const SECOND = 'http://second.example'
const UNITS = 10_000_000n

describe('a payment on TRON that is in no block', () => {
  let network: TronPayouts
  beforeAll(async () => {
    network = await startTronPayouts()
    // The chain begins behind the clock.
    await network.pass(0)
  }, 60_000)
  afterAll(() => network.stop())

  const urls = () => [network.url, SECOND]
  /** Reaches both providers. @param lost whether a broadcast never arrives */
  const fetchOf =
    (lost: (bytes: string) => boolean = () => false): Fetch =>
    async (url, init) => {
      const broadcast = broadcastIn(String(url), String(init?.body))
      if (broadcast && lost(broadcast.bytes)) return Response.json(broadcast.accepted)
      return fetch(String(url).replace(SECOND, network.url), init)
    }
  /** Loses the first transactions that are sent. */
  const losing = (count: number): Fetch => {
    const lost = new Set<string>()
    return fetchOf((bytes) => {
      if (lost.size < count) lost.add(bytes)
      return lost.has(bytes)
    })
  }
  const tick = async (life: Life, ticks = TICKS) => {
    for (let done = 0; done < ticks; done += 1) {
      await life.tick().catch(() => undefined) // a node refuses what has expired
      await network.mine()
    }
  }
  /** Lets every payment so far expire. */
  const expire = () => network.pass(LIFE_MS + 2 * MARGIN_MS)
  const versionsOf = (world: PayoutWorld, id: string) =>
    world.store.read((tx) => tx.signedTransactions.findVersions(id))

  it('fails a minute after it expires, not before, and its amount is released', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ fetch: new LossyNetwork().fetchOf(fetch) })
    const { id } = await world.withdraw(life)
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await life.tick()
      await network.mine()
    }
    expect((await world.read(id)).status).toBe('BROADCAST')
    await network.pass(LIFE_MS)
    const [payment] = await world.signedFor(id)
    await life.tick()
    expect(network.clock.now()).toBeGreaterThan(payment?.expiresAt ?? Number.POSITIVE_INFINITY)
    expect((await world.read(id)).status).toBe('BROADCAST')
    await network.pass(MARGIN_MS)
    await life.tick()
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', failureCode: 'expired_unbroadcast' })
    await world.verify([{ id }])
  }, 60_000)

  it('is signed again where two providers agree, and completes once', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ urls: urls(), fetch: losing(1) })
    const { id } = await world.withdraw(life)
    await tick(life)
    const [first] = await world.signedFor(id)
    expect(await world.read(id)).toMatchObject({ status: 'BROADCAST', txHash: first?.txHash })
    await expire()
    await tick(life)
    const versions = await versionsOf(world, id)
    expect(versions?.others.map(({ txHash }) => txHash)).toEqual([first?.txHash])
    expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', txHash: versions?.payment.txHash })
    await world.verify([{ id }])
  }, 60_000)

  it('waits while the remote signer does not sign it again, and says so', async () => {
    const signer = await FaultySigner.start()
    const world = await PayoutWorld.begin(network)
    const key = remoteKeyFor(network, { url: signer.url })
    const life = await world.live({ urls: urls(), fetch: losing(1), signer: key })
    const { id } = await world.withdraw(life)
    await tick(life)
    await expire()
    signer.fault = 'another key'
    await tick(life)
    const waiting = await versionsOf(world, id)
    expect(waiting).toMatchObject({ others: [], payment: { waitsFor: 'signer_unavailable' } })
    expect((await world.read(id)).status).toBe('BROADCAST')
    signer.fault = undefined
    await network.pass(2 * MARGIN_MS)
    await tick(life)
    expect((await versionsOf(world, id))?.others).toHaveLength(1)
    await world.finish(life, [{ id }])
    await world.verify([{ id }])
  }, 60_000)

  it('is signed three times at most, and then fails', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ urls: urls(), fetch: losing(9) })
    const { id } = await world.withdraw(life)
    for (let lives = 0; lives < 4; lives += 1) {
      await tick(life)
      await expire()
    }
    await tick(life, 2)
    expect((await versionsOf(world, id))?.others).toHaveLength(2)
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', failureCode: 'expired_unbroadcast' })
    await world.verify([{ id }])
  }, 60_000)

  it('is neither failed nor signed while the database is recovering', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ urls: urls(), fetch: losing(1) })
    const { id } = await world.withdraw(life)
    await tick(life)
    await world.store.write((tx) =>
      beginRecovery(tx, life.context, {
        ...{ cause: 'mark', reason: 'a test', backupAt: null, chains: [], skip: 0, actor: 'operator' },
      }),
    )
    await expire()
    await tick(life)
    expect((await world.read(id)).status).toBe('BROADCAST')
    expect((await versionsOf(world, id))?.others).toEqual([])
    await world.store.write((tx) => tx.recoveries.finish(network.clock.now()))
    // Payments from before the recovery must be in the recorded blocks first.
    await network.pass(IN_FLIGHT_MS)
    await world.finish(life, [{ id }])
    await world.verify([{ id }])
  }, 60_000)

  it('is completed by a transfer of its wallet with its amount that was not signed here', async () => {
    const world = await PayoutWorld.begin(network)
    const life = await world.live({ urls: urls(), fetch: losing(9) })
    const { id, destinationAddress } = await world.withdraw(life)
    await tick(life)
    await network.spendOutside(destinationAddress, UNITS)
    await expire()
    await tick(life)
    const [payout] = (await network.payouts()).filter(({ to }) => to === destinationAddress)
    expect(await world.read(id)).toMatchObject({ status: 'COMPLETED', txHash: payout?.txHash })
    expect(await world.pausedFor()).toContain('was not signed by this server')
    await world.verify([{ id }])
  }, 60_000)

  it('is not given back where a recorded block has it, though no node does any more', async () => {
    const world = await PayoutWorld.begin(network)
    const known = fetchOf()
    let isForgotten = true
    const fetch: Fetch = async (url, init) => {
      const isAsked = String(url).endsWith('/gettransactioninfobyid')
      return isForgotten && isAsked ? Response.json({}) : known(url, init)
    }
    const life = await world.live({ urls: urls(), fetch })
    const { id, destinationAddress } = await world.withdraw(life)
    await tick(life)
    expect((await network.payouts()).filter(({ to }) => to === destinationAddress)).toHaveLength(1)
    await expire()
    await tick(life)
    expect((await world.read(id)).status).toBe('BROADCAST')
    isForgotten = false
    await tick(life)
    expect((await world.read(id)).status).toBe('COMPLETED')
    await world.verify([{ id }])
  }, 60_000)
})
