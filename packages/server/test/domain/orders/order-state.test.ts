import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AppOrder,
  type OnChainOrder,
  ORDER_STATUSES,
  type Order,
} from '../../../src/domain/orders/order.js'
import type { OrderFact } from '../../../src/domain/orders/order-fact.js'
import { type Decision, decide } from '../../../src/domain/orders/order-state.js'
import { add, chainFee, subtract, type Usdt, usdt, ZERO } from '../../../src/domain/shared/money.js'
import { amount, START } from '../../support/domain/context.js'
import { appOrder, chainOrder } from '../../support/storage/store-rows.js'

const AT = START + 60_000
const PART = amount('10')
const REST = amount('15')
const WHOLE = amount('25')
const FULL = { received: WHOLE, confirmed: WHOLE, credited: amount('24.75') } as const
const SHORT = { received: PART, confirmed: PART, credited: amount('9.9') } as const
const NONE = { received: ZERO, confirmed: ZERO, credited: ZERO } as const
const CALM = { inFlight: false } as const
const BUSY = { inFlight: true } as const

const transferOf = (value: Usdt, txHash = 'tx') =>
  ({ environment: 'test', network: 'TRC20', txHash, logIndex: 0, incarnation: 1, value }) as const
const payment = { id: 'payment', amount: WHOLE }

const seen = (value: Usdt, more: { isLate?: boolean; isFlagged?: boolean } = {}): OrderFact => ({
  kind: 'transfer_seen',
  transfer: transferOf(value),
  isLate: false,
  isFlagged: false,
  ...more,
})
const confirmed = (value: Usdt, around: typeof CALM | typeof BUSY): OrderFact => ({
  kind: 'transfer_confirmed',
  transfer: transferOf(value),
  isAttributed: false,
  ...around,
})
const orphaned = (value: Usdt, wasConfirmed: boolean, around: typeof CALM | typeof BUSY): OrderFact => ({
  kind: 'transfer_orphaned',
  transfer: transferOf(value),
  wasConfirmed,
  isAttributed: false,
  ...around,
})
const cleared = (around: typeof CALM | typeof BUSY): OrderFact => ({
  kind: 'cleared',
  ...around,
})
const authorised = (windowOver: boolean): OrderFact => ({
  kind: 'authorised',
  payment,
  remark: null,
  windowOver,
})

/** An on-chain order of 25.00 with 1 % tolerance and 1 % fee. */
const chain = (status: Order['status'], more: Partial<OnChainOrder> = {}): OnChainOrder => ({
  ...chainOrder('order', 'shop'),
  status,
  frozenReason: status === 'FROZEN' ? 'compliance' : null,
  windowEndedAt: ['EXPIRED', 'UNDERPAID', 'EXPIRED_PAID'].includes(status) ? START : null,
  ...more,
})
const app = (status: Order['status']): AppOrder => ({ ...appOrder('order', 'shop'), status })

/** The bookings of a decision: kind, and what it moves between which accounts. */
const bookingsOf = (decision: Decision<Order> | undefined): string[] =>
  (decision?.postings ?? []).map(
    ({ kind, legs }) =>
      `${kind} ${legs
        .filter((leg) => leg.amount > 0n)
        .map((leg) => `${leg.debit.code}→${leg.credit.code} ${leg.amount}`)
        .join(', ')}`,
  )

interface Row {
  readonly order: Order
  readonly fact: OrderFact
  readonly to: Order['status']
  readonly event?: string
  readonly bookings?: readonly string[]
  readonly also?: Partial<OnChainOrder>
}

const DEPOSIT_WHOLE = 'deposit custody:TRC20→available 2500000000, available→fees 25000000'
const DEPOSIT_PART = 'deposit custody:TRC20→available 1000000000, available→fees 10000000'
const DEPOSIT_REST = 'deposit custody:TRC20→available 1500000000, available→fees 15000000'
const REVERSE_WHOLE = 'reverse fees→available 25000000, available→custody:TRC20 2500000000'
const REVERSE_PART = 'reverse fees→available 10000000, available→custody:TRC20 1000000000'
const UNDER_WAY = { received: WHOLE, confirmed: ZERO, credited: ZERO }

