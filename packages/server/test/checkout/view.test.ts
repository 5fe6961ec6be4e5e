import { describe, expect, it } from 'vitest'
import { type Facts, type View, viewOf } from '../../src/checkout/view.js'
import type { WordKey } from '../../src/checkout/words.js'
import type { RecordedTransfer } from '../../src/domain/chain/transfer.js'
import { NO_BRAND } from '../../src/domain/merchants/brand.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { formatUsdt } from '../../src/domain/shared/money.js'
import { readLocales } from '../../src/runtime/assets.js'
import { Languages } from '../../src/ui/words.js'
import { amount } from '../support/domain/context.js'
import { chainOrder } from '../support/storage/store-rows.js'

const SETTINGS = {
  supportContact: undefined,
  explorers: {
    TRC20: 'https://tron.example/{tx}',
    ERC20: 'https://ether.example/{tx}',
    BEP20: 'https://bnb.example/{tx}',
  },
}

function see(order: Partial<OnChainOrder>, facts: Partial<Facts> = {}): View {
  const given: Facts = {
    order: { ...chainOrder('1', 'ada'), ...order },
    merchant: { name: 'Ada', email: 'ada@books.example' },
    brand: undefined,
    ...NO_MOVEMENT,
    isPlayable: false,
    ...facts,
  }
  return viewOf(given, SETTINGS, given.order.createdAt)
}

const NO_MOVEMENT = {
  transfers: [],
  awaited: [],
  head: undefined,
  isClosed: false,
  linkToken: undefined,
  refundAddresses: { left: [], isAsked: false },
}
const headAt = (number: number, timeAt = 0) => ({ number, timeAt })

/** The amount of every order here. */
const AMOUNT = chainOrder('1', 'ada').amount

const transfer = (fields: Partial<RecordedTransfer>): RecordedTransfer =>
  ({ txHash: 'aa', confirmedAt: null, dueBlock: 100, block: { timeAt: 7 }, ...fields }) as RecordedTransfer // the fields that the page reads

