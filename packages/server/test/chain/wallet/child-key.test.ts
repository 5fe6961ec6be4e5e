import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { describe, expect, it } from 'vitest'
import { addTweak, childKeys } from '../../../src/chain/wallet/child-key.js'

const { Point } = secp256k1
const parent = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/44'/195'/0'/0")
const LAST = 0x7fffffff

function parentKey() {
  const { publicKey, chainCode } = parent
  if (!publicKey || !chainCode) throw new Error('the test wallet has no public key')
  return { publicKey, chainCode }
}

const expected = (index: number): string =>
  Point.fromBytes(parent.deriveChild(index).publicKey ?? new Uint8Array()).toHex(false)

const scalar = (value: bigint): Uint8Array => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')

describe('the children of a public key', () => {
  const childOf = childKeys(parentKey())

  it('are those of another implementation, for 300 indexes from the first to the last', () => {
    const indexes = Array.from({ length: 150 }, (_, index) => [index, LAST - index * 7_919]).flat()
    const derived = indexes.map((index) => Buffer.from(childOf(index)).toString('hex'))
    expect(derived).toEqual(indexes.map(expected))
  })

  for (const index of [-1, 0.5, Number.NaN, LAST + 1]) {
    it(`have no index ${index}`, () => {
      expect(() => childOf(index)).toThrow(`no child ${index}`)
    })
  }
})

describe('a tweak that BIP-32 refuses', () => {
  const { ORDER } = Point.Fn

  for (const [name, value] of [
    ['zero', 0n],
    ['the order of the curve', ORDER],
    ['above the order', ORDER + 1n],
    ['the largest', 2n ** 256n - 1n],
  ] as const) {
    it(`is ${name}`, () => {
      expect(() => addTweak(Point.BASE, scalar(value))).toThrow('out of range')
    })
  }

  it('is the one whose sum is the point at infinity', () => {
    expect(() => addTweak(Point.BASE.multiply(5n), scalar(ORDER - 5n))).toThrow('point at infinity')
  })

  it('is not the largest below the order', () => {
    expect(addTweak(Point.BASE.multiply(5n), scalar(ORDER - 1n)).equals(Point.BASE.multiply(4n))).toBe(true)
  })
})
