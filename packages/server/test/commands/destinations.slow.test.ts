import { describe, expect, it, onTestFinished } from 'vitest'
import { documentsOf, runCommand } from '../support/server/operator.js'
import { migratedLocation, sideOf } from '../support/storage/engines.js'
import { LiveShop } from '../support/withdrawals/live-shop.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const LOWER = PAYEE.ERC20.toLowerCase()

async function open() {
  const database = await migratedLocation('sqlite')
  if (database.engine !== 'sqlite') throw new Error('asked for a file')
  const shop = await LiveShop.open(database)
  onTestFinished(() => shop.close())
  await shop.fund('100')
  const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${database.file}` }
  const run = (...args: string[]) => runCommand({ databaseEnv }, args)
  return { shop, run, side: await sideOf(database) }
}

describe('destinations', () => {
  it('list shows them with the time from which they are usable, and delete takes one off, audited', async () => {
    const { shop, run, side } = await open()
    const { json: listed } = await shop.list('ERC20', LOWER)
    const args = ['destinations', 'list', '--environment', 'live', '--merchant', shop.merchantId]
    expect(documentsOf(run(...args, '--json'))).toEqual([
      {
        ...{ id: listed.id, environment: 'live', merchant_id: shop.merchantId, network: 'ERC20' },
        ...{ address: PAYEE.ERC20, created_at: listed.created_at, usable_at: listed.usable_at },
        label: 'Treasury',
      },
    ])
    expect(run('destinations', 'list', '--environment', 'test').stdout).toBe('none\n')
    expect(run('destinations', 'delete', listed.id).status).toBe(2)
    const { status, stdout } = run('destinations', 'delete', listed.id, '--reason', 'not theirs')
    expect([status, stdout]).toEqual([
      0,
      `${PAYEE.ERC20} was removed from the list of merchant ${shop.merchantId}; earlier withdrawals to it do not change\n`,
    ])
    expect(run('destinations', 'delete', listed.id, '--reason', 'again').stderr).toBe(
      `there is no destination ${listed.id}\n`,
    )
    expect(run(...args).stdout).toBe('none\n')
    const [entry] = await side.rows<{ action: string; details: string }>(
      `SELECT action, details FROM audit_entries WHERE subject = '${listed.id}'`,
    )
    expect([entry?.action, JSON.parse(entry?.details ?? '')]).toMatchObject([
      'destinations delete',
      { reason: 'not theirs', merchant: shop.merchantId, address: PAYEE.ERC20 },
    ])
  })

  it('have their age beside each withdrawal, however its address is spelled', async () => {
    const { shop, run } = await open()
    const { json: listed } = await shop.list('ERC20', PAYEE.ERC20)
    const { json: known } = await shop.withdraw('ERC20', LOWER)
    const { json: unknown } = await shop.withdraw('TRC20', PAYEE.TRC20)
    const reviewed = { review_reason: 'new_destination' }
    expect(documentsOf(run('withdrawals', 'list', '--status', 'REVIEW', '--json'))).toMatchObject([
      { id: unknown.id, ...reviewed, destination_added_at: null },
      { id: known.id, ...reviewed, destination_added_at: listed.created_at },
    ])
    expect(documentsOf(run('withdrawals', 'show', known.id, '--json'))).toMatchObject([
      { ...reviewed, destination_address: LOWER, destination_added_at: listed.created_at },
    ])
  })
})