describe('the view of a payer', () => {
  it('the view of a payer of an order that is being prepared has neither an address nor an amount to send', () => {
    const { row, address, remaining } = see({ status: 'PENDING' })
    expect([row, address, remaining]).toEqual(['pending', undefined, undefined])
  })

  it.each([
    ['live', 'TRC20', 'https://tron.example/aa'],
    ['live', 'ERC20', 'https://ether.example/aa'],
    ['test', 'ERC20', undefined],
  ] as const)(
    'the view of a payer of a %s transaction on %s is linked to %s',
    (environment, network, link) => {
      const { transactions } = see(
        { status: 'PAID', environment, network },
        { transfers: [transfer({ confirmedAt: 1 }), transfer({ confirmedAt: 1 })] },
      )
      expect(transactions).toEqual([{ hash: 'aa', link, seenAt: 7 }])
    },
  )

  it.each([
    [88, 0],
    [89, 1],
    [95, 7],
    [99, 11],
  ])(
    'the view of a payer at block %i of a payment that is due at 100 is %i confirmations of 12',
    (headNumber, count) => {
      const order = { status: 'CONFIRMING', depth: 12, received: AMOUNT } as const
      const { row, confirmations } = see(order, { head: headAt(headNumber), awaited: [transfer({})] })
      expect([row, confirmations]).toEqual(['confirming', { count, required: 12 }])
    },
  )

  it('of an accepted payment is another one once a reorganisation has taken a part of it, and while more arrives', () => {
    const acceptance = { amount: amount('5'), at: 1, by: 'key' }
    const seen = (received: string, confirmed = received) =>
      see({ status: 'UNDERPAID', acceptance, received: amount(received), confirmed: amount(confirmed) }).row
    expect([seen('5'), seen('4'), seen('6', '5')]).toEqual(['accepted', 'underpaid', 'late'])
  })

  it('counts the confirmations of the payment that has the fewest, and shows a final check when all have enough', () => {
    const order = { status: 'CONFIRMING', depth: 12, received: AMOUNT } as const
    const awaited = [transfer({}), transfer({ dueBlock: 105 })]
    const transfers = [transfer({ dueBlock: 300, confirmedAt: 1 })]
    const seen = see(order, { head: headAt(102), awaited, transfers })
    expect(seen.confirmations).toEqual({ count: 9, required: 12 })
    expect(see(order, { head: headAt(105), awaited, transfers }).row).toBe('final_check')
  })

  it('the view of a payer of a part of the amount that is being confirmed keeps the page open', () => {
    const rowOf = (received: string, headNumber: number) =>
      see(
        { status: 'CONFIRMING', depth: 12, received: amount(received) },
        { head: headAt(headNumber), awaited: [transfer({})] },
      ).row
    expect(rowOf('10.00', 95)).toBe('confirming_part')
    expect(rowOf('10.00', 105)).toBe('confirming_part') // it waits for screening and for the rest
    expect(rowOf('24.75', 95)).toBe('confirming')
  })

  it.each([
    ['0.999999', '0.00', 'pay', '25.00'],
    ['10.50', '10.00', 'pay_rest', '15.00'],
    ['1.00', '0.00', 'confirming_part', undefined],
    ['25.50', '25.00', 'confirming', undefined],
    ['24.80', '24.10', 'confirming', undefined],
  ])(
    'the view of a payer while %s is there, %s of it confirmed, is row %s: a small amount takes no address away',
    (received, confirmed, row, remaining) => {
      const order = {
        status: 'CONFIRMING',
        depth: 12,
        received: amount(received),
        confirmed: amount(confirmed),
      } as const
      const seen = see(order, { head: headAt(95), awaited: [transfer({})] })
      expect([seen.row, seen.remaining && formatUsdt(seen.remaining)]).toEqual([row, remaining])
      expect(seen.address === undefined).toBe(remaining === undefined)
      const over = { ...order, expireAt: chainOrder('1', 'ada').createdAt }
      expect(see(over, { head: headAt(95), awaited: [transfer({})] }).address).toBeUndefined()
    },
  )

  it('the view of a payer of an order whose window is over by the network’s time has no address, whatever our clock shows', () => {
    const { createdAt, expireAt } = chainOrder('1', 'ada')
    expect(see({}, { head: headAt(7, expireAt - 1) })).toMatchObject({ row: 'pay', now: expireAt - 1 })
    expect(see({}, { head: headAt(7, expireAt) })).toMatchObject({ row: 'checking', address: undefined })
    expect(see({}, { head: headAt(7, createdAt - 60_000) }).now).toBe(createdAt)
  })

  it('the view of a payer of an open order with a late payment is a check, and no request to send more', () => {
    expect(see({ received: amount('25.00') })).toMatchObject({ row: 'checking', address: undefined })
    expect(see({ received: amount('0.50') }).row).toBe('pay')
  })

  it('has no address where a payment might not be seen or not count', () => {
    for (const status of ['OPEN', 'CONFIRMING'] as const) {
      expect(see({ status }, { isClosed: true })).toMatchObject({ row: 'paused', address: undefined })
    }
    const { expireAt } = chainOrder('1', 'ada')
    expect(see({}, { isClosed: true, head: headAt(7, expireAt) }).row).toBe('checking')
  })

  it('reports an overpayment of at least 1 USDT once it is credited', () => {
    const overpaidBy = (received: string, confirmed: string) =>
      see({ status: 'PAID', received: amount(received), confirmed: amount(confirmed) }).isOverpaid
    expect(overpaidBy('25.999999', '25.999999')).toBe(false)
    expect(overpaidBy('26.00', '26.00')).toBe(true)
    expect(overpaidBy('35.00', '25.00')).toBe(false)
  })

  it('has the contact of the brand, else of the settings, else of the merchant', () => {
    const brand = { ...NO_BRAND, support: 'https://ada.example/help' }
    const order = chainOrder('1', 'ada')
    const merchant = { name: 'Ada', email: 'ada@books.example' }
    const facts = { order, merchant, ...NO_MOVEMENT, isPlayable: false }
    const contactOf = (supportContact: string | undefined, given: Facts['brand']) =>
      viewOf({ ...facts, brand: given }, { ...SETTINGS, supportContact }, 0).contact?.link
    expect(contactOf('help@pay.example', brand)).toBe('https://ada.example/help')
    expect(contactOf('help@pay.example', undefined)).toBe('mailto:help@pay.example')
    expect(contactOf(undefined, undefined)).toBe('mailto:ada@books.example')
  })
})

describe('locale files', () => {
  const files = readLocales('checkout')
  const english = files.get('en') as Record<string, string>

  it.each([
    ['lacks a text', { ...english, paid_text: undefined }, 'paid_text'],
    ['has one too many', { ...english, thanks: 'Thanks' }, 'thanks'],
    ['lacks a placeholder', { ...english, exact_amount: 'exactly that' }, 'exact_amount'],
    ['has a placeholder of its own', { ...english, paid_text: '{secret}' }, 'paid_text'],
    ['has an empty text', { ...english, paid_text: ' ' }, 'is not an object of texts'],
    ['is a list', [], 'paid_text'],
    ['is nothing', null, 'is not an object of texts'],
  ])('are refused when one %s', (_fault, file, message) => {
    const written: unknown = JSON.parse(JSON.stringify(file))
    expect(() => new Languages<WordKey>(new Map([...files, ['xx', written]]))).toThrow(message)
  })
})
