import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { verifyWebhook } from '../src/index.node.js'
import { webhookEventSchema, webhookEventSchemas } from '../src/schemas.js'
import { headerOf, NOW, SECRET, T } from './support.js'

interface Fixture {
  event: string
  timestamp: string
  data: Record<string, unknown>
}

const contract = parse(readFileSync(new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url), 'utf8'))
const examples: [string, Fixture][] = Object.values(contract.components.schemas)
  .map((schema) => (schema as { example?: Fixture }).example) // the contract's own examples of whole events
  .filter((example): example is Fixture => typeof example?.event === 'string' && 'data' in example)
  .filter((example) => example.event in contract.webhooks)
  .map((example) => [example.event, example])

const paid = examples.find(([event]) => event === 'payment.confirmed')?.[1] as Fixture // asserted to exist below
const failed = examples.find(([event]) => event === 'withdrawal.failed')?.[1] as Fixture // asserted to exist below

describe('70 the schemas of the events', () => {
  test('are those of the contract, each with an example', () => {
    const events = Object.keys(contract.webhooks)
    expect(Object.keys(webhookEventSchemas)).toEqual(events)
    expect(new Set(examples.map(([event]) => event))).toEqual(new Set(events))
  })

  test.each(examples)('accept the example of %s, and verify knows it', (_, event) => {
    expect(v.safeParse(webhookEventSchema, event).issues).toBeUndefined()
    const body = JSON.stringify(event)
    expect(verifyWebhook({ body, headers: headerOf(T, body), secrets: SECRET, receivedAt: NOW }).known).toBe(
      true,
    )
  })

  test('accept the app-only form and money that came after the expiry', () => {
    const { network: _, ...data } = paid.data
    const event = { ...paid, data: { ...data, status: 'EXPIRED_PAID', transactions: [] } }
    expect(v.safeParse(webhookEventSchema, event).issues).toBeUndefined()
  })

  test('accept a withdrawal that failed after it was signed, for a reason that is new', () => {
    const data = { ...failed.data, status: 'FAILED', tx_hash: '9c1f0f3a', failure_code: 'node_lost' }
    expect(v.safeParse(webhookEventSchema, { ...failed, data }).issues).toBeUndefined()
  })

  test.each(examples)('accept a new field and a new status of %s', (_, example) => {
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
  ])('refuse %s and tell the path', (_, event, path) => {
    const { issues } = v.safeParse(webhookEventSchema, event)
    expect(issues?.map((issue) => v.getDotPath(issue))).toEqual([path])
  })
})
