import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { MerchantPay } from '../src/client.js'
import { REMEDIES } from '../src/generated/failures.gen.js'
import { OPERATIONS, type OperationId } from '../src/generated/operations.gen.js'
import type { Operation } from '../src/http/operation.js'
import { answer, scripted } from './support/fake.js'
import { CALLS } from './support/operations.js'

interface Written {
  readonly operationId: OperationId
  readonly 'x-retry': string
}
interface Contract {
  readonly paths: Record<string, Record<string, Written>>
  readonly webhooks: Record<string, unknown>
}

const path = new URL('../../../openapi/merchantpay.v1.yaml', import.meta.url)
const contract = parse(readFileSync(path, 'utf8')) as Contract // its own lint holds it in shape
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item))

/** The retry class that the tables amount to. */
function retryClassOf(operationId: OperationId): string {
  const { key, method, stream }: Operation = OPERATIONS[operationId]
  if (operationId in REMEDIES) return 'once'
  if (stream) return 'stream'
  if (key) return 'keyed'
  return method === 'GET' ? 'safe' : 'idempotent'
}

describe('every operation of the contract', () => {
  it.each(operations)('$operationId has a retry class', (written) => {
    expect(retryClassOf(written.operationId)).toBe(written['x-retry'])
  })

  it.each(Object.entries(OPERATIONS))('%s has a method that sends it', async (operationId, operation) => {
    const { mp, sent } = scripted([answer(200, operationId === 'listWebhooks' ? [] : {})])
    await callOf(operationId as OperationId)(mp) // the table has no other keys
    const { method, url } = sent[0] ?? {}
    const target = new RegExp(`^${operation.path.replaceAll(/\{.*?\}/g, '[a-z0-9]+')}$`)
    expect(method).toBe(operation.method)
    expect(new URL(url ?? '').pathname).toMatch(target)
  })
})

function callOf(operationId: OperationId): (mp: MerchantPay) => Promise<unknown> {
  const options = { maxConsecutiveFailures: 1 }
  const first = (stream: AsyncIterator<unknown>) => stream.next().catch(() => undefined)
  if (operationId === 'streamOrderEvents') return (mp) => first(mp.orders.stream('o1', options))
  if (operationId === 'streamTestDeliveries') return (mp) => first(mp.testHelpers.streamDeliveries(options))
  return CALLS[operationId]
}

describe('every event of the contract', () => {
  const index = readFileSync(new URL('../src/index.ts', import.meta.url), 'utf8')

  it.each(Object.entries(contract.webhooks))('%s has a type that a program can import', (_event, written) => {
    const [, schema] = /#\/components\/schemas\/(\w+)/.exec(JSON.stringify(written)) ?? []
    expect(index).toContain(`  ${schema},\n`)
  })
})

describe('the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (`[\w.]+`(?:, `[\w.]+`)*) \| repeated/gm)]
  const named = rows.flatMap(([, methods = '']) =>
    [...methods.matchAll(/[\w.]+\.\w+/g)].map(([method]) => method),
  )

  it('lists every method that changes something and is repeated', async () => {
    const repeated = Object.entries<Operation>(OPERATIONS).filter(([operationId, { method }]) => {
      return method !== 'GET' && !(operationId in REMEDIES)
    })
    const methods = repeated.map(
      ([operationId]) => /mp\.([\w.]+)\(/.exec(`${callOf(operationId as OperationId)}`)?.[1],
    )
    expect(named.toSorted()).toEqual(methods.toSorted())
  })
})
