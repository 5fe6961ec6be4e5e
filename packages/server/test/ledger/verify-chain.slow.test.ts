import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import { checkCustody } from '../../src/workers/chain/custody-survey.js'
import { amount } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { commandBeside } from '../support/server/operator.js'
import { type Books, openBooks } from '../support/storage/engines.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { onPayoutPlaces } from '../support/withdrawals/payout-on-engines.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const MANDATE = { actor: 'operator', reason: 'it was there before' }
/** What the hot wallet has when a test begins, and no book says. */
const BEFORE = '100000000'
const TEN = 10_000_000n
const LOOKS = 6
const NOWHERE = 'http://127.0.0.1:9'

onPayoutPlaces('the custody', (place) => {
  const look = async (life: Life, looks = LOOKS) => {
    await place.look(life, looks)
    await life.tick()
  }
  /** What is wrong, in words. */
  const wrong = async ({ store }: Books, { chain }: Life) => {
    const checks = await checkCustody(store, chain, new AbortController().signal)
    expect(checks.map(({ check }) => check)).toEqual(['holding', 'custody'])
    return checks.flatMap(({ violations }) => violations.map(({ message }) => message))
  }

  it('is what its addresses hold, whatever is under way, and a missed payment is found', async () => {
    const books = await openBooks(place.engine)
    const { network } = place
    const world = await PayoutWorld.begin(network, books.store)
    const life = await world.live()
    await look(life, 1)
    expect(await wrong(books, life)).toEqual([
      `network test/${place.name}: custody is 0.00, must be 100000000.00`,
    ])
    const debit = platformAccount('test', `custody:${place.name}`)
    const credit = platformAccount('test', `operator:${place.name}`)
    const opening = { debit, credit, amount: amount(BEFORE) }
    await books.store.write((tx) => adjustLedger(tx, life.context, opening, MANDATE))
    expect(await wrong(books, life)).toEqual([])

    const first = await world.withdraw(life)
    await network.pay(network.controlAddress, TEN)
    for (let looks = 0; looks < LOOKS; looks += 1) {
      await look(life, 1)
      expect(await wrong(books, life)).toEqual([])
    }
    expect((await world.read(first.id)).status).toBe('COMPLETED')
    await network.spendOutside(network.newPayee(), TEN)
    await look(life)
    expect(await wrong(books, life)).toEqual([])

    const side = await books.side()
    await network.pay(network.controlAddress, TEN)
    await look(life, 2)
    const newest = '(SELECT MAX(block_number) FROM transfers)'
    await side.script(`UPDATE transfers SET orphaned_at = 1 WHERE block_number = ${newest}`)
    expect(await wrong(books, life)).toEqual([
      `address ${network.controlAddress} of test/${place.name}: the balance is 10.00 USDT higher than recorded`,
      expect.stringMatching(/^network test\/\w+: custody is \S+, must be \S+$/),
    ])
  }, 60_000)

  it('is proven by the command beside the running server, unless nobody can look', async () => {
    const books = await openBooks(place.engine)
    const { network } = place
    const world = await PayoutWorld.begin(network, books.store)
    await look(await world.live(), 1)
    const keyFile = join(temporaryFolder(), 'hot.key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const { location } = books
    const databaseEnv = {
      MERCHANTPAY_DATABASE_URL: location.engine === 'sqlite' ? `file:${location.file}` : location.url,
      MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const verify = (url: string) =>
      commandBeside(databaseEnv, ['ledger', 'verify', '--chain', '--json'], network.settings(url, keyFile))
    const found = await verify(network.url)
    expect(found.status).toBe(1)
    const { checks } = JSON.parse(found.stdout) as { checks: { check: string; ok: boolean }[] }
    // What another test paid to it is of another time, and on no book of this one.
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['holding', 'custody'])
    expect(await verify(NOWHERE)).toMatchObject({ status: 2, stdout: '' })
  }, 60_000)
})