/** The rows of the table, by number and what sets each apart. Row 1 is `createOrder`, whose order the others begin with. */
const TABLE: Record<string, Row> = {
  'row 2: the payer authorises': {
    order: app('OPEN'),
    fact: authorised(false),
    to: 'PENDING_CONFIRM',
    bookings: ['app_hold app_rail→held 2500000000'],
  },
  'row 3: the client app settles': {
    order: app('PENDING_CONFIRM'),
    fact: { kind: 'settled', payment },
    to: 'PAID',
    event: 'payment.confirmed',
    bookings: ['app_settle held→available 2500000000, available→fees 25000000'],
    also: { paidAt: AT, ...FULL },
  },
  'row 4: the client app voids in the window': {
    order: app('PENDING_CONFIRM'),
    fact: { kind: 'voided', payment, windowOver: false },
    to: 'OPEN',
    bookings: ['app_void held→app_rail 2500000000'],
  },
  'row 4: the client app voids past the window': {
    order: app('PENDING_CONFIRM'),
    fact: { kind: 'voided', payment, windowOver: true },
    to: 'EXPIRED',
    event: 'payment.expired',
    bookings: ['app_void held→app_rail 2500000000'],
    also: { windowEndedAt: AT },
  },
  'row 5: a transfer is in a block': {
    order: chain('OPEN'),
    fact: seen(WHOLE),
    to: 'CONFIRMING',
    also: UNDER_WAY,
  },
  'row 5: another one is in a block': {
    order: chain('CONFIRMING', { received: PART }),
    fact: seen(REST),
    to: 'CONFIRMING',
    also: UNDER_WAY,
  },
  'row 6: enough reached its depth': {
    order: chain('CONFIRMING', { received: WHOLE }),
    fact: confirmed(WHOLE, CALM),
    to: 'PAID',
    event: 'payment.confirmed',
    bookings: [DEPOSIT_WHOLE],
    also: { ...FULL, paidAt: AT },
  },
  'row 6: enough reached its depth while more is in flight': {
    order: chain('CONFIRMING', { received: add(WHOLE, PART) }),
    fact: confirmed(WHOLE, BUSY),
    to: 'PAID',
    event: 'payment.confirmed',
    bookings: [DEPOSIT_WHOLE],
  },
  'row 7: a part reached its depth': {
    order: chain('CONFIRMING', { received: PART }),
    fact: confirmed(PART, CALM),
    to: 'OPEN',
    bookings: [DEPOSIT_PART],
    also: SHORT,
  },
  'row 7: a part reached its depth while more is in flight': {
    order: chain('CONFIRMING', { received: WHOLE }),
    fact: confirmed(PART, BUSY),
    to: 'CONFIRMING',
    bookings: [DEPOSIT_PART],
  },
  'row 8: the transfer is dropped': {
    order: chain('CONFIRMING', { received: WHOLE }),
    fact: orphaned(WHOLE, false, CALM),
    to: 'OPEN',
    also: NONE,
  },
  'row 8: the transfer is dropped, a part remains': {
    order: chain('CONFIRMING', { ...SHORT, received: WHOLE }),
    fact: orphaned(REST, false, CALM),
    to: 'OPEN',
    also: { ...SHORT, windowEndedAt: null },
  },
  'row 8: the transfer is dropped while another is in flight': {
    order: chain('CONFIRMING', { received: WHOLE }),
    fact: orphaned(REST, false, BUSY),
    to: 'CONFIRMING',
    also: { received: PART },
  },
  'row 10: the window ends with nothing': {
    order: chain('OPEN'),
    fact: { kind: 'window_over' },
    to: 'EXPIRED',
    event: 'payment.expired',
    also: { windowEndedAt: AT },
  },
  'row 10: the window of an app-only order ends': {
    order: app('OPEN'),
    fact: { kind: 'window_over' },
    to: 'EXPIRED',
    event: 'payment.expired',
  },
  'row 11: the window ends with a part': {
    order: chain('OPEN', SHORT),
    fact: { kind: 'window_over' },
    to: 'UNDERPAID',
    event: 'payment.underpaid',
  },
  'row 12: a late transfer pays an EXPIRED order': {
    order: chain('EXPIRED', { received: WHOLE }),
    fact: confirmed(WHOLE, CALM),
    to: 'EXPIRED_PAID',
    event: 'payment.confirmed',
    bookings: [DEPOSIT_WHOLE],
    also: { ...FULL, paidAt: AT, windowEndedAt: START },
  },
  'row 12: a late transfer pays the rest of an UNDERPAID order': {
    order: chain('UNDERPAID', { ...SHORT, received: WHOLE }),
    fact: confirmed(REST, CALM),
    to: 'EXPIRED_PAID',
    event: 'payment.confirmed',
    bookings: [DEPOSIT_REST],
    also: FULL,
  },
  'row 13: a late transfer is not enough for an EXPIRED order': {
    order: chain('EXPIRED', { received: PART }),
    fact: confirmed(PART, CALM),
    to: 'UNDERPAID',
    event: 'payment.underpaid',
    bookings: [DEPOSIT_PART],
  },
  'row 13: a late transfer is not enough for an UNDERPAID order, which sends no second event': {
    order: chain('UNDERPAID', { received: amount('20'), confirmed: PART, credited: amount('9.9') }),
    fact: confirmed(PART, CALM),
    to: 'UNDERPAID',
    bookings: [DEPOSIT_PART],
  },
  'a late transfer is seen before the look that ends the window': {
    order: chain('OPEN'),
    fact: seen(PART, { isLate: true }),
    to: 'OPEN',
    also: { received: PART },
  },
  'row 14: another transfer for a PAID order is seen': {
    order: chain('PAID', FULL),
    fact: seen(PART, { isLate: true }),
    to: 'PAID',
    also: { received: amount('35') },
  },
  'row 14: another transfer for a PAID order settles': {
    order: chain('PAID', { ...FULL, received: amount('35'), paidAt: START }),
    fact: confirmed(PART, CALM),
    to: 'PAID',
    event: 'payment.overpaid',
    bookings: [DEPOSIT_PART],
    also: { confirmed: amount('35'), credited: amount('34.65'), paidAt: START },
  },
  'row 14: another transfer for an EXPIRED_PAID order settles': {
    order: chain('EXPIRED_PAID', { ...FULL, received: amount('35') }),
    fact: confirmed(PART, CALM),
    to: 'EXPIRED_PAID',
    event: 'payment.overpaid',
    bookings: [DEPOSIT_PART],
  },
  'row 14: the rest of an order that was PAID within its tolerance settles': {
    order: chain('PAID', { received: WHOLE, confirmed: amount('15'), credited: amount('14.85') }),
    fact: confirmed(PART, CALM),
    to: 'PAID',
    bookings: [DEPOSIT_PART],
  },
  ...Object.fromEntries(
    (['OPEN', 'CONFIRMING', 'PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID'] as const).flatMap((status) => {
      const order = chain(status, SHORT)
      const frozen = {
        order,
        to: 'FROZEN',
        event: 'payment.frozen',
        bookings: ['freeze available→frozen 990000000'],
      } as const
      return [
        [
          `row 15: an ${status} order receives a flagged transfer`,
          { ...frozen, fact: seen(REST, { isFlagged: true }) },
        ],
        [
          `row 15: screening flags a transfer of an ${status} order`,
          { ...frozen, fact: { kind: 'flagged' } },
        ],
      ] as [string, Row][] // pairs of a name and its row
    }),
  ),
  'row 15: a FROZEN order receives a flagged transfer': {
    order: chain('FROZEN', SHORT),
    fact: seen(REST, { isFlagged: true }),
    to: 'FROZEN',
    also: { received: WHOLE, frozenReason: 'compliance' },
  },
  'row 15: a transfer for a FROZEN order settles under review': {
    order: chain('FROZEN', { received: WHOLE }),
    fact: confirmed(WHOLE, CALM),
    to: 'FROZEN',
    bookings: ['deposit custody:TRC20→frozen 2500000000, frozen→fees 25000000'],
  },
  'row 16: the operator clears an order that is paid': {
    order: chain('FROZEN', FULL),
    fact: cleared(CALM),
    to: 'PAID',
    event: 'payment.confirmed',
    bookings: ['clear frozen→available 2475000000'],
    also: { frozenReason: null, paidAt: AT },
  },
  'row 16: the operator clears an order that was paid late': {
    order: chain('FROZEN', { ...FULL, windowEndedAt: START }),
    fact: cleared(CALM),
    to: 'EXPIRED_PAID',
    event: 'payment.confirmed',
    bookings: ['clear frozen→available 2475000000'],
  },
  'row 16: the operator clears an order with a part': {
    order: chain('FROZEN', SHORT),
    fact: cleared(CALM),
    to: 'OPEN',
    bookings: ['clear frozen→available 990000000'],
  },
  'row 16: the operator clears an order whose window had ended with a part': {
    order: chain('FROZEN', { ...SHORT, windowEndedAt: START }),
    fact: cleared(CALM),
    to: 'UNDERPAID',
    event: 'payment.underpaid',
    bookings: ['clear frozen→available 990000000'],
  },
  'row 16: the operator clears an order whose window had ended with nothing': {
    order: chain('FROZEN', { windowEndedAt: START }),
    fact: cleared(CALM),
    to: 'EXPIRED',
    event: 'payment.expired',
  },
  'row 16: the operator clears an order whose window had ended, a transfer in flight or not': {
    order: chain('FROZEN', { received: WHOLE, windowEndedAt: START }),
    fact: cleared(BUSY),
    to: 'EXPIRED',
    event: 'payment.expired',
  },
  'row 16: the operator clears an order with a transfer in flight': {
    order: chain('FROZEN', { received: WHOLE }),
    fact: cleared(BUSY),
    to: 'CONFIRMING',
  },
  ...Object.fromEntries(
    (['PAID', 'EXPIRED_PAID', 'UNDERPAID'] as const).map((status): [string, Row] => [
      `row 17: a credited transfer of an ${status} order is orphaned`,
      {
        order: chain(status, FULL),
        fact: orphaned(REST, true, CALM),
        to: 'FROZEN',
        event: 'payment.frozen',
        bookings: [
          'reverse fees→available 15000000, available→custody:TRC20 1500000000',
          'freeze available→frozen 990000000',
        ],
        also: { ...SHORT, frozenReason: 'reorg' },
      },
    ]),
  ),
  ...Object.fromEntries(
    (['OPEN', 'CONFIRMING'] as const).map((status): [string, Row] => [
      `row 17: a credited transfer of an ${status} order is orphaned`,
      {
        order: chain(status, SHORT),
        fact: orphaned(PART, true, CALM),
        to: status,
        bookings: [REVERSE_PART],
        also: NONE,
      },
    ]),
  ),
  'row 17: a credited transfer of a FROZEN order is orphaned': {
    order: chain('FROZEN', FULL),
    fact: orphaned(WHOLE, true, CALM),
    to: 'FROZEN',
    bookings: [REVERSE_WHOLE.replaceAll('available', 'frozen')],
    also: { ...NONE, frozenReason: 'compliance' },
  },
  'row 18: the operator rejects': {
    order: chain('FROZEN', FULL),
    fact: { kind: 'rejected' },
    to: 'FROZEN',
    bookings: ['reject frozen→operator:TRC20 2475000000'],
    also: { rejectedAt: AT, credited: ZERO, confirmed: WHOLE, received: WHOLE },
  },
}

