import { describe, expect, it } from 'vitest'
import { fateOf, isSameOutcome, outcomeOf } from '../../../src/chain/token/payment-proof.js'
import { TOPICS } from '../../../src/chain/token/token-abi.js'
import type { EventLog } from '../../../src/chain/token/token-events.js'

const [TOKEN, OTHER_TOKEN, WALLET, PAYEE, OWNER] = ['a1', 'a2', 'b1', 'b2', 'b3'].map((byte) =>
  byte.repeat(20),
) as [string, string, string, string, string]
const RULES = { token: TOKEN, decimals: 6, isPrefixAllowed: false, areForeignRecorded: false }
const PAYMENT = { from: WALLET, to: PAYEE, value: 10_000_000n }
const word = (hex: string) => hex.padStart(64, '0')

function transfer(to: string, value: bigint, { from = WALLET, emitter = TOKEN } = {}): EventLog {
  const topics = [TOPICS.transfer, word(from), word(to)]
  const data = word(value.toString(16))
  return { txHash: 'hash', logIndex: 0, blockNumber: 1, emitter, topics, data, isFailed: false }
}

const outcome = (logs: readonly EventLog[], hasSucceeded = true) =>
  outcomeOf(PAYMENT, { hasSucceeded, logs }, RULES)

describe('a transaction in a block', () => {
  it('paid when the token moved exactly the amount from the wallet to the destination', () => {
    expect(outcome([transfer(PAYEE, 10_000_000n)])).toEqual({ kind: 'paid' })
    const others = [transfer(OWNER, 3n, { from: PAYEE }), transfer(OWNER, 0n)]
    expect(outcome([...others, transfer(PAYEE, 10_000_000n)])).toEqual({ kind: 'paid' })
  })

  it('did nothing only when it failed, whatever logs a node left on it', () => {
    expect(outcome([], false)).toEqual({ kind: 'nothing' })
    expect(outcome([transfer(PAYEE, 10_000_000n)], false)).toEqual({ kind: 'nothing' })
  })

  it.each([
    ['without a word of the token', [], 0n, 0n],
    ['by another token', [transfer(PAYEE, 10_000_000n, { emitter: OTHER_TOKEN })], 0n, 0n],
    ['of another amount', [transfer(PAYEE, 9_990_000n)], 9_990_000n, 9_990_000n],
    ['to another address', [transfer(OWNER, 10_000_000n)], 10_000_000n, 0n],
    ['less a fee', [transfer(OWNER, 10_000n), transfer(PAYEE, 9_990_000n)], 10_000_000n, 9_990_000n],
    ['twice', [transfer(PAYEE, 10_000_000n), transfer(PAYEE, 10_000_000n)], 20_000_000n, 20_000_000n],
  ] as const)('did otherwise when it succeeded %s', (_, logs, moved, arrived) => {
    expect(outcome(logs)).toEqual({ kind: 'otherwise', moved: moved * 100n, arrived: arrived * 100n })
  })

  it('is the same at two nodes only when they report the same sums', () => {
    const fee = outcome([transfer(OWNER, 10_000n), transfer(PAYEE, 9_990_000n)])
    expect(isSameOutcome(fee, outcome([transfer(PAYEE, 9_990_000n), transfer(OWNER, 10_000n)]))).toBe(true)
    expect(isSameOutcome(fee, outcome([transfer(OWNER, 10_000_000n)]))).toBe(false)
    expect(isSameOutcome(fee, { kind: 'paid' })).toBe(false)
    expect(isSameOutcome({ kind: 'nothing' }, { kind: 'nothing' })).toBe(true)
  })

  it('is reported with the amount that left the wallet, unless that exceeds the maximum', () => {
    expect(fateOf(outcome([transfer(OWNER, 10_000n), transfer(PAYEE, 9_990_000n)]), 3)).toEqual({
      kind: 'contradicted',
      confirmations: 3,
      moved: 1_000_000_000n,
      why: 'its transaction moved 10.00 USDT, and 9.99 of it to its destination',
    })
    expect(fateOf(outcome([transfer(PAYEE, 2n ** 255n)]), 3)).toMatchObject({
      moved: null,
      why: expect.stringContaining('more than the maximum'),
    })
  })
})
