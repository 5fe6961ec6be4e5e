import { describe, expect, it } from 'vitest'
import type { Finality } from '../../../../src/domain/chain/chain.js'
import {
  type RecordedTransfer,
  type SeenTransfer,
  transferName,
} from '../../../../src/domain/chain/transfer.js'
import { CUSTODY_LIMIT } from '../../../../src/domain/ledger/ledger.js'
import type { OnChainOrder } from '../../../../src/domain/orders/order.js'
import { FinalityResults } from '../../../../src/domain/payments/finality-queue.js'
import type { Findings, PaymentFindings } from '../../../../src/domain/payments/step/collect.js'
import type { TreasuryFindings } from '../../../../src/domain/payments/step/collect-treasury.js'
import { decide } from '../../../../src/domain/payments/step/decide.js'
import { usdt } from '../../../../src/domain/shared/money.js'
import { amount, START } from '../../../support/domain/context.js'
import { chainOrder } from '../../../support/storage/store-rows.js'

const ID = { environment: 'test', network: 'TRC20' } as const
const AT = START + 60_000
const block = (number: number, branch = '') => ({
  number,
  hash: `${number}${branch}`,
  timeAt: START + number,
})

const seen = (txHash: string, number: number, value = amount('25')): SeenTransfer => ({
  ...{ txHash, logIndex: 0, from: 'payer', to: 'T-order', origin: null, value },
  block: block(number),
})

/** A recorded transfer of the order `order`, unconfirmed, with a depth of 1. */
const recorded = (transfer: SeenTransfer, more: Partial<RecordedTransfer> = {}): RecordedTransfer => ({
  ...{ ...ID, ...transfer, incarnation: 1, orderId: 'order', isLate: false, dueBlock: transfer.block.number },
  ...{ ignoredReason: null, confirmedAt: null, isFlagged: false, screenedAt: AT, orphanedAt: null },
  ...{ attributedTo: null, ...more },
})

const arrival = (transfer: SeenTransfer) => ({ transfer, holderId: 'order', isLost: false })
const named = (...rows: readonly RecordedTransfer[]) => new Map(rows.map((row) => [transferName(row), row]))
const results = (finality: Finality, ...transfers: readonly SeenTransfer[]) =>
  new FinalityResults(transfers.map((transfer) => [transfer, finality]))

interface Given {
  readonly payments?: Partial<PaymentFindings>
  readonly treasury?: Partial<TreasuryFindings>
  readonly finality?: FinalityResults
  readonly custody?: bigint
  readonly order?: Partial<OnChainOrder>
  readonly inFlight?: number
}

/** Decides a step from block 5 to block 9 of a network with a depth of 1 and one order of 25 USDT. */
function decideStep(given: Given) {
  const findings: Findings = {
    ...{ id: ID, depth: 1, recordedTo: 5, upTo: 9, isScreened: false, custody: given.custody ?? 0n },
    finality: given.finality ?? new FinalityResults(),
    payments: { arrivals: [], gone: [], known: new Map(), ...given.payments },
    treasury: {
      seen: [],
      signed: [],
      gone: [],
      known: new Map(),
      destroyed: [],
      isRecovering: false,
      ...given.treasury,
    },
  }
  const order: OnChainOrder = { ...chainOrder('order', 'shop'), depth: 1, ...given.order }
  const matched = {
    orders: new Map([[order.id, order]]),
    inFlight: new Map([[order.id, given.inFlight ?? 0]]),
  }
  const first = decide(findings, matched, AT)
  expect(decide(findings, matched, AT)).toEqual(first)
  return {
    ...first,
    steps: first.transfers.flatMap(({ orderSteps }) =>
      orderSteps.map(({ fact, decision }) => `${fact.kind} ${decision.order.status}`),
    ),
    kinds: [...first.transfers, ...first.treasury].flatMap(({ postings }) =>
      postings.map(({ kind }) => kind),
    ),
  }
}