describe('the transition table', () => {
  for (const [name, { order, fact, to, event, bookings = [], also = {} }] of Object.entries(TABLE)) {
    it(name, () => {
      const decision = decide(order, fact, AT)
      expect(decision?.order).toMatchObject({ status: to, version: 2, updatedAt: AT, ...also })
      expect(decision?.event).toBe(event)
      expect(bookingsOf(decision)).toEqual(bookings)
    })
  }
})

const AROUND = [CALM, BUSY] as const
/** Every variant of every fact. */
const FACTS: readonly OrderFact[] = [
  ...[true, false].map(authorised),
  { kind: 'settled', payment },
  ...[true, false].map((windowOver): OrderFact => ({ kind: 'voided', payment, windowOver })),
  ...[true, false].flatMap((isLate) => [true, false].map((isFlagged) => seen(PART, { isLate, isFlagged }))),
  ...AROUND.flatMap((around): OrderFact[] =>
    [true, false].map((isAttributed) => ({
      kind: 'transfer_confirmed',
      transfer: transferOf(PART),
      isAttributed,
      ...around,
    })),
  ),
  ...AROUND.flatMap((around) =>
    [true, false].flatMap((wasConfirmed): OrderFact[] =>
      [true, false].map((isAttributed) => ({
        kind: 'transfer_orphaned',
        transfer: transferOf(PART),
        wasConfirmed,
        isAttributed,
        ...around,
      })),
    ),
  ),
  { kind: 'transfer_declined', transfer: transferOf(PART) },
  { kind: 'flagged' },
  { kind: 'window_over' },
  ...AROUND.map((around): OrderFact => ({ kind: 'cleared', ...around })),
  { kind: 'rejected' },
]

