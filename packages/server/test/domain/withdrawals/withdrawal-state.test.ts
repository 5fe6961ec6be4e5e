import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usdt } from '../../../src/domain/shared/money.js'
import {
  type ReviewReason,
  SHORTAGES,
  WITHDRAWAL_STATUSES,
  type Withdrawal,
} from '../../../src/domain/withdrawals/withdrawal.js'
import {
  decideWithdrawal,
  hold,
  type WithdrawalFact,
} from '../../../src/domain/withdrawals/withdrawal-state.js'
import { START } from '../../support/domain/context.js'
import { withdrawal } from '../../support/storage/store-rows.js'

const AT = START + 60_000
const FACTS: Readonly<Record<string, WithdrawalFact>> = {
  'it is held back': { kind: 'held_back', reason: 'funds' },
  'the operator approves': { kind: 'approved' },
  'it is canceled': { kind: 'canceled' },
  'the operator rejects': { kind: 'failed', failureCode: 'rejected' },
  'screening forbids it': { kind: 'failed', failureCode: 'compliance' },
  'its transaction provably failed': { kind: 'failed', failureCode: 'reverted' },
  'it is signed': { kind: 'signed', txHash: 'hash' },
  'a node has it': { kind: 'broadcast' },
  'the operator wants it voided': { kind: 'replacement_requested' },
  'another version is first': { kind: 'version_changed', txHash: 'another hash' },
  'it is in a block': { kind: 'confirming', confirmations: 2 },
  'it reached its depth': { kind: 'completed', confirmations: 3 },
  'it counts as paid by more': { kind: 'settled_by_operator', isPaid: true, moved: usdt(10_000_000_007n) },
  'it counts as paid by less': { kind: 'settled_by_operator', isPaid: true, moved: usdt(9_999_999_993n) },
  'it counts as paid by as much': { kind: 'settled_by_operator', isPaid: true, moved: usdt(10_000_000_000n) },
  'it counts as unpaid': { kind: 'settled_by_operator', isPaid: false, moved: usdt(7n) },
  'a transfer may be its payment': { kind: 'needs_decision', reason: 'possible_duplicate' },
  'its order is frozen': { kind: 'needs_decision', reason: 'order_frozen' },
  'a transfer is its payment': { kind: 'settled_by_transfer', txHash: 'hash', confirmations: 9 },
}

/** Reasons that end by the decision of a person. */
const DECIDED = [
  'new_destination',
  'auto_limit',
  'daily_limit',
  'refund_limit',
  'no_signer',
  'possible_duplicate',
  'order_frozen',
] as const
const NO = 'refused'
const GIVES_BACK = 'withdrawal_release held→available 10150000000'
const FAILS = `FAILED withdrawal.failed ${GIVES_BACK}`
const CANCELS = `CANCELED withdrawal.failed ${GIVES_BACK}`
const PAYS =
  'COMPLETED withdrawal.completed withdrawal_settle held→custody:TRC20 10000000000, held→fees 150000000'
const OUT = 'withdrawal_difference suspense:TRC20→custody:TRC20'
const WAS_PAID =
  'COMPLETED withdrawal.completed withdrawal_settle held→suspense:TRC20 10000000000, held→fees 150000000'
const PAYS_MORE = `${PAYS} ${OUT} 7`
const PAYS_LESS = `${PAYS} withdrawal_difference custody:TRC20→suspense:TRC20 7`
const FAILS_AND_MOVED = `${FAILS} ${OUT} 7`

