import { afterAll, beforeAll, describe, it } from 'vitest'
import { ContractWorld } from '../../../../test-support/contract/contract-world.js'
import { operationsOf } from '../../../../test-support/contract/operations.js'
import { readContract } from '../../../../tools/contract/document.js'
import { useHarness } from '../support/server/harness.js'

const CASES = 10
const SEED = 1

describe('every operation answers as the contract says: valid requests, faulty ones and wrong signatures', () => {
  const shared = useHarness()
  let world: ContractWorld
  beforeAll(async () => {
    const { harness } = shared
    world = await ContractWorld.open({ url: harness.server.url, advance: () => harness.pass(5_000) })
  }, 240_000)
  afterAll(() => world.close())

  it.each(operationsOf(readContract('merchantpay.v1.yaml')).map((operation) => [operation.id, operation]))(
    '%s',
    async (_id, operation) => {
      await world.run(SEED, CASES, [operation])
    },
  )
})