/** The statuses in which a fact means something, told once more and apart from the code; everything else is refused. */
function accepting(kind: 'app' | 'on-chain', fact: OrderFact): readonly string[] {
  const resting = ['PAID', 'EXPIRED', 'EXPIRED_PAID', 'UNDERPAID', 'FROZEN']
  const chainOnly = (statuses: readonly string[]) => (kind === 'on-chain' ? statuses : [])
  const appOnly = (statuses: readonly string[]) => (kind === 'app' ? statuses : [])
  switch (fact.kind) {
    case 'authorised':
      return fact.windowOver ? [] : appOnly(['OPEN'])
    case 'settled':
    case 'voided':
      return appOnly(['PENDING_CONFIRM'])
    case 'transfer_seen':
      return chainOnly(['OPEN', 'CONFIRMING', ...resting])
    case 'transfer_confirmed':
      return chainOnly(['CONFIRMING', ...resting])
    case 'transfer_orphaned': {
      const always = ['OPEN', 'CONFIRMING', ...resting]
      return chainOnly(fact.wasConfirmed ? always.filter((status) => status !== 'EXPIRED') : always)
    }
    case 'transfer_declined':
      return chainOnly(ORDER_STATUSES)
    case 'flagged':
      return chainOnly(['OPEN', 'CONFIRMING', ...resting])
    case 'window_over':
      return ['OPEN']
    case 'cleared':
    case 'rejected':
      return chainOnly(['FROZEN'])
  }
}

