import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../src/domain/shared/errors.js'
import { type ContractServices, serveContract } from '../../../src/http/validator/contract.js'
import { loadContract, type Operation, OperationTable } from '../../../src/http/validator/operations.js'
import { createValidator, type Validate } from '../../../src/http/validator/validator.js'

/** Only the options that are used before the first request. */
const servicesWith = (contract: unknown) =>
  ({ contract, basePath: '', validateResponses: false }) as unknown as ContractServices

/** The shipped contract with one changed schema. */
function contractWithout(name: string): unknown {
  const contract = structuredClone(loadContract().contract)
  const { [name]: found, ...schemas } = contract.components.schemas ?? {}
  expect(found).toBeDefined()
  return { ...contract, components: { ...contract.components, schemas } }
}

describe('a contract that cannot be served stops the start', () => {
  it('when a reference of a request has no target', async () => {
    await expect(serveContract(servicesWith(contractWithout('CreateCustomAppOrder')))).rejects.toThrow(
      /the contract has no .*CreateCustomAppOrder/,
    )
  })

  it('when a pattern is not a regular expression', async () => {
    const text = JSON.stringify(loadContract().contract)
    const broken: unknown = JSON.parse(text.replace('^mk_(live|test)_', '^mk_(live|test_'))
    await expect(serveContract(servicesWith(broken))).rejects.toThrow(/does not compile/)
  })

  it('when a schema of a JSON body has an unknown type', async () => {
    const broken = structuredClone(loadContract().contract) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    Object.assign(broken.components.schemas.CreateOrder?.properties ?? {}, { description: { type: 'text' } })
    await expect(serveContract(servicesWith(broken))).rejects.toThrow(/does not compile/)
  })

  it('but not when only a reference of responses is broken', async () => {
    for (const contract of [loadContract().contract, contractWithout('Balance')])
      await expect(serveContract(servicesWith(contract))).resolves.toBeInstanceOf(Array)
  })
})

/** Valid bodies of operations. */
const TAKEN: readonly Readonly<Record<string, unknown>>[] = [
  { amount: '25.00', currency: 'USDT', network: 'TRC20', tolerance_percent: 0.01, metadata: { cart: 'A-1' } },
  { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT', return_url: 'https://shop.example/thanks' },
  { amount_mode: 'CUSTOM', currency: 'USDT', description: 'A gift' },
  { amount: '10.00', currency: 'USDT', network: 'ERC20', destination_address: `0x${'ab'.repeat(20)}` },
  { name: 'Ada', email: 'ada@shop.example', platform_user_id: 'ada-1' },
  { name: 'server', environment: 'test' },
  { url: 'https://shop.example/webhooks', events: ['payment.confirmed'] },
  { action: 'pay' },
]
const WRONG: readonly unknown[] = [null, 7, '', 'nothing', [], {}]
/** The valid bodies, the same with each property missing or wrong, and bodies with faults of many kinds. */
const BODIES: readonly unknown[] = [
  ...TAKEN.flatMap((body) => [
    body,
    ...Object.keys(body).flatMap((name) =>
      [undefined, ...WRONG].map((value) => JSON.parse(JSON.stringify({ ...body, [name]: value })) as unknown),
    ),
  ]),
  {},
  [],
  null,
  'text',
  { amount: 25, currency: 'EUR', network: 'BTC', amount_mode: 'FREE', to_address: '', metadata: [] },
  { amount: '-1', url: 7, events: ['nothing'], name: 3, action: 'fly', email: 'nobody', network: null },
]
const QUERIES: readonly Record<string, string>[] = [
  { limit: '0', page: 'x', status: 'GONE' },
  { nothing: '1' },
  { network: 'TRC20', amount: '20.00' },
]

const UUID = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
const HEX = UUID.replaceAll('-', '')
const idIn = (path: string) => (path.includes('/webhooks/') ? `wh_${HEX}` : UUID)
/** Valid and invalid path parameters. */
const paramsOf = (path: string) => [
  { id: idIn(path), delivery_id: `wd_${HEX}`, key_id: `mk_test_${'a'.repeat(24)}` },
  { id: 'no-such-thing', delivery_id: 'no-such-thing', key_id: 'no-such-thing' },
]

describe('a request', () => {
  it('is refused alike with and without validation of responses', async () => {
    const { contract } = loadContract()
    const operations = new OperationTable(contract).list()
    const validators = await Promise.all(
      [false, true].map((validateResponses) => createValidator(contract, operations, { validateResponses })),
    )
    const messages = new Set<string>()
    const accepting = new Set<string>()
    for (const operation of operations) {
      const bodies = operation.body ? BODIES : [undefined]
      const all = [
        ...bodies.map((body) => ({ body, query: {} })),
        ...QUERIES.map((query) => ({ body: bodies[0], query })),
      ]
      for (const request of all) {
        for (const params of paramsOf(operation.path)) {
          const sent = { ...request, params }
          const [lean, whole] = await Promise.all(
            validators.map((validate) => refusalOf(validate, operation, sent)),
          )
          expect([operation.id, sent, lean]).toEqual([operation.id, sent, whole])
          if (lean === undefined) accepting.add(operation.id)
          else messages.add(lean)
        }
      }
    }
    expect(messages.size).toBeGreaterThan(10)
    expect(operations.filter(({ id }) => !accepting.has(id)).map(({ id }) => id)).toEqual([])
  })
})

/** Returns the message of the refusal, or undefined if there is none. */
async function refusalOf(
  validate: Validate,
  operation: Operation,
  { params: all, ...sent }: { body: unknown; query: Record<string, string>; params: Record<string, string> },
): Promise<string | undefined> {
  const { method, path } = operation
  const params = Object.fromEntries(Object.entries(all).filter(([name]) => path.includes(`{${name}}`)))
  const raw = new IncomingMessage(new Socket())
  const originalUrl = `${path}?${new URLSearchParams(sent.query)}`
  const request = Object.assign(raw, {
    method,
    path,
    originalUrl,
    headers: {},
    params,
    ...structuredClone(sent),
  })
  try {
    // Express adds methods to these two, which no check calls.
    await validate({ operation, params }, request as unknown as Request, new ServerResponse(raw) as Response)
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
