import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deriveAhead } from '../../../src/chain/wallet/derive-ahead.js'

const AHEAD = 64

/** An address book that records the requested indexes. */
function countingBook(refused?: number) {
  const derived: number[] = []
  const derive = (index: number) => {
    derived.push(index)
    if (index === refused) throw new Error(`no child ${index}`)
    return `address ${index}`
  }
  return { derived, ahead: deriveAhead({ derive }) }
}

async function idle(): Promise<void> {
  for (let turn = 0; turn < 2 * AHEAD; turn += 1) await nextTurn()
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('an address book that derives ahead', () => {
  it('derives nothing before the first address is asked for', async () => {
    const { derived } = countingBook()
    await idle()
    expect(derived).toEqual([])
  })

  it('has the next addresses ready when the calls of an iteration are answered, and then stops', async () => {
    const { derived, ahead } = countingBook()
    expect(ahead.derive(1)).toBe('address 1')
    expect(derived).toEqual([1])
    await idle()
    expect(derived).toEqual(numbers(1, 1 + AHEAD))
  })

  it('returns a ready address without deriving it again', async () => {
    const { derived, ahead } = countingBook()
    ahead.derive(1)
    await idle()
    derived.length = 0
    const given = numbers(2, 1 + AHEAD).map((index) => ahead.derive(index))
    expect(given).toEqual(numbers(2, 1 + AHEAD).map((index) => `address ${index}`))
    expect(derived).toEqual([])
  })

  it('derives an address at once that is requested before it is ready', () => {
    const { ahead } = countingBook()
    expect(numbers(1, 100).map((index) => ahead.derive(index))).toHaveLength(100)
    expect(ahead.derive(101)).toBe('address 101')
  })

  it('continues after indexes that another process took', async () => {
    const { derived, ahead } = countingBook()
    ahead.derive(1)
    await idle()
    derived.length = 0
    expect(ahead.derive(500)).toBe('address 500')
    await idle()
    expect(derived).toEqual(numbers(500, 500 + AHEAD))
  })

  it('answers an index that was rolled back and is requested again', async () => {
    const { ahead } = countingBook()
    ahead.derive(1)
    await idle()
    expect([ahead.derive(2), ahead.derive(2)]).toEqual(['address 2', 'address 2'])
  })

  it('throws only for the caller that requests an index without an address', async () => {
    const { ahead } = countingBook(3)
    ahead.derive(1)
    await idle()
    expect(ahead.derive(2)).toBe('address 2')
    expect(() => ahead.derive(3)).toThrow('no child 3')
    expect(ahead.derive(4)).toBe('address 4')
  })
})
