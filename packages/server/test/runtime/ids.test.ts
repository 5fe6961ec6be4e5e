import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/runtime/clock.js'
import { systemIds } from '../../src/runtime/ids.js'
import { handClock } from '../support/domain/context.js'

/** Not a power of two, so that some bytes are drawn again. */
const ALPHABET = '0123456789abc'
const DRAWN = 130_000
const HOUR_MS = 3_600_000

const ids = systemIds(systemClock)

describe('a random name', () => {
  it('has the requested length', () => {
    expect([0, 1, 22, 9_000].map((length) => ids.random(ALPHABET, length).length)).toEqual([0, 1, 22, 9_000])
  })

  it('uses each character of the alphabet about equally often, and no other', () => {
    const counts = new Map<string, number>()
    for (const drawn of ids.random(ALPHABET, DRAWN)) counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
    expect([...counts.keys()].sort().join('')).toBe(ALPHABET)
    // 10,000 of each are expected; 600 are more than six standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - DRAWN / ALPHABET.length)).toBeLessThan(600)
  })

  it('is never repeated', () => {
    const names = Array.from({ length: 5_000 }, () => ids.random(ALPHABET, 22))
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a UUID', () => {
  it('ascends even while the clock is an hour behind', () => {
    const clock = handClock()
    const { uuid } = systemIds(clock)
    const made: string[] = []
    for (const moved of [0, 1, -HOUR_MS, 0, 2 * HOUR_MS]) {
      clock.realAt += moved
      made.push(uuid(), uuid())
    }
    expect(made).toEqual(made.toSorted())
    expect(new Set(made).size).toBe(made.length)
  })
})
