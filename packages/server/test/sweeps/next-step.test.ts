import { describe, expect, it } from 'vitest'
import type { EnergyTerms, GasTerms } from '../../src/domain/chain/sweep-terms.js'
import { usdt } from '../../src/domain/shared/money.js'
import { nextStep, type SweepFacts } from '../../src/domain/sweeps/next-step.js'

const ITEM = { index: 1, address: 'T1', amount: usdt(100n), nonce: 3 }
const GAS: GasTerms = { kind: 'gas', gasLimit: 100n, maxFee: 10n, tip: 1n }
const NEEDED = 1_000n
const EXPIRES_AT = 10_000_000
const ENERGY: EnergyTerms = {
  ...{ kind: 'energy', feeLimit: 2_000n, byteCost: 10n, expectedCost: NEEDED },
  ...{ lentEnergy: 0, bytes: 350 },
  ...{ reference: { number: 1, hash: '' }, signedAt: 0, expiresAt: EXPIRES_AT },
}
const MINUTE_MS = 60_000

const step = (changes: Partial<SweepFacts>) =>
  nextStep(ITEM, {
    terms: GAS,
    account: { coins: 0n, nonce: 3, isBusy: false },
    hasEnergy: true,
    outcome: undefined,
    isSent: false,
    topUp: undefined,
    chainTime: 0,
    ...changes,
  })
const withCoins = (coins: bigint, nonce = 3) => ({ account: { coins, nonce, isBusy: false } })

describe('the next step for an address', () => {
  it('tops it up with exactly what is missing', () => {
    expect(step(withCoins(0n))).toEqual({ kind: 'top_up', value: NEEDED })
    expect(step(withCoins(999n))).toEqual({ kind: 'top_up', value: 1n })
    expect(step(withCoins(NEEDED))).toEqual({ kind: 'send' })
  })

  it('lends energy to an address with coins that lacks it', () => {
    expect(step({ hasEnergy: false })).toEqual({ kind: 'top_up', value: NEEDED })
    expect(step({ hasEnergy: false, ...withCoins(NEEDED) })).toEqual({ kind: 'lend_energy' })
  })

  it('signs no second top-up before the first one is dead', () => {
    const mined = { kind: 'mined', fee: 1n } as const
    expect(step({ topUp: { kind: 'pending' } })).toEqual({ kind: 'wait' })
    expect(step({ topUp: { ...mined, isFinal: false } })).toEqual({ kind: 'wait' })
    expect(step({ topUp: { ...mined, isFinal: true } })).toEqual({ kind: 'ended', why: 'coins_gone' })
    expect(step({ topUp: { kind: 'dead' } })).toEqual({ kind: 'top_up', value: NEEDED })
    expect(step({ ...withCoins(NEEDED), topUp: { kind: 'pending' } })).toEqual({ kind: 'send' })
  })

  it('brings no coins again that its own transaction may have spent', () => {
    expect(step({ isSent: true })).toEqual({ kind: 'wait' })
    expect(step({ isSent: true, topUp: { kind: 'mined', fee: 1n, isFinal: true } })).toEqual({ kind: 'wait' })
    expect(step({ isSent: true, topUp: { kind: 'dead' } })).toEqual({ kind: 'top_up', value: NEEDED })
    expect(step({ isSent: true, ...withCoins(NEEDED) })).toEqual({ kind: 'send' })
  })

  it('ends with the outcome of its transaction', () => {
    expect(step({ outcome: { hasSucceeded: true, fee: 5n } })).toEqual({ kind: 'included', fee: 5n })
    expect(step({ outcome: { hasSucceeded: false, fee: 5n } })).toEqual({ kind: 'ended', why: 'reverted' })
    expect(step(withCoins(NEEDED, 4))).toEqual({ kind: 'ended', why: 'spent' })
    expect(step(withCoins(0n, 2))).toEqual({ kind: 'ended', why: 'early' })
  })

  it('ends when its transaction has expired, and brings no coins shortly before', () => {
    const at = (chainTime: number, coins = 0n) => step({ terms: ENERGY, chainTime, ...withCoins(coins) }).kind
    expect(at(EXPIRES_AT - MINUTE_MS)).toBe('top_up')
    expect(at(EXPIRES_AT - MINUTE_MS + 1)).toBe('ended')
    expect(at(EXPIRES_AT + MINUTE_MS, NEEDED)).toBe('send')
    expect(at(EXPIRES_AT + MINUTE_MS + 1, NEEDED)).toBe('ended')
  })
})
