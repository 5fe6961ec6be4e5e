import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type AddressRange, deriveAhead } from '../../../src/chain/wallet/derive-ahead.js'

const AHEAD = 256
const WALLET = { network: 'ERC20', xpub: 'xpub' } as const

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** An address book that records the indexes that it derived itself, and those that were derived in advance. */
function countingBook(refused?: number) {
  const derived: number[] = []
  const inAdvance: number[] = []
  const derive = (index: number) => {
    if (index === refused) throw new Error(`no child ${index}`)
    return `address ${index}`
  }
  const here = (index: number) => {
    derived.push(index)
    return derive(index)
  }
  const elsewhere = async ({ from, count }: AddressRange) => {
    await nextTurn()
    const indexes = numbers(from, from + count - 1)
    inAdvance.push(...indexes)
    return indexes.map(derive)
  }
  return { derived, inAdvance, ahead: deriveAhead({ derive: here }, WALLET, elsewhere) }
}

async function idle(): Promise<void> {
  for (let turn = 0; turn < 2 * AHEAD; turn += 1) await nextTurn()
}

describe('an address book that derives ahead', () => {
  it('derives nothing before the first order asks for an address', async () => {
    const { derived, inAdvance, ahead } = countingBook()
    expect(ahead.derive(0)).toBe('address 0')
    await idle()
    expect(derived).toEqual([0])
    expect(inAdvance).toEqual([])
  })

  it('has the next addresses ready soon after the first one, and then stops', async () => {
    const { derived, inAdvance, ahead } = countingBook()
    expect(ahead.derive(1)).toBe('address 1')
    await idle()
    expect(derived).toEqual([1])
    expect(inAdvance).toEqual(numbers(2, 1 + AHEAD))
  })

  it('returns a ready address without deriving it again', async () => {
    const { derived, ahead } = countingBook()
    ahead.derive(1)
    await idle()
    const given = numbers(2, 1 + AHEAD).map((index) => ahead.derive(index))
    expect(given).toEqual(numbers(2, 1 + AHEAD).map((index) => `address ${index}`))
    expect(derived).toEqual([1])
  })

  it('goes on as addresses are taken, and derives none of them twice', async () => {
    const { inAdvance, ahead } = countingBook()
    for (const index of numbers(1, 4 * AHEAD)) {
      expect(ahead.derive(index)).toBe(`address ${index}`)
      await nextTurn()
    }
    expect(new Set(inAdvance).size).toBe(inAdvance.length)
    expect(inAdvance.length).toBeGreaterThan(3 * AHEAD)
  })

  it('derives an address at once that is requested before it is ready', () => {
    const { ahead } = countingBook()
    expect(numbers(1, 100).map((index) => ahead.derive(index))).toHaveLength(100)
    expect(ahead.derive(101)).toBe('address 101')
  })

  it('continues after indexes that another process took', async () => {
    const { derived, inAdvance, ahead } = countingBook()
    ahead.derive(1)
    await idle()
    inAdvance.length = 0
    expect(ahead.derive(500)).toBe('address 500')
    await idle()
    expect(derived).toEqual([1, 500])
    expect(inAdvance).toEqual(numbers(501, 500 + AHEAD))
  })

  it('answers an index that was rolled back and is requested again', async () => {
    const { ahead } = countingBook()
    ahead.derive(1)
    await idle()
    expect([ahead.derive(2), ahead.derive(2), ahead.derive(1)]).toEqual([
      'address 2',
      'address 2',
      'address 1',
    ])
  })

  it('derives each address when it is asked for, once an index in advance had none', async () => {
    const { derived, ahead } = countingBook(3)
    ahead.derive(1)
    await idle()
    expect(ahead.derive(2)).toBe('address 2')
    expect(() => ahead.derive(3)).toThrow('no child 3')
    expect(ahead.derive(4)).toBe('address 4')
    await idle()
    expect(ahead.derive(5)).toBe('address 5')
    expect(derived).toEqual([1, 2, 3, 4, 5])
  })
})
