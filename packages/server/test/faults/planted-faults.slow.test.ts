import { describe, expect, it } from 'vitest'
import { EAGER, PLANTED_PAYOUTS } from '../support/crash/payout-places.js'
import { PLANTED, plant } from '../support/crash/planted.js'
import { temporaryFolder } from '../support/server/folder.js'

describe('the planted faults of the withdrawal stress test', () => {
  it.each(PLANTED_PAYOUTS)('can be planted: $name', ({ name, changes }) => {
    const both = { name, changes: [...EAGER.changes, ...changes] }
    expect(plant(both, temporaryFolder())).toEqual([expect.stringMatching(/cli\.js$/), 'serve'])
  })
})

describe('the planted faults of the crash stress test', () => {
  it.each(PLANTED.map((planted) => [planted.name, planted] as const))('can be planted: %s', (_, planted) => {
    expect(plant(planted, temporaryFolder())).toEqual([expect.stringMatching(/cli\.js$/), 'serve'])
  })
})