describe('a new payment', () => {
  const transfer = seen('new', 7)

  it('is recorded for the order that leases its address', () => {
    const { transfers, steps, handled } = decideStep({ payments: { arrivals: [arrival(transfer)] } })
    expect(transfers).toMatchObject([
      { isNew: true, row: { orderId: 'order', dueBlock: 7, confirmedAt: null } },
    ])
    expect([steps, handled]).toEqual([['transfer_seen CONFIRMING'], 1])
  })

  it('is confirmed by the same step when its depth is 1 and it is final', () => {
    const payments = { arrivals: [arrival(transfer)] }
    const { transfers, steps } = decideStep({ payments, finality: results('final', transfer) })
    expect(steps).toEqual(['transfer_seen CONFIRMING', 'transfer_confirmed PAID'])
    expect(transfers.map(({ isNew, row }) => [isNew, row.confirmedAt])).toEqual([
      [true, null],
      [false, AT],
    ])
  })

  it('goes to suspense when the order cannot take it', () => {
    const order = { status: 'FROZEN', rejectedAt: START } as const
    const payments = { arrivals: [arrival(transfer)] }
    const { transfers, steps, kinds } = decideStep({ payments, order, finality: results('final', transfer) })
    expect(transfers.map(({ row }) => row.orderId)).toEqual([null, null])
    expect([steps, kinds]).toEqual([[], ['deposit']])
  })

  it('counts as missed in a block that was recorded before, and as known only once', () => {
    const late = seen('late', 4)
    expect(decideStep({ payments: { arrivals: [arrival(late)] } })).toMatchObject({ handled: 1, missed: 1 })
    const payments = { arrivals: [arrival(late)], known: named(recorded(late)) }
    expect(decideStep({ payments })).toMatchObject({ handled: 0, missed: 0, transfers: [] })
  })
})

describe('a payment that left the chain', () => {
  const gone = recorded(seen('gone', 6))
  const order = { status: 'CONFIRMING', received: amount('25') } as const

  it('opens its order again', () => {
    expect(decideStep({ payments: { gone: [gone] }, order, inFlight: 1 }).steps).toEqual([
      'transfer_orphaned OPEN',
    ])
  })

  it('leaves its order as it is while another one is in flight', () => {
    const steps = ['transfer_orphaned CONFIRMING']
    expect(decideStep({ payments: { gone: [gone] }, order, inFlight: 2 }).steps).toEqual(steps)
  })

  it('leaves its order as it is when the same step replaces it', () => {
    const payments = { gone: [gone], arrivals: [arrival(seen('other', 8))] }
    expect(decideStep({ payments, order, inFlight: 1 }).steps).toEqual([
      'transfer_seen CONFIRMING',
      'transfer_orphaned CONFIRMING',
    ])
  })

  it('is dropped without a reversal when it was never in its block', () => {
    const payments = { known: named(gone) }
    const { transfers, steps, kinds } = decideStep({
      ...{ payments, order, inFlight: 1, finality: results('absent', gone) },
    })
    expect(transfers).toMatchObject([{ isNew: false, row: { orphanedAt: AT } }])
    expect([steps, kinds]).toEqual([['transfer_orphaned OPEN'], []])
  })
})

it('a final payment waits while others of the same step use the rest of the custody cap', () => {
  const [one, two] = [recorded(seen('one', 6)), recorded(seen('two', 6))]
  const custody = CUSTODY_LIMIT - amount('30')
  const order = { status: 'CONFIRMING', received: amount('50') } as const
  const { transfers, handled } = decideStep({
    ...{
      payments: { known: named(one, two) },
      order,
      inFlight: 2,
      custody,
      finality: results('final', two, one),
    },
  })
  expect(transfers.map(({ row }) => row.txHash)).toEqual(['one'])
  expect(handled).toBe(1)
})

it('a final payment above the custody cap does not count', () => {
  const one = recorded(seen('one', 6))
  const order = { status: 'CONFIRMING', received: amount('25') } as const
  const { transfers, steps } = decideStep({
    ...{ payments: { known: named(one) }, order, inFlight: 1, finality: results('final', one) },
    custody: CUSTODY_LIMIT,
  })
  expect(transfers).toMatchObject([{ row: { orderId: null, ignoredReason: 'over_cap', confirmedAt: null } }])
  expect(steps).toEqual(['transfer_orphaned OPEN'])
})

describe('a transfer out of a former hot wallet', () => {
  const sweep = { ...seen('sweep', 8), kind: 'sweep', to: 'somewhere', isFromFormer: true } as const
  const kindOf = (payments: Partial<PaymentFindings>, isRecovering: boolean) =>
    decideStep({ payments, treasury: { seen: [sweep], isRecovering } }).treasury.map(({ row }) => row.kind)

  it('is a sweep, but may be a lost payment while the database is recovering', () => {
    expect([kindOf({}, false), kindOf({}, true)]).toEqual([['sweep'], ['outgoing']])
  })

  it('may be a lost payment when the same step shows that the database has lost an order', () => {
    const lost = { transfer: seen('lost', 7), holderId: undefined, isLost: true }
    expect(kindOf({ arrivals: [lost] }, false)).toEqual(['outgoing'])
  })
})

it('destroyed funds are confirmed by depth alone, in the step that reports them too', () => {
  const destroyed = { ...seen('destroyed', 9, usdt(5n)), kind: 'destroyed', to: null } as const
  const { treasury, kinds } = decideStep({ treasury: { seen: [destroyed] } })
  expect(treasury.map(({ row }) => row.confirmedAt)).toEqual([null, AT])
  expect(kinds).toEqual(['destroyed'])
})
