import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Request, Response } from 'express'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../src/domain/errors.js'
import { type ContractServices, serveContract } from '../../src/http/contract.js'
import { loadContract, type Operation, OperationTable } from '../../src/http/operations.js'
import { createValidator, type Validate } from '../../src/http/validator.js'

/** Only what is looked at before the first request. */
const servicesWith = (contract: unknown) =>
  ({ contract, basePath: '', validateResponses: false }) as unknown as ContractServices

/** The contract that ships, but for one of its schemas. */
function contractWithout(name: string): unknown {
  const contract = structuredClone(loadContract().contract)
  const { [name]: found, ...schemas } = contract.components.schemas ?? {}
  expect(found).toBeDefined()
  return { ...contract, components: { ...contract.components, schemas } }
}

describe('a contract that cannot be served stops the start', () => {
  it('when a reference of a request leads nowhere', async () => {
    await expect(serveContract(servicesWith(contractWithout('CreateCustomAppOrder')))).rejects.toThrow(
      /does not compile/,
    )
  })

  it('when a pattern is no regular expression', async () => {
    const text = JSON.stringify(loadContract().contract)
    const broken: unknown = JSON.parse(text.replace('^mk_(live|test)_', '^mk_(live|test_'))
    await expect(serveContract(servicesWith(broken))).rejects.toThrow(/does not compile/)
  })

  it('when a schema of a JSON body has no such type', async () => {
    const broken = structuredClone(loadContract().contract) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    Object.assign(broken.components.schemas.CreateOrder?.properties ?? {}, { description: { type: 'text' } })
    await expect(serveContract(servicesWith(broken))).rejects.toThrow(/does not compile/)
  })

  it('and the contract that ships is served, whatever becomes of what only answers refer to', async () => {
    for (const contract of [loadContract().contract, contractWithout('Balance')])
      await expect(serveContract(servicesWith(contract))).resolves.toBeInstanceOf(Array)
  })
})

/** With faults of many kinds. */
const BODIES: readonly unknown[] = [
  {},
  [],
  null,
  'text',
  { amount: 25, currency: 'EUR', network: 'BTC', amount_mode: 'FREE', to_address: '', metadata: [] },
  { amount: '-1', url: 7, events: ['nothing'], name: 3, action: 'fly', email: 'nobody', network: null },
]
const QUERIES: readonly Record<string, string>[] = [
  {},
  { limit: '0', page: 'x', status: 'GONE' },
  { nothing: '1' },
]

describe('a request', () => {
  it('is refused alike whether answers are checked or not', async () => {
    const { contract } = loadContract()
    const operations = new OperationTable(contract).list()
    const validators = await Promise.all(
      [false, true].map((validateResponses) => createValidator(contract, operations, { validateResponses })),
    )
    const messages = new Set<string>()
    for (const operation of operations) {
      for (const [at, body] of BODIES.entries()) {
        const query = QUERIES[at % QUERIES.length] ?? {}
        const [lean, whole] = await Promise.all(
          validators.map((validate) => refusalOf(validate, operation, { body, query })),
        )
        expect([operation.id, body, query, lean]).toEqual([operation.id, body, query, whole])
        messages.add(lean ?? '')
      }
    }
    expect(messages.size).toBeGreaterThan(10)
  })
})

/** The message of the refusal; undefined where there is none. */
async function refusalOf(
  validate: Validate,
  operation: Operation,
  sent: { body: unknown; query: Record<string, string> },
): Promise<string | undefined> {
  const { method, path } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(names.map((name) => [name, 'no-such-thing']))
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
    // Express's own are these two with more methods, which no check calls.
    await validate({ operation, params }, request as unknown as Request, new ServerResponse(raw) as Response)
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
