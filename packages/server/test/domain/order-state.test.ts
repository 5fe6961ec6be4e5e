import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usdt, ZERO } from '../../src/domain/money.js'
import { decide, FINAL_STATUSES, type OrderFact, type OrderStatus } from '../../src/domain/order-state.js'
import { amount } from '../support/unit-context.js'

const STATUSES = [
  'PENDING',
  'OPEN',
  'PENDING_CONFIRM',
  'CONFIRMING',
  'PAID',
  'EXPIRED',
  'EXPIRED_PAID',
  'UNDERPAID',
  'FROZEN',
] as const satisfies readonly OrderStatus[]

const MIN_DUE = amount('24.75')
const PART = amount('24.749999')

/** Every variant of a fact, with what the order has confirmed by then. */
const FACTS: Record<string, { fact: OrderFact; confirmed: bigint }> = {
  'the payer authorises': { fact: { kind: 'authorised' }, confirmed: ZERO },
  'the payment settles': { fact: { kind: 'settled' }, confirmed: MIN_DUE },
  'a transfer is seen in time': { fact: { kind: 'transfer_seen', late: false }, confirmed: ZERO },
  'a transfer is seen late': { fact: { kind: 'transfer_seen', late: true }, confirmed: ZERO },
  'a part confirms, window open': {
    fact: confirmed({ inFlight: false, windowOver: false }),
    confirmed: PART,
  },
  'a part confirms, window open, more in flight': {
    fact: confirmed({ inFlight: true, windowOver: false }),
    confirmed: PART,
  },
  'a part confirms, window over': { fact: confirmed({ inFlight: false, windowOver: true }), confirmed: PART },
  'a part confirms, window over, more in flight': {
    fact: confirmed({ inFlight: true, windowOver: true }),
    confirmed: PART,
  },
  'enough confirms, window open': {
    fact: confirmed({ inFlight: false, windowOver: false }),
    confirmed: MIN_DUE,
  },
  'enough confirms, window open, more in flight': {
    fact: confirmed({ inFlight: true, windowOver: false }),
    confirmed: MIN_DUE,
  },
  'enough confirms, window over': {
    fact: confirmed({ inFlight: false, windowOver: true }),
    confirmed: MIN_DUE,
  },
  'enough confirms, window over, more in flight': {
    fact: confirmed({ inFlight: true, windowOver: true }),
    confirmed: MIN_DUE,
  },
  'the window ends, nothing confirmed': { fact: { kind: 'window_over' }, confirmed: ZERO },
  'the window ends, a part confirmed': { fact: { kind: 'window_over' }, confirmed: PART },
}

function confirmed(flags: { inFlight: boolean; windowOver: boolean }): OrderFact {
  return { kind: 'transfer_confirmed', ...flags }
}

const NO = 'refused'
const PAYS = 'PAID payment.confirmed'
const PAYS_LATE = 'EXPIRED_PAID payment.confirmed'
const SHORT = 'UNDERPAID payment.underpaid'

/** One row for each variant of a fact, one column for each status in the order of STATUSES. */
// biome-ignore format: a table
const TABLE: Record<string, string[]> = {
  //                                              PENDING OPEN                       P_CONFIRM CONFIRMING    PAID    EXPIRED    EXPIRED_PAID    UNDERPAID   FROZEN
  'the payer authorises':                         [NO,    'PENDING_CONFIRM',         NO,       NO,           NO,     NO,        NO,             NO,         NO],
  'the payment settles':                          [NO,    NO,                        PAYS,     NO,           NO,     NO,        NO,             NO,         NO],
  'a transfer is seen in time':                   [NO,    'CONFIRMING',              NO,       'CONFIRMING', 'PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', NO],
  'a transfer is seen late':                      [NO,    NO,                        NO,       'CONFIRMING', 'PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', NO],
  'a part confirms, window open':                 [NO,    NO,                        NO,       'OPEN',       'PAID', SHORT,     'EXPIRED_PAID', 'UNDERPAID', NO],
  'a part confirms, window open, more in flight': [NO,    NO,                        NO,       'CONFIRMING', 'PAID', SHORT,     'EXPIRED_PAID', 'UNDERPAID', NO],
  'a part confirms, window over':                 [NO,    NO,                        NO,       SHORT,        'PAID', SHORT,     'EXPIRED_PAID', 'UNDERPAID', NO],
  'a part confirms, window over, more in flight': [NO,    NO,                        NO,       'CONFIRMING', 'PAID', SHORT,     'EXPIRED_PAID', 'UNDERPAID', NO],
  'enough confirms, window open':                 [NO,    NO,                        NO,       PAYS,         'PAID', PAYS_LATE, 'EXPIRED_PAID', PAYS_LATE,   NO],
  'enough confirms, window open, more in flight': [NO,    NO,                        NO,       PAYS,         'PAID', PAYS_LATE, 'EXPIRED_PAID', PAYS_LATE,   NO],
  'enough confirms, window over':                 [NO,    NO,                        NO,       PAYS,         'PAID', PAYS_LATE, 'EXPIRED_PAID', PAYS_LATE,   NO],
  'enough confirms, window over, more in flight': [NO,    NO,                        NO,       PAYS,         'PAID', PAYS_LATE, 'EXPIRED_PAID', PAYS_LATE,   NO],
  'the window ends, nothing confirmed':           [NO,    'EXPIRED payment.expired', NO,       NO,           NO,     NO,        NO,             NO,         NO],
  'the window ends, a part confirmed':            [NO,    SHORT,                     NO,       NO,           NO,     NO,        NO,             NO,         NO],
}

