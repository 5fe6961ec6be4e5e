import { describe, expect, it } from 'vitest'
import { type ContractServices, serveContract } from '../../src/http/contract.js'
import { loadContract } from '../../src/http/operations.js'

/** Only what is looked at before the first request. */
const servicesWith = (contract: unknown) =>
  ({ contract, basePath: '', validateResponses: false }) as unknown as ContractServices

describe('a contract that cannot be served stops the start', () => {
  it('when a reference leads nowhere', async () => {
    const broken = structuredClone(loadContract().contract) as unknown as {
      components: { schemas: Record<string, unknown> }
    }
    delete broken.components.schemas.Currency
    await expect(serveContract(servicesWith(broken))).rejects.toThrow()
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

  it('and the contract that ships is served', async () => {
    await expect(serveContract(servicesWith(loadContract().contract))).resolves.toBeInstanceOf(Array)
  })
})
