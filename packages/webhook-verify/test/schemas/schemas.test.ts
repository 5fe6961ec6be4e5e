import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { EVENT_EXAMPLES } from '../../src/generated/examples.gen.js'
import { webhookEventSchema } from '../../src/schemas.js'
import { fixtures } from '../../src/testing/index.node.js'

const paid = fixtures['payment.confirmed']
const failed = fixtures['withdrawal.failed']

describe('the schema of the events', () => {
  test('knows those of the contract, each with an example', () => {
    const names = webhookEventSchema.options.map(({ entries }) => entries.event.literal)
    expect(names).toEqual(Object.keys(EVENT_EXAMPLES))
  })

  test.each(Object.entries(fixtures))('accepts the fixture %s', (_, event) => {
    expect(v.safeParse(webhookEventSchema, event).issues).toBeUndefined()
  })

  test('accepts a withdrawal that failed after it was signed, for a reason that is new', () => {
    const data = { ...failed.data, status: 'FAILED', tx_hash: '9c1f0f3a', failure_code: 'node_lost' }
    expect(v.safeParse(webhookEventSchema, { ...failed, data }).issues).toBeUndefined()
  })

  test.each(Object.entries(fixtures))('accepts a new field and a new status of %s', (_, example) => {
    const event = {
      ...example,
      trace: 't1',
      data: { ...example.data, status: 'SETTLED', rail: { fast: true } },
    }
    expect(v.safeParse(webhookEventSchema, event)).toMatchObject({ success: true, output: event })
  })

  test.each<[string, unknown, string]>([
    ['an unknown event', { ...paid, event: 'order.archived' }, 'event'],
    ['an amount as number', { ...paid, data: { ...paid.data, order_amount: 25 } }, 'data.order_amount'],
    ['a hash that is left out', { ...failed, data: { ...failed.data, tx_hash: undefined } }, 'data.tx_hash'],
    ['no order id', { ...paid, data: { ...paid.data, order_id: undefined } }, 'data.order_id'],
  ])('refuses %s and names the path', (_, event, path) => {
    const { issues } = v.safeParse(webhookEventSchema, event)
    expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([path])
  })
})
