import { describe, expect, it } from 'vitest'
import type { RecordedTransfer } from '../../../src/domain/chain/transfer.js'
import { explainTransfer } from '../../../src/domain/payments/transfer-outcomes.js'
import { amount, START } from '../../support/domain/context.js'

const ORDER = 'order'
const DUST = { value: amount('0.999999') }

const transfer = (changes: Partial<RecordedTransfer>): RecordedTransfer => ({
  ...{ environment: 'live', network: 'TRC20', txHash: 'a', logIndex: 0, incarnation: 1 },
  ...{ from: 'payer', to: 'ours', origin: null, value: amount('1'), dueBlock: 21, orderId: ORDER },
  block: { number: 2, hash: 'b', timeAt: START },
  ...{ isLate: false, isFlagged: false, ignoredReason: null, screenedAt: START, confirmedAt: null },
  ...{ orphanedAt: null, attributedTo: null },
  ...changes,
})

describe('a payment that is not credited yet', () => {
  it.each([
    ['in time', {}, /^counts from block 21 on$/],
    [
      'late',
      { isLate: true },
      /^came after the window: counts from block 21 on, once the transfers in time are decided/,
    ],
    ['dust', DUST, /^counts from block 21 on; below 1 USDT it waits for spare calls/],
    ['late dust', { ...DUST, isLate: true }, /in time are decided .*; below 1 USDT it waits for spare calls/],
    [
      'dust that was not screened',
      { ...DUST, screenedAt: null },
      /orders screen .*; below 1 USDT it waits for/,
    ],
  ])('is told why: %s', (_, changes, explanation) => {
    expect(explainTransfer(transfer(changes), ORDER).explanation).toMatch(explanation)
  })
})
