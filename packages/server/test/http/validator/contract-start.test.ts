import { describe, expect, it } from 'vitest'
import { renderChecks } from '../../../scripts/request-checks/render.js'
import { loadContract } from '../../../src/http/validator/contracts.js'
import { type Contract, OperationTable } from '../../../src/http/validator/operations.js'
import { createPartsValidator } from '../../../src/http/validator/validator.js'

/** The shipped contract with one changed schema. */
function contractWithout(name: string): Contract {
  const contract = structuredClone(loadContract().contract)
  const { [name]: found, ...schemas } = contract.components.schemas ?? {}
  expect(found).toBeDefined()
  return { ...contract, components: { ...contract.components, schemas } }
}

describe('a contract that cannot be served', () => {
  it('is not compiled when a reference of a request has no target', async () => {
    await expect(renderChecks(contractWithout('Metadata'))).rejects.toThrow(/does not compile/)
  })

  it('is not compiled when a pattern is not a regular expression', async () => {
    const text = JSON.stringify(loadContract().contract)
    const broken = JSON.parse(text.replace('^mk_(live|test)_', '^mk_(live|test_')) as Contract
    await expect(renderChecks(broken)).rejects.toThrow(/does not compile/)
  })

  it('is not compiled when a schema of a JSON body has an unknown type', async () => {
    const broken = structuredClone(loadContract().contract) as unknown as Contract & {
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    Object.assign(broken.components.schemas.CreateOrder?.properties ?? {}, { description: { type: 'text' } })
    await expect(renderChecks(broken)).rejects.toThrow(/does not compile/)
  })

  it('is compiled when only a reference of responses is broken', async () => {
    for (const contract of [loadContract().contract, contractWithout('Balance')])
      await expect(renderChecks(contract)).resolves.toContain('getBalance: {')
  })

  it('stops the start when an operation has no checks', () => {
    const { contract, checks } = loadContract()
    const { getBalance: _, ...others } = checks
    const operations = new OperationTable(contract).list()
    expect(() => createPartsValidator(contract, operations, others)).toThrow('getBalance has no checks')
  })
})
