import { describe, expect, it } from 'vitest'
import { readWithFaults } from '../support/chain/completeness.js'
import { FAULTY_ETHEREUM } from '../support/chain/erc20-completeness.js'
import { FAULTY_TRON, FAULTY_TRON_BEHIND } from '../support/chain/trc20-completeness.js'

const SEED = 'completeness'
/** A run has each fault at some blocks; the stress test `completeness` has each at every block. */
const RUNS = [41]

describe('a network read from a node whose answers are wrong once per block', () => {
  it.each([
    ['ERC20', () => readWithFaults(FAULTY_ETHEREUM, SEED, RUNS)],
    ['TRC20', () => readWithFaults(FAULTY_TRON, SEED, RUNS)],
    ['TRC20, from behind', () => readWithFaults(FAULTY_TRON_BEHIND, SEED, RUNS)],
  ])(
    `has the same records and credits as a clean read: %s (seed ${SEED})`,
    async (_, read) => {
      expect(await read()).toMatchObject({ runs: RUNS.length })
    },
    60_000,
  )
})
