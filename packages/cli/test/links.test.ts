import { beforeEach, describe, expect, it } from 'vitest'
import { useRates } from '../../server/test/support/rates/rates.js'
import { openOn } from '../../server/test/support/storage/engines.js'
import { useWorld } from './support/world.js'

const use = useWorld()
beforeEach(() => use.world.changeMerchant())

const CREATE = ['links', 'create', '--amount', '25.00', '--description', 'Two tickets']

/** Creates a link. @returns its id */
async function linkOf(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await use.world.call([...CREATE, ...args, '--json'])
  expect([code, stderr]).toEqual([0, ''])
  return (JSON.parse(stdout) as { id: string }).id
}

describe('links', () => {
  it('creates a link', () => use.world.golden('links-create', () => CREATE))

  it('creates a link for many payments of amounts that the payers choose', async () => {
    const args = ['links', 'create', '--min', '20', '--many', '--networks', 'TRC20', '--json']
    const { code, stdout } = await use.world.call(args)
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { amount_mode: 'CUSTOM', min_amount: '20.00', uses: 'MANY', networks: ['TRC20'] },
    ])
  })

  it('creates a link with a price', async () => {
    const { harness } = use.world
    await useRates(await openOn(harness.database), harness.clock, { EUR: '1.0834' })
    const args = ['links', 'create', '--price', '49.90 EUR', '--json']
    const { code, stdout, stderr } = await use.world.call(args)
    expect(stderr).toBe('')
    const price = { amount: '49.90', currency: 'EUR' }
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { amount_mode: 'FIXED', price }])
  })

  it('lists links', async () => {
    await linkOf('--many')
    await use.world.golden('links-list', () => ['links', 'list', '--status', 'OPEN'])
  })

  it('shows a link with the order that trigger paid', async () => {
    const id = await linkOf()
    const args = ['trigger', 'payment.confirmed', '--link', id, '--json']
    const { code, stderr } = await use.world.callWhileTimePasses(args)
    expect([code, stderr]).toEqual([0, ''])
    await use.world.golden('links-show', () => ['links', 'show', id])
    expect((await use.world.call(['links', 'show', id])).stdout).toMatch(/^status +PAID$/m)
    const again = await use.world.callWhileTimePasses(['links', 'close', id])
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('payment link closed')])
  })

  it('closes a link', () => use.world.golden('links-close', async () => ['links', 'close', await linkOf()]))

  it.each([
    [['--amount', '25', '--min', '20'], 2, '--min and --max are for links whose payer chooses'],
    [['--amount', '25', '--price', '49.90 EUR'], 2, '--amount and --price exclude each other'],
    [['--price', '49.90 XTS'], 1, 'unsupported price currency'],
    [['--networks', 'BTC'], 2, '--networks takes TRC20, ERC20, BEP20, not BTC'],
    [['--amount', '5'], 1, 'invalid amount'],
    [['--expires-at', '2016-01-01T00:00:00Z'], 1, 'invalid expires at'],
  ])('refuses %s', async (args, code, message) => {
    const called = await use.world.call(['links', 'create', ...args])
    expect([called.code, called.stdout]).toEqual([code, ''])
    expect(called.stderr).toContain(message)
  })
})