/** One row for each fact, one column for each status in the order of WITHDRAWAL_STATUSES. */
// biome-ignore format: a table
const TABLE: Readonly<Record<string, readonly string[]>> = {
  //                        PENDING       REVIEW    PROCESSING   BROADCAST    COMPLETED FAILED CANCELED
  'it is held back':       ['REVIEW',     'REVIEW', NO,          NO,          NO,       NO,    NO],
  'the operator approves': [NO,           'REVIEW', NO,          NO,          NO,       NO,    NO],
  'it is canceled':        [CANCELS,      CANCELS,  NO,          NO,          NO,       NO,    NO],
  'the operator rejects':  [FAILS,        FAILS,    NO,          NO,          NO,       NO,    NO],
  'screening forbids it':  [FAILS,        FAILS,    NO,          NO,          NO,       NO,    NO],
  'its transaction provably failed': [NO, NO,       FAILS,       FAILS,       NO,       NO,    NO],
  'it is signed':          ['PROCESSING', NO,       NO,          NO,          NO,       NO,    NO],
  'a node has it':         [NO,           NO,       'BROADCAST', NO,          NO,       NO,    NO],
  'the operator wants it voided': [NO,    NO,       'PROCESSING', 'BROADCAST', NO,      NO,    NO],
  'another version is first': [NO,        NO,       'PROCESSING', 'BROADCAST', NO,      NO,    NO],
  'it is in a block':      [NO,           NO,       'BROADCAST', 'BROADCAST', NO,       NO,    NO],
  'it reached its depth':  [NO,           NO,       NO,          PAYS,        NO,       NO,    NO],
  'it counts as paid by more':   [NO,     NO,       NO,          PAYS_MORE,   NO,       NO,    NO],
  'it counts as paid by less':   [NO,     NO,       NO,          PAYS_LESS,   NO,       NO,    NO],
  'it counts as paid by as much': [NO,    NO,       NO,          PAYS,        NO,       NO,    NO],
  'it counts as unpaid':   [NO,           NO,       NO,          FAILS_AND_MOVED, NO,   NO,    NO],
  'a transfer may be its payment': ['REVIEW', 'REVIEW', NO,      NO,          NO,       NO,    NO],
  'its order is frozen':   ['REVIEW',     'REVIEW', NO,          NO,          NO,       NO,    NO],
  'a transfer is its payment': [WAS_PAID, WAS_PAID, WAS_PAID,    WAS_PAID,    NO,       NO,    NO],
}

/** Status, event and bookings of what follows, in words. */
function outcome(before: Withdrawal, fact: WithdrawalFact): string {
  const decision = decideWithdrawal(before, fact, AT)
  if (!decision) return NO
  const bookings = decision.postings.map(({ kind, legs }) => {
    const moves = legs.map(({ debit, credit, amount }) => `${debit.code}→${credit.code} ${amount}`)
    return `${kind} ${moves.join(', ')}`
  })
  return [decision.withdrawal.status, decision.event, ...bookings].filter(Boolean).join(' ')
}

describe('the table of withdrawals', () => {
  it('has a cell for every status and every fact', () => {
    expect(Object.keys(TABLE)).toEqual(Object.keys(FACTS))
    for (const cells of Object.values(TABLE)) expect(cells).toHaveLength(WITHDRAWAL_STATUSES.length)
  })

  for (const [what, fact] of Object.entries(FACTS)) {
    for (const [column, status] of WITHDRAWAL_STATUSES.entries()) {
      const expected = TABLE[what]?.[column]
      it(`when ${what}, a withdrawal that is ${status} becomes: ${expected}`, () => {
        expect(outcome({ ...withdrawal('one', 'shop'), status }, fact)).toBe(expected)
      })
    }
  }

  it('lets a reviewed withdrawal be signed once the operator approved', () => {
    const approved: Withdrawal = { ...withdrawal('one', 'shop'), status: 'REVIEW', approvedAt: START }
    expect(outcome(approved, { kind: 'signed', txHash: 'hash' })).toBe('PROCESSING')
  })
})

describe('what waits in REVIEW', () => {
  const waits = (reviewReason: ReviewReason): Withdrawal => ({
    ...withdrawal('one', 'shop'),
    status: 'REVIEW',
    reviewReason,
  })

  it.each(SHORTAGES)('a withdrawal in REVIEW for %s is signed without the decision of a person', (reason) => {
    expect(outcome(waits(reason), { kind: 'signed', txHash: 'hash' })).toBe('PROCESSING')
  })

  it.each(DECIDED)(
    'a withdrawal in REVIEW for %s is not signed, and no shortage replaces the decision',
    (reason) => {
      const sign = { kind: 'signed', txHash: 'hash' } as const
      expect(outcome(waits(reason), sign)).toBe(NO)
      for (const shortage of SHORTAGES) {
        const held = { kind: 'held_back', reason: shortage } as const
        expect([shortage, outcome(waits(reason), held)]).toEqual([shortage, NO])
        const approved = { ...waits(reason), approvedAt: AT }
        expect([shortage, outcome(approved, held)]).toEqual([shortage, 'REVIEW'])
      }
      expect(outcome({ ...waits(reason), approvedAt: AT }, sign)).toBe('PROCESSING')
    },
  )

  it('a withdrawal in REVIEW as a possible duplicate is not canceled until a person decides, as it may be paid', () => {
    expect(outcome(waits('possible_duplicate'), { kind: 'canceled' })).toBe(NO)
    for (const reason of DECIDED.filter((each) => each !== 'possible_duplicate'))
      expect(outcome(waits(reason), { kind: 'canceled' })).toBe(CANCELS)
  })

  it('a withdrawal in REVIEW as a possible duplicate stays one when its order is frozen', () => {
    const frozen = { kind: 'needs_decision', reason: 'order_frozen' } as const
    expect(outcome(waits('possible_duplicate'), frozen)).toBe(NO)
    expect(outcome({ ...waits('possible_duplicate'), approvedAt: AT }, frozen)).toBe('REVIEW')
  })

  it('a withdrawal in REVIEW as a refund of a frozen order may be a possible duplicate too', () => {
    const refund = waits('order_frozen')
    const duplicate = { kind: 'needs_decision', reason: 'possible_duplicate' } as const
    expect(decideWithdrawal(refund, duplicate, AT)?.withdrawal.reviewReason).toBe('possible_duplicate')
  })
})

