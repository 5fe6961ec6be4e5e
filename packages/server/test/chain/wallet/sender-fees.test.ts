import { describe, expect, it } from 'vitest'
import { capOf, gasLimitOf, isPassedBy, priceOf, raisedPrice } from '../../../src/chain/erc20/erc20-fees.js'
import { bytesOf, feeLimitOf } from '../../../src/chain/trc20/trc20-fees.js'
import { burnedBy, payFrom } from '../../../src/chain/trc20/trc20-resources.js'

const GWEI = 10n ** 9n
const CAP = 100n * GWEI

describe('a price of gas', () => {
  it('is four base fees and the tip, which is 2 gwei at most', () => {
    expect(priceOf({ baseFee: 10n * GWEI, tip: GWEI }, CAP)).toEqual({ maxFee: 41n * GWEI, tip: GWEI })
    expect(priceOf({ baseFee: 10n * GWEI, tip: 9n * GWEI }, CAP)).toEqual({
      maxFee: 42n * GWEI,
      tip: 2n * GWEI,
    })
  })

  it('ends at the cap', () => {
    expect(priceOf({ baseFee: 50n * GWEI, tip: GWEI }, CAP)).toEqual({ maxFee: CAP, tip: GWEI })
  })

  it('is none where the cap is below one and a half base fees and the tip', () => {
    expect(priceOf({ baseFee: 66n * GWEI, tip: GWEI }, CAP)?.maxFee).toBe(CAP)
    expect(priceOf({ baseFee: 66n * GWEI + 1n, tip: GWEI }, CAP)).toBeUndefined()
  })

  it('has room for 5 gwei and a tip of 0.05 gwei, however low the market is', () => {
    const tip = GWEI / 20n
    expect(priceOf({ baseFee: 1n, tip: 0n }, CAP)).toEqual({ maxFee: 5n * GWEI + tip, tip })
    expect(priceOf({ baseFee: 1n, tip: 0n }, 3n * GWEI)).toEqual({ maxFee: 3n * GWEI, tip })
    expect(priceOf({ baseFee: 0n, tip: 0n }, 1_000n)).toEqual({ maxFee: 1_000n, tip: 1_000n })
  })

  it('of a further version is an eighth above both fees, and within the cap', () => {
    const market = { baseFee: GWEI, tip: 0n }
    expect(raisedPrice({ maxFee: 80n * GWEI, tip: 2n * GWEI }, market, CAP)).toEqual({
      maxFee: 90n * GWEI,
      tip: (18n * GWEI) / 8n,
    })
    expect(raisedPrice({ maxFee: 8n, tip: 1n }, market, 9n)).toEqual({ maxFee: 9n, tip: 9n })
    expect(raisedPrice({ maxFee: 89n * GWEI, tip: GWEI }, market, CAP)).toBeUndefined()
  })

  it('of a further version follows the market where that has risen more', () => {
    const before = { maxFee: 5n * GWEI, tip: GWEI }
    expect(raisedPrice(before, { baseFee: 10n * GWEI, tip: 2n * GWEI }, CAP)).toEqual({
      maxFee: 42n * GWEI,
      tip: 2n * GWEI,
    })
  })

  it('is capped by the cost of a withdrawal, too', () => {
    const caps = { perGas: CAP, perWithdrawal: 200_000n * GWEI }
    expect(capOf(caps, 100_000n)).toBe(2n * GWEI)
    expect(capOf(caps, 1_000n)).toBe(CAP)
  })

  it('is passed by a market that leaves less than the tip', () => {
    const price = { maxFee: 10n * GWEI, tip: GWEI }
    expect(isPassedBy({ baseFee: 9n * GWEI, tip: 0n }, price)).toBe(false)
    expect(isPassedBy({ baseFee: 9n * GWEI + 1n, tip: 0n }, price)).toBe(true)
  })
})

describe('a limit of gas', () => {
  it('is a quarter above the estimate, and a million at most', () => {
    expect(gasLimitOf(41_309n)).toBe(51_637n)
    expect(gasLimitOf(160_000n)).toBe(200_000n)
    expect(gasLimitOf(1_000_000n)).toBe(1_000_000n)
    expect(gasLimitOf(1_000_001n)).toBeUndefined()
  })
})

describe('a fee limit on TRON', () => {
  const prices = { energyFee: 100, byteFee: 1_000, maxFeeLimit: 15_000_000_000 }
  const cap = 50_000_000

  it('is a fifth above the estimated energy, at least 15 TRX', () => {
    expect(feeLimitOf(64_285, prices, cap)).toBe(15_000_000)
    expect(feeLimitOf(130_285, prices, cap)).toBe(15_634_200)
  })

  it('never exceeds the cap, nor the limit of the network', () => {
    expect(feeLimitOf(416_666, prices, cap)).toBe(49_999_920)
    expect(feeLimitOf(416_667, prices, cap)).toBeUndefined()
    expect(feeLimitOf(64_285, prices, 10_000_000)).toBe(10_000_000)
    expect(feeLimitOf(64_285, { ...prices, maxFeeLimit: 1_000_000 }, cap)).toBeUndefined()
  })

  it('comes beside about 347 bytes', () => {
    const rawBytes = 211
    expect(bytesOf('00'.repeat(rawBytes))).toBe(345)
  })
})

describe('what pays for transactions on TRON', () => {
  const prices = { energyFee: 100, byteFee: 1_000, maxFeeLimit: 15_000_000_000 }
  const use = { energy: 65_000, bytes: 350 }

  it('is what is staked, in the order of the transactions, and coins for the rest', () => {
    const paid = payFrom({ energy: 100_000, stakedBytes: 0, freeBytes: 0 }, [use, use, use], prices)
    expect(paid.map(({ energy, energySun }) => [energy, energySun])).toEqual([
      [65_000, 0],
      [35_000, 3_000_000],
      [0, 6_500_000],
    ])
    expect(burnedBy(paid)).toBe(9_500_000 + 3 * 350_000)
  })

  it('is bandwidth for the bytes of a whole transaction, staked before free, and never for a part', () => {
    const resources = { energy: 1_000_000, stakedBytes: 400, freeBytes: 600 }
    const paid = payFrom(resources, [use, use, use], prices)
    expect(paid.map(({ bytes, byteSun }) => [bytes, byteSun])).toEqual([
      [350, 0],
      [350, 0],
      [0, 350_000],
    ])
  })
})
