import { describe, expect, it } from 'vitest'
import { judgeExpired } from '../../src/domain/recovery/expired-payments.js'
import { addVersion } from '../../src/domain/withdrawals/payment-versions.js'
import type { Withdrawal } from '../../src/domain/withdrawals/withdrawal.js'
import { ENGINES } from '../support/storage/engines.js'
import { begin, ID, tick, withdraw } from '../support/withdrawals/scripted-sender.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const AFTER = 100

describe.each(ENGINES)('an expired payment, on %s', (engine) => {
  async function beginExpired() {
    const world = await begin(engine)
    const [{ id, amount }] = (await withdraw(world)) as [Withdrawal]
    await tick(world)
    const read = () =>
      world.store.read(async (tx) => {
        const withdrawal = await tx.withdrawals.find(id)
        const versions = await tx.signedTransactions.findVersions(id)
        if (!withdrawal || !versions) throw new Error('nothing is signed')
        return { withdrawal, versions }
      })
    const judge = async () => {
      const expired = await read()
      return world.store.read((tx) => judgeExpired(tx, expired))
    }
    const note = (txHash: string, afterBlock = AFTER) =>
      world.store.write((tx) => tx.paymentSightings.insert({ txHash, afterBlock }))
    const add = (txHash: string) =>
      world.store.write(async (tx) => {
        const withdrawal = await tx.withdrawals.lock(id)
        if (!withdrawal) throw new Error('no such withdrawal')
        const about = { withdrawalId: id, kind: 'payment', createdAt: 1, expiresAt: 2, nonce: 1 } as const
        await addVersion(tx, world.context, withdrawal, {
          ...ID,
          ...about,
          txHash,
          raw: '',
          wallet: 'T-wallet',
        })
      })
    const transfer = (block: number, changes: { value?: bigint; from?: string } = {}) =>
      world.store.write((tx) =>
        tx.treasuryTransfers.insert({
          ...{ ...ID, txHash: `transfer-${block}`, logIndex: 0, incarnation: 1, kind: 'outgoing' },
          ...{ from: 'T-wallet', to: PAYEE.TRC20, value: amount, dueBlock: block, ignoredReason: null },
          ...{ block: { number: block, hash: `block-${block}`, timeAt: 1 } },
          ...{ confirmedAt: null, orphanedAt: null },
          ...(changes as object),
        }),
      )
    return { world, judge, note, add, transfer }
  }

  it('is signed again where no recorded block has it', async () => {
    const { judge, note } = await beginExpired()
    await note('hash-1')
    expect(await judge()).toBe('renew')
  })

  it('fails where its sighting was never noted: a server of an earlier version signed it', async () => {
    expect(await (await beginExpired()).judge()).toBe('fail')
  })

  it('neither fails nor is signed where a recorded block has any version of it', async () => {
    const { world, judge, note, add } = await beginExpired()
    await note('hash-1')
    await add('hash-2')
    expect(await judge()).toBe('fail')
    await note('hash-2')
    expect(await judge()).toBe('renew')
    await world.store.write((tx) => tx.paymentSightings.noteSeen('hash-1', AFTER + 1))
    expect(await judge()).toBe('seen')
  })

  it('is signed three times at most', async () => {
    const { judge, note, add } = await beginExpired()
    for (const hash of ['hash-1', 'hash-2', 'hash-3']) {
      await note(hash)
      if (hash !== 'hash-1') await add(hash)
    }
    expect(await judge()).toBe('fail')
  })

  it('fails after a transfer of its amount from its wallet to its destination, but not for an earlier one', async () => {
    const { judge, note, transfer } = await beginExpired()
    await note('hash-1')
    await transfer(AFTER)
    await transfer(AFTER + 1, { from: 'T-other' })
    await transfer(AFTER + 2, { value: 1n })
    expect(await judge()).toBe('renew')
    await transfer(AFTER + 3)
    expect(await judge()).toBe('fail')
  })
})
