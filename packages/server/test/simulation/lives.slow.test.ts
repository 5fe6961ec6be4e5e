import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { bundleSimulation, runLife } from '../../../../stress/simulation/lives.js'
import { PLANTED } from '../../../../stress/simulation/planted.js'
import { shrink, turnsOf } from '../../../../stress/simulation/shrink.js'
// The setup of the test run provides `postgresUrl`.
import type {} from '../../../../test-support/databases/postgres.js'

/** Many lives on a busy core. */
const TIMEOUT_MS = 600_000
/** A violation of an order that a part has paid. */
const PAID_BY_PART = /paid short: PAID .*, not UNDERPAID/

describe('a simulated life', { timeout: TIMEOUT_MS }, () => {
  let bundle = ''
  beforeAll(async () => {
    bundle = await bundleSimulation()
  })
  // A worker of the test runner is ended without its `exit` event.
  afterAll(() => rmSync(dirname(bundle), { recursive: true }))

  it('of several servers on PostgreSQL has no violation', async () => {
    const life = await runLife(bundle, { seed: 1, days: 0.01, postgresUrl: inject('postgresUrl') })
    expect(life.violations).toEqual([])
    expect(life.orders).toBeGreaterThan(0)
  })

  it('has the same trace each time, also where commands of the operator make events', async () => {
    const options = { seed: 1, days: 1 / 24, pace: 6 }
    const [first, again] = await Promise.all([runLife(bundle, options), runLife(bundle, options)])
    expect(first.trace).toMatch(/^\d+ \w+$/)
    expect(again.trace).toBe(first.trace)
  })

  it('shows a planted fault with the same trace each time, and is reduced to the order that shows it', async () => {
    const planted = await bundleSimulation(PLANTED.find(({ name }) => name === 'a part pays the order'))
    const options = { seed: 15, days: 0.02, pace: 4 }
    const [first, again] = await Promise.all([runLife(planted, options), runLife(planted, options)])
    expect(again.trace).toBe(first.trace)
    const violations = first.violations.filter((violation) => PAID_BY_PART.test(violation))
    const failing = { options, life: { ...first, violations } }
    expect(failing.life.violations.join('\n')).toMatch(PAID_BY_PART)
    const { options: few, life } = await shrink(planted, failing)
    expect(turnsOf(failing).length).toBeGreaterThan(5)
    expect(few.only).toEqual([expect.stringMatching(/^sell (?:at a price )?\d+$/)])
    expect([life.orders, life.violations[0]]).toEqual([1, expect.stringMatching(PAID_BY_PART)])
  })
})