describe('every pair of status and fact', () => {
  for (const status of ORDER_STATUSES) {
    for (const order of [chain(status, FULL), app(status)]) {
      it(`is taken or refused as the table says: ${order.kind}, ${status}`, () => {
        const accepted = FACTS.filter((fact) => decide(order, fact, AT) !== undefined)
        expect(accepted).toEqual(FACTS.filter((fact) => accepting(order.kind, fact).includes(status)))
      })
    }
  }

  it('is refused to a rejected order, but for what takes a transfer away', () => {
    const order = chain('FROZEN', { ...FULL, credited: ZERO, rejectedAt: START })
    const accepted = FACTS.filter((fact) => decide(order, fact, AT) !== undefined)
    expect(new Set(accepted.map(({ kind }) => kind))).toEqual(
      new Set(['transfer_orphaned', 'transfer_declined']),
    )
  })
})

describe('an order of 25.00 with 1 % tolerance', () => {
  const after = (text: string) => {
    const order = chain('CONFIRMING', { received: amount(text) })
    return decide(order, confirmed(amount(text), CALM), AT)?.order.status
  }

  it('is PAID with 24.75 confirmed', () => {
    expect(after('24.75')).toBe('PAID')
  })

  it('is OPEN again with 24.749999', () => {
    expect(after('24.749999')).toBe('OPEN')
  })
})

