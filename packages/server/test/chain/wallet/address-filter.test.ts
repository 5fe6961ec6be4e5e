import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AddressFilter } from '../../../src/chain/wallet/address-filter.js'
import type { WatchedAddresses } from '../../../src/domain/chain/chain.js'
import type { Network } from '../../../src/domain/shared/types.js'
import { encodeAddress } from '../../../src/networks/spellings.js'

const bytesOf = (index: number): Buffer => createHash('sha256').update(`${index}`).digest().subarray(12)
const hexOf = (index: number): string => bytesOf(index).toString('hex')

/** Addresses 0 … `count` - 1, with a way to add more. */
function watching(network: Network, count: number, accountOf = (index: number) => bytesOf(index)) {
  const asked: number[] = []
  const world = {
    count,
    asked,
    since: async (index: number, limit: number) => {
      asked.push(index)
      const from = index + 1
      const length = Math.min(Math.max(world.count - from, 0), limit)
      return Array.from({ length }, (_, at) => ({
        index: from + at,
        address: encodeAddress(network, accountOf(from + at)),
      }))
    },
    ours: async () => new Set<string>(),
  }
  return world satisfies WatchedAddresses
}

describe.each(['ERC20', 'TRC20'] as const)('addresses of ours on %s', (network) => {
  it('are all found, and others are not', async () => {
    const filter = new AddressFilter()
    await filter.topUp(watching(network, 3_000))
    const found = Array.from({ length: 6_000 }, (_, index) => filter.mayBeOurs(hexOf(index)))
    expect(found.indexOf(false)).toBe(3_000)
    expect(found.lastIndexOf(true)).toBe(2_999)
  })

  it('are found at the end of an event’s word, in upper and lower case, and not in text that is too short', async () => {
    const filter = new AddressFilter()
    await filter.topUp(watching(network, 1))
    const word = `0x${'0'.repeat(24)}${hexOf(0)}`
    const texts = [word, `0X${word.slice(2).toUpperCase()}`, hexOf(0).slice(1), '', `${word}0`]
    expect(texts.map((text) => filter.mayBeOurs(text))).toEqual([true, true, false, false, false])
  })

  it('are found once they were added, and earlier ones are not read again', async () => {
    const filter = new AddressFilter()
    const world = watching(network, 3)
    await filter.topUp(world)
    expect(filter.mayBeOurs(hexOf(3))).toBe(false)
    world.count = 4
    await filter.topUp(world)
    expect([2, 3, 4].map((index) => filter.mayBeOurs(hexOf(index)))).toEqual([true, true, false])
    expect(world.asked).toEqual([-1, 2])
  })

  it('are found though their bytes begin with zeros', async () => {
    const zeros = (index: number) => Buffer.concat([Buffer.alloc(19), Buffer.of(index)])
    const filter = new AddressFilter()
    await filter.topUp(watching(network, 1, zeros))
    expect(filter.mayBeOurs('0'.repeat(40))).toBe(true)
    expect(filter.mayBeOurs('f'.repeat(40))).toBe(false)
    expect(new AddressFilter().mayBeOurs('0'.repeat(40))).toBe(false)
  })
})
