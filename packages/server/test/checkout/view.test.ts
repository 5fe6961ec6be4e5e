import { describe, expect, it } from 'vitest'
import { readLocales } from '../../src/checkout/assets.js'
import { type Facts, type View, viewOf } from '../../src/checkout/view.js'
import { Languages } from '../../src/checkout/words.js'
import { usdt } from '../../src/domain/money.js'
import type { OnChainOrder } from '../../src/domain/orders.js'
import type { RecordedTransfer } from '../../src/domain/payments.js'
import { chainOrder } from '../support/unit-store-rows.js'

const SETTINGS = {
  supportContact: undefined,
  explorers: { TRC20: 'https://tron.example/{tx}', ERC20: 'https://ether.example/{tx}' },
}

function see(order: Partial<OnChainOrder>, facts: Partial<Facts> = {}): View {
  const given: Facts = {
    order: { ...chainOrder('1', 'ada'), ...order },
    merchant: { name: 'Ada', email: 'ada@books.example' },
    brand: undefined,
    transfers: [],
    headNumber: undefined,
    isPlayable: false,
    ...facts,
  }
  return viewOf(given, SETTINGS, given.order.createdAt)
}

/** What every order here asks for. */
const AMOUNT = chainOrder('1', 'ada').amount

const transfer = (fields: Partial<RecordedTransfer>): RecordedTransfer =>
  ({ txHash: 'aa', confirmedAt: null, dueBlock: 100, ...fields }) as RecordedTransfer // what the page looks at

describe('what a payer sees', () => {
  it('of an order that is being prepared is neither address nor amount to send', () => {
    const { row, address, remaining } = see({ status: 'PENDING' })
    expect([row, address, remaining]).toEqual(['pending', undefined, undefined])
  })

  it.each([
    ['live', 'TRC20', 'https://tron.example/aa'],
    ['live', 'ERC20', 'https://ether.example/aa'],
    ['test', 'ERC20', undefined],
  ] as const)('of a %s transaction on %s is linked to %s', (environment, network, link) => {
    const { transactions } = see(
      { status: 'PAID', environment, network },
      { transfers: [transfer({ confirmedAt: 1 }), transfer({ confirmedAt: 1 })] },
    )
    expect(transactions).toEqual([{ hash: 'aa', link }])
  })

  it.each([
    [88, 0],
    [89, 1],
    [95, 7],
    [99, 11],
  ])('at block %i of a payment that is due at 100 is %i confirmations of 12', (headNumber, count) => {
    const order = { status: 'CONFIRMING', depth: 12, received: AMOUNT } as const
    const { row, confirmations } = see(order, { headNumber, transfers: [transfer({})] })
    expect([row, confirmations]).toEqual(['confirming', { count, required: 12 }])
  })

  it('is the confirmations of the payment that has fewest, and a final check when all have enough', () => {
    const order = { status: 'CONFIRMING', depth: 12, received: AMOUNT } as const
    const transfers = [transfer({}), transfer({ dueBlock: 105 }), transfer({ dueBlock: 300, confirmedAt: 1 })]
    expect(see(order, { headNumber: 102, transfers }).confirmations).toEqual({ count: 9, required: 12 })
    expect(see(order, { headNumber: 105, transfers }).row).toBe('final_check')
  })

  it('of a part of the amount that is being confirmed is not that the page may be closed', () => {
    const order = { status: 'CONFIRMING', depth: 12, amount: usdt(25n), minDue: usdt(24n) } as const
    const rowOf = (received: bigint, headNumber: number) =>
      see({ ...order, received: usdt(received) }, { headNumber, transfers: [transfer({})] }).row
    expect(rowOf(10n, 95)).toBe('confirming_part')
    expect(rowOf(10n, 105)).toBe('confirming_part') // it waits for a verdict, and for the rest
    expect(rowOf(24n, 95)).toBe('confirming')
  })

  it('is the contact of the brand, else of the settings, else of the merchant', () => {
    const brand = { name: null, accent: null, support: 'https://ada.example/help', hasLogo: false }
    const order = chainOrder('1', 'ada')
    const merchant = { name: 'Ada', email: 'ada@books.example' }
    const facts = { order, merchant, transfers: [], headNumber: undefined, isPlayable: false }
    const contactOf = (supportContact: string | undefined, given: Facts['brand']) =>
      viewOf({ ...facts, brand: given }, { ...SETTINGS, supportContact }, 0).contact?.link
    expect(contactOf('help@pay.example', brand)).toBe('https://ada.example/help')
    expect(contactOf('help@pay.example', undefined)).toBe('mailto:help@pay.example')
    expect(contactOf(undefined, undefined)).toBe('mailto:ada@books.example')
  })
})

describe('files of words', () => {
  const files = readLocales()
  const english = files.get('en') as Record<string, string>

  it.each([
    ['lacks a text', { ...english, paid_text: undefined }, 'paid_text'],
    ['has one too many', { ...english, thanks: 'Thanks' }, 'thanks'],
    ['lacks a placeholder', { ...english, exact_amount: 'exactly that' }, 'exact_amount'],
    ['has a placeholder of its own', { ...english, paid_text: '{secret}' }, 'paid_text'],
    ['has an empty text', { ...english, paid_text: ' ' }, 'no object of texts'],
    ['is a list', [], 'paid_text'],
    ['is nothing', null, 'no object of texts'],
  ])('are refused when one %s', (_what, file, told) => {
    const written: unknown = JSON.parse(JSON.stringify(file))
    expect(() => new Languages(new Map([...files, ['xx', written]]))).toThrow(told)
  })
})
