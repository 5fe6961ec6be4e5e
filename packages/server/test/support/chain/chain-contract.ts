import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import { usdt } from '../../../src/domain/shared/money.js'
import { ChainFollower } from './chain-follower.js'

/** A network that a test can pay on. */
export interface ChainStage {
  /** Opens the same network each time, as after a restart. */
  open(): Promise<Chain>
  /** Our addresses: those with an index below 20. */
  readonly watched: WatchedAddresses
  /** Sends `units` of 1e-6 USDT in the next block. */
  pay(to: string, units: bigint, cursor: { number: number; hash: string; timeAt: number }): Promise<void>
  /** Mines blocks. */
  advance(blocks: number): Promise<void>
  close(): Promise<void>
}

/** A network whose blocks can be replaced after they were reported. */
export interface ForkingStage extends ChainStage {
  /** Replaces the last blocks by others without their payments. */
  dropBlocks(count: number, follower: ChainFollower): Promise<void>
}

const UNIT = 100n
const signal = new AbortController().signal

/** Tests the contract of `Chain`, for any network. */
export function describeChain(name: string, start: () => Promise<ChainStage>): void {
  describe(`the chain contract of ${name}`, () => {
    let stage: ChainStage
    let chain: Chain
    let follower: ChainFollower
    let nextIndex = 1

    beforeAll(async () => {
      stage = await start()
    })
    afterAll(() => stage.close())
    beforeEach(async () => {
      chain = await stage.open()
      follower = await ChainFollower.begin(chain, stage.watched)
      await follower.catchUp()
    })

    /** Returns an address that was never paid. */
    const freshAddress = () => chain.deriveAddress(nextIndex++)

    async function payAndFollow(to: string, units: bigint) {
      await stage.pay(to, units, follower.cursor)
      await stage.advance(chain.depth + 1)
      await follower.catchUp()
      return follower.paid.filter((paid) => paid.to === to)
    }

    it('verifies its token', async () => {
      expect(await chain.verify(signal)).toMatchObject({ isTokenPaused: false, isTokenDeprecated: false })
      expect(chain.depth).toBeGreaterThanOrEqual(1)
    })

    it('starts at a block that it can continue from', async () => {
      const { number, hash, timeAt } = await chain.head(signal)
      expect(number).toBeGreaterThanOrEqual(0)
      expect(hash).not.toBe('')
      expect(timeAt).toBeGreaterThan(0)
    })

    it('is idle without new blocks', async () => {
      expect(await follower.step()).toMatchObject({ kind: 'idle' })
    })

    it('reports a payment once, with its block and amount', async () => {
      const before = follower.cursor
      const to = freshAddress()
      const [paid, ...more] = await payAndFollow(to, 12_345_678n)
      expect(more).toEqual([])
      expect(paid).toMatchObject({ to, value: usdt(12_345_678n * UNIT) })
      expect(paid?.block.number).toBeGreaterThan(before.number)
      expect(paid?.block.number).toBeLessThanOrEqual(follower.cursor.number)
      const reported = follower.steps.flatMap((step) => (step.kind === 'forward' ? step.transfers : []))
      const recorded = reported.filter(
        (each) => each.to === to && each.block.number <= follower.cursor.number,
      )
      expect(new Set(recorded.map(({ txHash, logIndex }) => `${txHash}/${logIndex}`)).size).toBe(1)
    })

    it('reports payments in the order of their blocks', async () => {
      const addresses = [freshAddress(), freshAddress(), freshAddress()]
      for (const to of addresses) {
        await stage.pay(to, 1_000_000n, follower.cursor)
        await stage.advance(1)
      }
      await stage.advance(chain.depth)
      await follower.catchUp()
      expect(follower.paid.map(({ to }) => to).filter((to) => addresses.includes(to))).toEqual(addresses)
    })

    it('reports the same to a chain that is opened anew for every step', async () => {
      const to = freshAddress()
      await stage.pay(to, 5n, follower.cursor)
      await stage.advance(chain.depth + 60)
      const other = await ChainFollower.begin(chain, stage.watched)
      other.cursor = follower.cursor
      other.ring = [...follower.ring]
      await follower.catchUp()
      for (let steps = 0; steps < 40 && other.cursor.number < follower.cursor.number; steps += 1) {
        other.chain = await stage.open()
        await other.step()
      }
      expect(other.cursor).toEqual(follower.cursor)
      expect(other.ring).toEqual(follower.ring)
      expect(other.paid).toEqual(follower.paid)
    })

    it('makes a transfer final at its depth', async () => {
      const paid = await payAndFollow(freshAddress(), 9_000_000n)
      expect(paid).toHaveLength(1)
      expect(await chain.checkFinality(paid, follower.cursor, signal)).toEqual(['final'])
    })

    it('reads the balance of an address', async () => {
      const to = freshAddress()
      expect(await chain.balanceAt(to, follower.cursor, signal)).toBe(usdt(0n))
      await payAndFollow(to, 3_000_000n)
      await payAndFollow(to, 4_500_000n)
      expect(await chain.balanceAt(to, follower.cursor, signal)).toBe(usdt(7_500_000n * UNIT))
    })

    it('rescans recorded blocks', async () => {
      const [paid] = await payAndFollow(freshAddress(), 2_000_000n)
      if (!paid) throw new Error('no transfer was reported')
      const { number } = paid.block
      const again = await chain.rescan({ from: number, to: number }, stage.watched, signal)
      expect(again.transfers).toEqual([paid])
      const before = await chain.rescan({ from: number - 1, to: number - 1 }, stage.watched, signal)
      expect(before.transfers.filter(({ to }) => to === paid.to)).toEqual([])
    })

    it('reports no transfers between strangers', async () => {
      const stranger = chain.deriveAddress(5_000)
      expect(await payAndFollow(stranger, 1_000_000n)).toEqual([])
    })

    it('derives a different address for each index, the same each time', async () => {
      const addresses = Array.from({ length: 50 }, (_, index) => chain.deriveAddress(index))
      expect(new Set(addresses).size).toBe(50)
      const again = await stage.open()
      expect(addresses.map((_, index) => again.deriveAddress(index))).toEqual(addresses)
      for (const address of addresses) expect(chain.parseDestination(address)).toBe(address)
    })

    it.each(['', 'x', '0x', `0x${'0'.repeat(40)}`, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TRX', '0X00'])(
      'accepts no withdrawal to "%s"',
      (text) => {
        expect(chain.parseDestination(text)).toBeUndefined()
      },
    )
  })
}

/** Tests the contract of a chain whose blocks can be replaced after they were reported. */
export function describeBranches(name: string, start: () => Promise<ForkingStage>): void {
  it(`${name} reports a reorg, and drops the transfers of the replaced blocks`, async () => {
    const stage = await start()
    onTestFinished(() => stage.close())
    const chain = await stage.open()
    const follower = await ChainFollower.begin(chain, stage.watched)
    const [kept, dropped] = [chain.deriveAddress(1), chain.deriveAddress(2)]
    await stage.pay(kept, 6_000_000n, follower.cursor)
    await stage.advance(chain.depth + 1)
    await follower.catchUp()
    await stage.pay(dropped, 8_000_000n, follower.cursor)
    await stage.advance(2)
    await follower.catchUp()
    expect(follower.paid.map(({ to }) => to)).toContain(dropped)
    const before = follower.cursor
    await stage.dropBlocks(2, follower)
    expect(await follower.step()).toMatchObject({ kind: 'rewind', to: { number: before.number } })
    expect(follower.cursor.hash).not.toBe(before.hash)
    const left = follower.paid.map(({ to }) => to)
    expect(left).toContain(kept)
    expect(left).not.toContain(dropped)
    await stage.advance(1)
    expect(await follower.step()).toMatchObject({ kind: 'forward' })
  })
}