/** One thing that can happen to an order's transfers, or to the order. */
type Happening =
  | { what: 'send'; value: Usdt; isLate: boolean; isFlagged: boolean }
  | { what: 'confirm' | 'drop'; which: number }
  | { what: 'flagged' | 'window_over' | 'cleared' | 'rejected' }

interface Story {
  order: OnChainOrder
  readonly transfers: Map<string, { value: Usdt; isConfirmed: boolean; isLate: boolean }>
  readonly decisions: Decision<OnChainOrder>[]
  windowOver: boolean
}

/** Lets a happening become the fact that the watcher would tell; nothing where there is no such transfer. */
function factOf(story: Story, happening: Happening, at: number): OrderFact | undefined {
  const { transfers, windowOver } = story
  const waiting = [...transfers].filter(([, { isConfirmed }]) => !isConfirmed)
  const inFlightBut = (hash: string) => waiting.some(([other, { isLate }]) => other !== hash && !isLate)
  switch (happening.what) {
    case 'send': {
      const { value, isFlagged } = happening
      const isLate = happening.isLate && windowOver
      return { kind: 'transfer_seen', transfer: transferOf(value, `tx ${at}`), isLate, isFlagged }
    }
    case 'confirm':
    case 'drop': {
      const among = happening.what === 'confirm' ? waiting : [...transfers]
      const found = among[happening.which % Math.max(among.length, 1)]
      if (!found) return undefined
      const [hash, { value, isConfirmed: wasConfirmed }] = found
      const around = {
        inFlight: inFlightBut(hash),
        isAttributed: false,
        transfer: transferOf(value, hash),
      }
      return happening.what === 'confirm'
        ? { kind: 'transfer_confirmed', ...around }
        : { kind: 'transfer_orphaned', wasConfirmed, ...around }
    }
    case 'cleared':
      return { kind: 'cleared', inFlight: inFlightBut('') }
    default:
      return { kind: happening.what }
  }
}

function tell(happenings: readonly Happening[]): Story {
  const story: Story = { order: chain('OPEN'), transfers: new Map(), decisions: [], windowOver: false }
  for (const [at, happening] of happenings.entries()) {
    if (happening.what === 'window_over') story.windowOver = true
    const fact = factOf(story, happening, at)
    const decision = fact && decide(story.order, fact, AT + at)
    if (!fact || !decision) continue
    noteTransfer(story, fact)
    story.order = decision.order
    story.decisions.push(decision)
  }
  return story
}

function noteTransfer({ transfers }: Story, fact: OrderFact): void {
  if (fact.kind === 'transfer_seen') {
    const { txHash, value } = fact.transfer
    transfers.set(txHash, { value, isConfirmed: false, isLate: fact.isLate })
  }
  if (fact.kind === 'transfer_confirmed') {
    const { txHash, value } = fact.transfer
    const isLate = transfers.get(txHash)?.isLate ?? false
    transfers.set(txHash, { value, isConfirmed: true, isLate })
  }
  if (fact.kind === 'transfer_orphaned') transfers.delete(fact.transfer.txHash)
}

/** Returns the balance of an account after the postings of a sequence of facts. */
function left({ decisions }: Story, code: string): bigint {
  let sum = 0n
  for (const { legs } of decisions.flatMap(({ postings }) => postings)) {
    for (const leg of legs) {
      if (leg.debit.code === code) sum -= leg.amount
      if (leg.credit.code === code) sum += leg.amount
    }
  }
  return sum
}

