import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxAddress } from '../../src/chain/sandbox/sandbox-addresses.js'
import type { Chain } from '../../src/domain/chain/chain.js'
import type { Sender } from '../../src/domain/chain/sender.js'
import { FollowedWorld } from '../support/chain/followed-world.js'
import { CannedForks } from '../support/forks/canned.js'
import { Dice } from '../support/ledger/dice.js'
import { sqliteLedger } from '../support/ledger/ledger-database.js'
import { violations } from '../support/ledger/oracle.js'
import { readRows } from '../support/ledger/rows.js'
import { temporaryFolder } from '../support/server/folder.js'

const PAID = 25_000_000n
/** Blocks of about twelve seconds; a payment is final after six. */
const WINDOW_MS = 10_000 * 12_000

/** A sender that signs nothing. */
const SENDER: Sender = {
  wallet: sandboxAddress('ERC20', 'hot-wallet'),
  head: async () => ({ number: 1, timeAt: 0 }),
  prepare: () => Promise.reject(new Error('nothing is signed here')),
  broadcast: () => Promise.reject(new Error('nothing is sent here')),
  track: async () => ({ kind: 'unknown' }),
}

/** An order of 25 USDT, and its network. */
async function begin() {
  const network = new CannedForks(1, new Dice(3))
  const database = await sqliteLedger(join(temporaryFolder(), 'books.db'))(() => undefined)
  const { id, clock } = network
  const open = async (): Promise<Chain> => ({ ...(await network.open()), sender: SENDER })
  const world = await FollowedWorld.open({ database, clock, id, windowMs: WINDOW_MS, open })
  const order = await world.order('25')
  const pay = (to = order.address.address) => network.extend(1, [[{ to, value: PAID }]])
  const count = async (table: string): Promise<number> => {
    const [row] = await world.rows<{ total: bigint }>(`SELECT COUNT(*) AS total FROM ${table}`)
    return Number(row?.total)
  }
  const found = async () => {
    const [row] = await world.rows('SELECT status, frozen_reason, received, credited FROM orders')
    return row
  }
  const expectProof = async () => {
    expect(await world.violations()).toEqual([])
    expect(violations(await readRows(database))).toEqual([])
  }
  return { network, world, pay, count, found, expectProof }
}

describe('a branch that takes a payment away', () => {
  it('posts nothing and sends no event while the payment is not final', async () => {
    const { network, world, pay, count, found, expectProof } = await begin()
    await pay()
    await world.tickUntilIdle()
    expect(await found()).toMatchObject({ status: 'CONFIRMING', received: 2_500_000_000n })
    network.replace(2)
    await world.tickUntilIdle()
    expect(await found()).toEqual({ status: 'OPEN', frozen_reason: null, received: 0n, credited: 0n })
    expect(await count('ledger_transactions')).toBe(0)
    expect(await count('webhook_events')).toBe(0)
    await expectProof()
  })

  it('reverses the credit, and puts the order under review', async () => {
    const { network, world, pay, found, expectProof } = await begin()
    await pay()
    await network.extend(8, [])
    await world.tickUntilIdle()
    expect(await found()).toMatchObject({ status: 'PAID', credited: 2_475_000_000n })
    network.replace(10)
    await world.tickUntilIdle()
    expect(await found()).toEqual({ status: 'FROZEN', frozen_reason: 'reorg', received: 0n, credited: 0n })
    const left = await world.rows('SELECT id FROM ledger_accounts WHERE balance <> 0')
    expect(left).toEqual([])
    await expectProof()
  })

  it('halts the network and its signer when it is deeper than the remembered blocks', async () => {
    const { network, world, pay, found, expectProof } = await begin()
    await pay()
    await network.extend(300, [])
    await world.tickUntilIdle()
    const before = await world.cursor()
    network.replace(290)
    await world.tick()
    const conditions = await world.rows<{ kind: string }>('SELECT kind FROM chain_conditions ORDER BY kind')
    expect(conditions.map(({ kind }) => kind)).toEqual(['halted', 'signer_paused'])
    await world.tickUntilIdle()
    expect(await world.cursor()).toEqual(before)
    expect(await found()).toMatchObject({ status: 'PAID', credited: 2_475_000_000n })
    await expect(world.order('25')).rejects.toThrow('no_available_address')
    await expectProof()
  })

  it('removes a transfer without an order from suspense', async () => {
    const { network, world, pay, expectProof } = await begin()
    // A payment from before the start would begin a recovery, which derives 10,000 addresses.
    await world.tickUntilIdle()
    await pay(world.chain.deriveAddress(7))
    await network.extend(8, [])
    await world.tickUntilIdle()
    const suspense = async () =>
      (
        await world.rows<{ balance: bigint }>(
          "SELECT balance FROM ledger_accounts WHERE code = 'suspense:ERC20'",
        )
      )[0]
    expect(await suspense()).toEqual({ balance: 2_500_000_000n })
    network.replace(10)
    await world.tickUntilIdle()
    expect(await suspense()).toEqual({ balance: 0n })
    await expectProof()
  })
})
