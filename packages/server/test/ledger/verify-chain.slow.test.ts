import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import { checkCustody } from '../../src/workers/chain/custody-survey.js'
import { amount } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { commandBeside } from '../support/server/operator.js'
import { openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { describePayouts } from '../support/withdrawals/payout-setup.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const MANDATE = { actor: 'operator', reason: 'opening balance' }
/** Balance of the hot wallet when a test begins; no ledger transaction explains it. */
const BEFORE = '100000000'
const TEN = 10_000_000n
const TICKS = 6
const NOWHERE = 'http://127.0.0.1:9'

describePayouts('the custody', (setup) => {
  const tick = async (life: Life, ticks = TICKS) => {
    await setup.tick(life, ticks)
    await life.tick()
  }
  /** Messages of the custody violations. */
  const wrong = async ({ store }: TestDatabase, { chain }: Life) => {
    const { checks } = await checkCustody(store, chain, new AbortController().signal)
    expect(checks.map(({ check }) => check)).toEqual(['holding', 'custody'])
    return checks.flatMap(({ violations }) => violations.map(({ message }) => message))
  }

  it('equals the balances of its addresses at any time, and a missed payment is found', async () => {
    const database = await openDatabase(setup.engine)
    const { network } = setup
    const world = await PayoutWorld.begin(network, database.store)
    const life = await world.live()
    await tick(life, 1)
    expect(await wrong(database, life)).toEqual([
      `network test/${setup.name}: custody is 0.00, must be 100000000.00`,
    ])
    const debit = platformAccount('test', `custody:${setup.name}`)
    const credit = platformAccount('test', `operator:${setup.name}`)
    const opening = { debit, credit, amount: amount(BEFORE) }
    await database.store.write((tx) => adjustLedger(tx, life.context, opening, MANDATE))
    expect(await wrong(database, life)).toEqual([])

    const first = await world.withdraw(life)
    await network.pay(network.controlAddress, TEN)
    for (let ticks = 0; ticks < TICKS; ticks += 1) {
      await tick(life, 1)
      expect(await wrong(database, life)).toEqual([])
    }
    expect((await world.read(first.id)).status).toBe('COMPLETED')
    await network.spendOutside(network.newPayee(), TEN)
    await tick(life)
    expect(await wrong(database, life)).toEqual([])

    const side = await database.side()
    await network.pay(network.controlAddress, TEN)
    await tick(life, 2)
    const newest = '(SELECT MAX(block_number) FROM transfers)'
    await side.script(`UPDATE transfers SET orphaned_at = 1 WHERE block_number = ${newest}`)
    expect(await wrong(database, life)).toEqual([
      `address ${network.controlAddress} of test/${setup.name}: the balance is 10.00 USDT higher than recorded`,
      expect.stringMatching(/^network test\/\w+: custody is \S+, must be \S+$/),
    ])
  }, 60_000)

  it('is verified by the command while the server runs, and exits 2 where no node answers', async () => {
    const database = await openDatabase(setup.engine)
    const { network } = setup
    const world = await PayoutWorld.begin(network, database.store)
    await tick(await world.live(), 1)
    const keyFile = join(temporaryFolder(), 'hot.key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const { location } = database
    const databaseEnv = {
      MERCHANTPAY_DATABASE_URL: location.engine === 'sqlite' ? `file:${location.file}` : location.url,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const verify = (url: string) =>
      commandBeside(databaseEnv, ['ledger', 'verify', '--chain', '--json'], network.settings(url, keyFile))
    const found = await verify(network.url)
    expect(found.status).toBe(1)
    const { checks } = JSON.parse(found.stdout) as { checks: { check: string; ok: boolean }[] }
    // The hot wallet also holds payments of other tests, which are not in this ledger.
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['holding', 'custody'])
    const { environment, network: name } = { environment: 'test', network: setup.name } as const
    const proof = () => database.store.read((tx) => tx.chainProofs.find({ environment, network: name }))
    const { result } = (await proof()) ?? {}
    expect(result?.difference).not.toBe(0n)
    expect(result?.balance).toBe(
      (result?.custody ?? 0n) + (result?.inFlight ?? 0n) + (result?.difference ?? 0n),
    )
    expect(await verify(NOWHERE)).toMatchObject({ status: 2, stdout: '' })
    // Without an answer the last result stays.
    expect(await proof()).toMatchObject({
      result,
      ended: { endedBy: 'ledger verify --chain', fault: expect.any(String) },
    })
  }, 60_000)
})