describe('a withdrawal', () => {
  it('holds amount and fee as a wish', () => {
    expect(hold(withdrawal('one', 'shop'))).toMatchObject({
      key: 'withdrawal:one:hold',
      requiresFunds: true,
      legs: [{ debit: { code: 'available' }, credit: { code: 'held' }, amount: 10_150_000_000n }],
    })
  })

  const changes: Record<string, Partial<Withdrawal>> = {
    'it is held back': { reviewReason: 'funds' },
    'the operator approves': { approvedAt: AT, status: 'REVIEW' },
    'it is canceled': { failureCode: 'canceled' },
    'the operator rejects': { failureCode: 'rejected' },
    'it is signed': { txHash: 'hash' },
    'the operator wants it voided': { voidRequestedAt: AT },
    'it is in a block': { confirmations: 2 },
    'it reached its depth': { confirmations: 3, completedAt: AT },
    'it counts as paid by more': { completedAt: AT },
    'it counts as unpaid': { failureCode: 'reverted' },
    'a transfer may be its payment': { reviewReason: 'possible_duplicate', approvedAt: null },
    'its order is frozen': { reviewReason: 'order_frozen', approvedAt: null },
    'a transfer is its payment': { txHash: 'hash', confirmations: 9, completedAt: AT },
  }
  const before: Readonly<Record<string, Withdrawal['status']>> = {
    'the operator approves': 'REVIEW',
    'the operator wants it voided': 'BROADCAST',
    'it is in a block': 'BROADCAST',
    'it reached its depth': 'BROADCAST',
    'it counts as paid by more': 'BROADCAST',
    'it counts as unpaid': 'BROADCAST',
  }
  for (const [what, expected] of Object.entries(changes)) {
    it(`notes when ${what}`, () => {
      const fact = FACTS[what]
      const stored: Withdrawal = { ...withdrawal('one', 'shop'), status: before[what] ?? 'PENDING' }
      const decision = fact && decideWithdrawal(stored, fact, AT)
      expect(decision?.withdrawal).toMatchObject({ ...expected, updatedAt: AT, version: 2 })
    })
  }

  it('is settled or given back once at most, and nothing follows, whatever happens', () => {
    const anyStory = fc.array(fc.constantFrom(...Object.values(FACTS)), { maxLength: 20 })
    fc.assert(
      fc.property(anyStory, (facts) => {
        let stands = withdrawal('one', 'shop')
        const kinds: string[] = []
        for (const fact of facts) {
          const decision = decideWithdrawal(stands, fact, AT)
          if (!decision) continue
          expect(decision.withdrawal.version).toBe(stands.version + 1)
          stands = decision.withdrawal
          const resolving = decision.postings.filter(({ resolves }) => resolves !== undefined)
          kinds.push(...resolving.map(({ kind, resolves }) => `${kind} of ${resolves}`))
        }
        const ending = { COMPLETED: 'settle', FAILED: 'release', CANCELED: 'release' } as const
        const kind = Object.entries(ending).find(([status]) => status === stands.status)?.[1]
        expect(kinds).toEqual(kind === undefined ? [] : [`withdrawal_${kind} of withdrawal:one:hold`])
      }),
      { seed: 7, numRuns: 2_000 },
    )
  })
})