describe('any sequence of facts', () => {
  const which = fc.nat(9)
  const value = fc.oneof(
    fc.constantFrom(WHOLE, PART, REST, amount('12.345675')),
    fc.bigInt({ min: 1n, max: 40_000_000n }).map((steps) => usdt(steps * 100n)),
  )
  const anything: fc.Arbitrary<Happening> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constant('send' as const),
        value,
        isLate: fc.boolean(),
        isFlagged: fc.nat(9).map((n) => n === 0),
      }),
    },
    { weight: 5, arbitrary: fc.record({ what: fc.constant('confirm' as const), which }) },
    { weight: 2, arbitrary: fc.record({ what: fc.constant('drop' as const), which }) },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constantFrom(
          'flagged' as const,
          'window_over' as const,
          'cleared' as const,
          'cleared' as const,
          'rejected' as const,
        ),
      }),
    },
  )
  const stories = fc.array(anything, { maxLength: 40 }).map(tell)
  const always = (check: (story: Story) => void) =>
    fc.assert(fc.property(stories, check), { seed: 7, numRuns: 2_000 })

  it('keeps received ≥ confirmed ≥ credited ≥ 0', () => {
    always(({ decisions }) => {
      for (const { order } of decisions) {
        expect(order.received >= order.confirmed && order.confirmed >= order.credited).toBe(true)
        expect(order.credited >= 0n).toBe(true)
      }
    })
  })

  it('credits what was confirmed less the fee on all of it, or nothing once rejected', () => {
    always(({ decisions }) => {
      for (const { order } of decisions) {
        const due = subtract(order.confirmed, chainFee(order.confirmed, order.feeRate))
        expect(order.credited).toBe(order.rejectedAt === null ? due : ZERO)
      }
    })
  })

  it('counts every transfer that stands, once', () => {
    always(({ order, transfers }) => {
      const standing = [...transfers.values()]
      const sum = (of: typeof standing) => of.reduce((total, one) => total + one.value, 0n)
      expect(order.received).toBe(sum(standing))
      expect(order.confirmed).toBe(sum(standing.filter(({ isConfirmed }) => isConfirmed)))
    })
  })

  it('makes the version grow by one with each change', () => {
    always(({ decisions }) => {
      expect(decisions.map(({ order }) => order.version)).toEqual(decisions.map((_, at) => at + 2))
    })
  })

  it('books what is credited, the fee, and nothing else', () => {
    always((story) => {
      const { order } = story
      const isFrozen = order.status === 'FROZEN'
      const fee = chainFee(order.confirmed, order.feeRate)
      expect(left(story, 'available')).toBe(isFrozen ? 0n : order.credited)
      expect(left(story, 'frozen')).toBe(isFrozen ? order.credited : 0n)
      expect(left(story, 'fees')).toBe(fee)
      expect(left(story, 'custody:TRC20')).toBe(-order.confirmed)
      expect(left(story, 'operator:TRC20')).toBe(order.rejectedAt === null ? 0n : order.confirmed - fee)
    })
  })

  it('never lets a rejected order be anything else again', () => {
    always(({ decisions }) => {
      const from = decisions.findIndex(({ order }) => order.rejectedAt !== null)
      const after = from < 0 ? [] : decisions.slice(from)
      for (const { order } of after) expect([order.status, order.credited]).toEqual(['FROZEN', ZERO])
    })
  })

  it('never lets an order that has ended be paid in time, nor wait for its window again', () => {
    always(({ decisions }) => {
      const from = decisions.findIndex(({ order }) => order.windowEndedAt !== null)
      const after = from < 0 ? [] : decisions.slice(from)
      for (const { order } of after) expect(['OPEN', 'CONFIRMING', 'PAID']).not.toContain(order.status)
    })
  })

  it('owes an event for each new status at which a merchant looks, for what is too much then, and none otherwise', () => {
    const events: Partial<Record<Order['status'], string>> = {
      PAID: 'payment.confirmed',
      EXPIRED_PAID: 'payment.confirmed',
      EXPIRED: 'payment.expired',
      UNDERPAID: 'payment.underpaid',
      FROZEN: 'payment.frozen',
    }
    const eventAt = (earlier: Order | undefined, status: Order['status']) =>
      (earlier?.status ?? 'OPEN') === status ? undefined : events[status]
    always(({ decisions }) => {
      for (const [at, { order, event }] of decisions.entries()) {
        const earlier = decisions[at - 1]?.order
        const hasMore = order.confirmed > (earlier?.confirmed ?? ZERO) && order.confirmed > order.amount
        const isPaid = order.status === 'PAID' || order.status === 'EXPIRED_PAID'
        const whenSame = isPaid && hasMore ? 'payment.overpaid' : undefined
        expect(event).toBe(earlier?.status === order.status ? whenSame : eventAt(earlier, order.status))
      }
    })
  })
})