describe('the transition table', () => {
  it('has a cell for every status and every variant of a fact', () => {
    expect(Object.keys(TABLE)).toEqual(Object.keys(FACTS))
    for (const cells of Object.values(TABLE)) expect(cells).toHaveLength(STATUSES.length)
  })

  for (const [what, { fact, confirmed }] of Object.entries(FACTS)) {
    for (const [column, status] of STATUSES.entries()) {
      const expected = TABLE[what]?.[column]
      it(`when ${what}, makes of ${status}: ${expected}`, () => {
        const decision = decide({ status, confirmed: usdt(confirmed), minDue: MIN_DUE }, fact)
        expect(decision ? [decision.to, decision.event].filter(Boolean).join(' ') : NO).toBe(expected)
      })
    }
  }
})

describe('an order of 25.00 with 1 % tolerance', () => {
  const after = (text: string) =>
    decide(
      { status: 'CONFIRMING', confirmed: amount(text), minDue: MIN_DUE },
      confirmed({ inFlight: false, windowOver: false }),
    )?.to

  it('is PAID with 24.75 confirmed', () => {
    expect(after('24.75')).toBe('PAID')
  })

  it('is OPEN again with 24.749999', () => {
    expect(after('24.749999')).toBe('OPEN')
  })

  it('is PAID with more than it asked for', () => {
    expect(after('1000')).toBe('PAID')
  })
})

describe('any sequence of facts', () => {
  const anyFact: fc.Arbitrary<OrderFact> = fc.oneof(
    fc.constantFrom<OrderFact>({ kind: 'authorised' }, { kind: 'settled' }, { kind: 'window_over' }),
    fc.record({ kind: fc.constant('transfer_seen' as const), late: fc.boolean() }),
    fc.record({
      kind: fc.constant('transfer_confirmed' as const),
      inFlight: fc.boolean(),
      windowOver: fc.boolean(),
    }),
  )
  const anySequence = fc.array(fc.tuple(anyFact, fc.bigInt({ min: 1n, max: 3_000_000_000n })), {
    maxLength: 30,
  })

  /** The statuses an order goes through; a refused fact leaves it as it is. */
  function walk(start: OrderStatus, sequence: readonly (readonly [OrderFact, bigint])[]): OrderStatus[] {
    const statuses = [start]
    let confirmedSoFar = 0n
    let status = start
    for (const [fact, value] of sequence) {
      const after = fact.kind === 'transfer_confirmed' ? confirmedSoFar + value : confirmedSoFar
      const decision = decide({ status, confirmed: usdt(after), minDue: MIN_DUE }, fact)
      if (!decision) continue
      confirmedSoFar = after
      status = decision.to
      statuses.push(status)
    }
    return statuses
  }

  const MOVES = new Set([
    'OPEN>PENDING_CONFIRM',
    'OPEN>CONFIRMING',
    'OPEN>EXPIRED',
    'OPEN>UNDERPAID',
    'PENDING_CONFIRM>PAID',
    'CONFIRMING>PAID',
    'CONFIRMING>OPEN',
    'CONFIRMING>UNDERPAID',
    'EXPIRED>EXPIRED_PAID',
    'EXPIRED>UNDERPAID',
    'UNDERPAID>EXPIRED_PAID',
  ])

  it('never leaves the table', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATUSES), anySequence, (start, sequence) => {
        const statuses = walk(start, sequence)
        for (const [step, to] of statuses.entries()) {
          const from = statuses[step - 1] ?? to
          expect(from === to || MOVES.has(`${from}>${to}`), `${from} to ${to}`).toBe(true)
        }
      }),
      { seed: 7, numRuns: 3_000 },
    )
  })

  it('reaches every move of the table', () => {
    const taken = new Set<string>()
    const samples = fc.sample(fc.tuple(fc.constantFrom(...STATUSES), anySequence), {
      seed: 7,
      numRuns: 3_000,
    })
    for (const [start, sequence] of samples) {
      const statuses = walk(start, sequence)
      for (const [step, to] of statuses.entries()) taken.add(`${statuses[step - 1]}>${to}`)
    }
    expect([...MOVES].filter((move) => !taken.has(move))).toEqual([])
  })

  it('never reopens a PAID order', () => {
    fc.assert(
      fc.property(anySequence, (sequence) => walk('PAID', sequence).every((status) => status === 'PAID')),
      { seed: 7, numRuns: 2_000 },
    )
  })

  it('never takes an order that rests back into its window', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FINAL_STATUSES), anySequence, (start, sequence) =>
        walk(start, sequence).every((status) => FINAL_STATUSES.has(status)),
      ),
      { seed: 7, numRuns: 2_000 },
    )
  })
})
