import { describe, expect, it } from 'vitest'
import { COMPLETE_BLOCKS, planOf, readWhole } from '../support/trc20-completeness.js'

const SEED = 'completeness'
/** Of 96; the drill `trc20` does them all. */
const RUNS = [0, 41]

describe('a TRC20 network read from a node that is wrong once at every block', () => {
  it(`books and credits what a clean read does (seed ${SEED})`, async () => {
    const clean = await readWhole({ seed: SEED, blocks: COMPLETE_BLOCKS })
    expect(clean.booked.length).toBeGreaterThan(100)
    expect(clean).toMatchObject({ upTo: COMPLETE_BLOCKS + 1, faults: 0 })
    expect(clean.credited.length).toBe(clean.booked.length)
    for (const run of RUNS) {
      const faulty = await readWhole({ seed: SEED, blocks: COMPLETE_BLOCKS, faultAt: planOf(run) })
      expect(faulty.faults).toBeGreaterThan(COMPLETE_BLOCKS / 4)
      expect({ ...faulty, faults: 0 }).toEqual(clean)
    }
  })
})
