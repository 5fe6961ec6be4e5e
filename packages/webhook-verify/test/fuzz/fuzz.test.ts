import { describe, test } from 'vitest'
import { expectFlippedRefused, FLIPPED, PROPERTIES, SIGNED_BITS } from './properties.js'

const seed = 20_260_101
const RUNS = 2000
const { [FLIPPED]: _, ...drawn } = PROPERTIES

describe('for any input, on both builds', () => {
  test.each(Object.entries(drawn))('%s', (_, hold) => hold(RUNS, seed))

  test(FLIPPED, async () => {
    for (let bit = 0; bit < SIGNED_BITS; bit += 1) await expectFlippedRefused(bit)
  })
})
