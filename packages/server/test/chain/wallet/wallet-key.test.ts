import { secp256k1 } from '@noble/curves/secp256k1.js'
import { computeAddress, SigningKey } from 'ethers'
import { describe, expect, it } from 'vitest'
import { signerOf } from '../../../src/chain/wallet/recoverable-signature.js'
import { localKey } from '../../../src/chain/wallet/wallet-key.js'
import { usdt } from '../../../src/domain/shared/money.js'
import { encodeAddress } from '../../../src/networks/spellings.js'

const DIGITS = '5ca1ab1e'.repeat(8)
const spending = {
  purpose: 'withdrawal',
  withdrawalId: 'one',
  destination: '0x',
  amount: usdt(1n),
} as const
const { signal } = new AbortController()

const sign = (byte: number) => {
  const hash = new Uint8Array(32).fill(byte)
  return localKey(DIGITS).sign({ bytes: hash, hash, spending }, signal)
}

describe('the key of a hot wallet', () => {
  it('belongs to one account', () => {
    const { account } = localKey(DIGITS)
    expect(encodeAddress('ERC20', account)).toBe(computeAddress(`0x${DIGITS}`))
  })

  it.each([1, 2, 3, 4])('signs as other libraries do, and its account can be recovered: %i', async (byte) => {
    const hash = new Uint8Array(32).fill(byte)
    const { compact, recovery } = await sign(byte)
    const theirs = new SigningKey(`0x${DIGITS}`).sign(hash)
    expect(`0x${Buffer.from(compact).toString('hex')}`).toBe(`${theirs.r}${theirs.s.slice(2)}`)
    expect(recovery).toBe(theirs.yParity)
    expect(signerOf({ compact, recovery }, hash)).toEqual(localKey(DIGITS).account)
  })

  it('has no account for a signature that networks refuse', async () => {
    const hash = new Uint8Array(32).fill(1)
    const { compact, recovery } = await sign(1)
    const { r, s } = secp256k1.Signature.fromBytes(compact, 'compact')
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s).toBytes('compact')
    expect(signerOf({ compact: high, recovery: 1 - recovery }, hash)).toBeUndefined()
    expect(signerOf({ compact: new Uint8Array(64), recovery }, hash)).toBeUndefined()
    expect(signerOf({ compact: compact.subarray(1), recovery }, hash)).toBeUndefined()
  })
})
