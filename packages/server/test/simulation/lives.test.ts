import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleSimulation, runLife } from '../../../../stress/simulation/lives.js'

/** A life takes a few seconds of an idle core. */
const TIMEOUT_MS = 600_000
/** As much happens in an hour as in a quarter of a usual day, and then everything may end. */
const PART_OF_A_DAY = { days: 1 / 24, pace: 6 }
/** Ethereum with BNB Smart Chain, TRON, and BNB Smart Chain. */
const SEEDS = [5, 6, 1]

let bundle = ''
beforeAll(async () => {
  bundle = await bundleSimulation()
})
// A worker of the test runner is ended without its `exit` event.
afterAll(() => rmSync(dirname(bundle), { recursive: true }))

it.each(SEEDS)(
  'a simulated life of seed %s has no violation',
  async (seed) => {
    const { violations, faults, orders } = await runLife(bundle, { seed, ...PART_OF_A_DAY })
    expect(violations).toEqual([])
    expect(orders).toBeGreaterThan(15)
    expect(faults.kill).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
