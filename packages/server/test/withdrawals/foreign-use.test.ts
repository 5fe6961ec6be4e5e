import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resumeSigner } from '../../src/domain/signer.js'
import { isAnvilSkipped } from '../support/anvil.js'
import { openFile, openOn, sideOf } from '../support/books.js'
import { temporaryFolder } from '../support/folder.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/payout-ethereum.js'
import { LossyNetwork } from '../support/payout-faults.js'
import { type Life, PayoutWorld } from '../support/payout-world.js'

const ERC20 = { environment: 'test', network: 'ERC20' } as const
const MANDATE = { actor: 'operator', reason: 'it was me' }
const FEW = 3

describe.skipIf(isAnvilSkipped)('a hot wallet whose key is used elsewhere too', () => {
  let network: EthereumPayouts
  beforeAll(async () => {
    network = await startEthereumPayouts()
  }, 60_000)
  afterAll(() => network.stop())

  const paidTo = async (to: string) => (await network.payouts()).filter((payout) => payout.to === to).length

  async function idle(life: Life): Promise<void> {
    for (let ticks = 0; ticks < FEW; ticks += 1) {
      await life.tick().catch(() => undefined)
      await network.mine()
    }
  }

  async function begin() {
    const world = await PayoutWorld.begin(network)
    const life = await world.live()
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    return { world, life, first }
  }

  it('signs no more once a nonce was used outside, until the operator lets it go on', async () => {
    const { world, life, first } = await begin()
    const elsewhere = network.newPayee()
    await network.spendOutside(elsewhere, 5n)
    const second = await world.withdraw(life)
    await idle(life)
    expect(await world.pausedFor()).toContain('somebody else signs for it too')
    expect(await world.signedFor(second.id)).toEqual([])

    await world.store.write((tx) => resumeSigner(tx, life.context, ERC20, MANDATE))
    const [done] = await world.finish(life, [second])
    expect(done?.status).toBe('COMPLETED')
    expect(await world.pausedFor()).toBeUndefined()
    await world.prove([first, second])
  })

  it('signs no second payment once another transaction took the place of the first', async () => {
    const { world } = await begin()
    const lossy = new LossyNetwork()
    const life = await world.live({ fetch: lossy.fetchOf(fetch) })
    const displaced = await world.withdraw(life)
    await idle(life)
    expect((await world.read(displaced.id)).status).toBe('BROADCAST')
    await network.spendOutside(network.newPayee(), 5n)
    await network.mine()
    const next = await world.withdraw(life)
    await idle(life)
    expect(await world.pausedFor()).toContain('we did not sign')
    expect(await world.signedFor(next.id)).toEqual([])

    await network.finalise()
    const [failed] = await world.finish(life, [displaced])
    expect([failed?.status, failed?.failureCode]).toEqual(['FAILED', 'broadcast_rejected'])
    await world.store.write((tx) => resumeSigner(tx, life.context, ERC20, MANDATE))
    const [done] = await world.finish(life, [next])
    expect(done?.status).toBe('COMPLETED')
    await world.prove([displaced, next])
  })

  it('pays nothing twice with books of an hour ago', async () => {
    const { store, file } = await openFile()
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    const pending = await world.withdraw(life)
    const backup = join(temporaryFolder(), 'backup.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${backup}'`)
    await world.finish(life, [pending])
    expect(await paidTo(pending.destinationAddress)).toBe(1)

    const restored = world.with(await openOn({ engine: 'sqlite', file: backup }))
    const again = await restored.live()
    expect((await restored.read(pending.id)).status).toBe('PENDING')
    await idle(again)
    expect(await restored.pausedFor()).toBeDefined()
    expect(await restored.signedFor(pending.id)).toEqual([])
    expect(await paidTo(pending.destinationAddress)).toBe(1)
  })
})
