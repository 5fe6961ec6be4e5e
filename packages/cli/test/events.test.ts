import { beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from './support/world.js'

const use = useWorld()

interface Listed {
  readonly cursor: string
  readonly payload: { readonly event: string }
}
const list = async (...args: readonly string[]): Promise<Listed[]> => {
  const { stdout } = await use.world.call(['events', 'list', '--json', ...args])
  return stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Listed)
}
const namesOf = (events: readonly Listed[]) => events.map(({ payload }) => payload.event)

// No endpoint: the list is the only place that has these events.
beforeAll(async () => {
  const { harness, merchant: keys } = use.world
  for (const action of ['expire', 'pay']) {
    const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' }
    const { json } = await harness.call('POST', '/v1/orders', { body: order, keys })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { body: { action }, keys })
    await harness.pass(10_000)
  }
})

describe('events', () => {
  it('are listed, oldest first', () =>
    use.world.golden('events-list', () => ['events', 'list', '--since', '9000d']))

  it('are found by type, after a cursor, and up to a number', async () => {
    const all = await list('--since', '9000d')
    expect(namesOf(all)).toEqual(['payment.expired', 'payment.confirmed'])
    expect(await list('--since', '9000d', '--type', 'payment.confirmed')).toEqual(all.slice(1))
    expect(await list('--after', all[0]?.cursor ?? '')).toEqual(all.slice(1))
    expect(await list('--since', '9000d', '--limit', '1')).toEqual(all.slice(0, 1))
  })

  it('are refused with a type that does not exist, and with both beginnings', async () => {
    const unknown = await use.world.call(['events', 'list', '--type', 'payment.lost'])
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('payment.lost is not an event'),
    ])
    const both = await use.world.call(['events', 'list', '--after', 'x', '--since', '1d'])
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('--since has no meaning with --after'),
    ])
  })
})
