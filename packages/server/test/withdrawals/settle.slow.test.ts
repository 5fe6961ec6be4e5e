import { expect, it } from 'vitest'
import { resumeSigner } from '../../src/domain/chain/signer.js'
import { merchantBalances, platformBalance } from '../../src/domain/ledger/ledger.js'
import { settleWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { amount } from '../support/domain/context.js'
import { expectBalanced } from '../support/ledger/balance-assertions.js'
import { runCommand } from '../support/server/operator.js'
import { openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { describePayouts } from '../support/withdrawals/payout-setup.js'
import { PayoutWorld, SCOPE } from '../support/withdrawals/payout-world.js'

const MANDATE = { actor: 'operator', reason: 'asked the payee' }
/** Required by the commands, which decrypt nothing here. */
const MASTER_KEY = Buffer.alloc(32, 1).toString('base64')

describePayouts('a payment that moved another amount', (setup) => {
  /** Runs a command of the operator. */
  function command({ location }: TestDatabase, verb: string, ...args: string[]) {
    const url = location.engine === 'sqlite' ? `file:${location.file}` : location.url
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: url, MERCHANTPAY_MASTER_KEY: MASTER_KEY }
    return runCommand({ databaseEnv }, ['withdrawals', verb, ...args])
  }

  it('waits for the operator to decide whether it is paid, and the ledger has what left', async () => {
    const database = await openDatabase(setup.engine)
    const { network } = setup
    const world = await PayoutWorld.begin(network, database.store)
    const balances = () =>
      database.store.read(async (tx) => ({
        ...(await merchantBalances(tx, SCOPE)),
        custody: await platformBalance(tx, 'test', `custody:${setup.name}`),
        suspense: await platformBalance(tx, 'test', `suspense:${setup.name}`),
      }))
    const life = await world.live()
    // On TRON a transfer to an address that never held the token would take more energy than the fee limit allows.
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    const to = first.destinationAddress
    const before = await balances()
    const settle = (id: string, isPaid: boolean) =>
      database.store.write((tx) => settleWithdrawal(tx, life.context, { id, isPaid }, MANDATE))
    const good = await world.withdraw(life, { to })
    const lost = await world.withdraw(life, { to })
    await life.tick()
    expect([(await world.read(good.id)).status, (await world.read(lost.id)).status]).toEqual([
      'PROCESSING',
      'PROCESSING',
    ])
    await expect(settle(good.id, true)).rejects.toThrow('is PROCESSING, not BROADCAST')
    // From now on the token keeps a thousandth of each transfer.
    await network.setFee(10n)
    await life.tick()
    expect((await world.read(good.id)).status).toBe('BROADCAST')
    await expect(settle(good.id, true)).rejects.toThrow('has no known deviation')
    await setup.tick(life)
    expect(await world.pausedFor()).toMatch(
      /^withdrawal \S+: its transaction moved 10\.00 USDT, and 9\.99 of it to its destination$/,
    )
    const shown = command(database, 'show', good.id, '--json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'BROADCAST', moved_instead: '10.00' })

    expect(command(database, 'settle', good.id, '--as', 'paid', '--reason', MANDATE.reason)).toMatchObject({
      status: 0,
      stdout: `withdrawal ${good.id} is COMPLETED; 10.00 USDT left the hot wallet\n`,
    })
    await settle(lost.id, false)
    await expect(settle(lost.id, false)).rejects.toThrow('is FAILED, not BROADCAST')
    expect(await world.read(lost.id)).toMatchObject({ status: 'FAILED', failureCode: 'reverted' })
    await expectBalanced(database.store)
    const cost = good.amount + good.fee
    expect(await balances()).toEqual({
      ...before,
      available: before.available - cost,
      custody: before.custody - amount('20'),
      suspense: -amount('10'),
    })
    const { rows } = await database.side()
    const audited = await rows(
      `SELECT subject FROM audit_entries WHERE action = 'withdrawals settle' ORDER BY subject`,
    )
    expect(audited).toEqual([{ subject: good.id }, { subject: lost.id }])

    // The decision does not resume the signer.
    await network.setFee(0n)
    const next = await world.withdraw(life)
    await setup.tick(life)
    expect(await world.signedFor(next.id)).toEqual([])
    const id = { environment: 'test', network: setup.name } as const
    await database.store.write((tx) => resumeSigner(tx, life.context, id, MANDATE))
    await world.finish(life, [next])
    await expectBalanced(database.store)
  }, 60_000)
})
