import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { orderInRow, ROWS, type Row, withholdFinalChecks } from '../support/checkout/checkout-rows.js'
import { followCheckout, type TestState } from '../support/checkout/checkout-stream.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { Harness, type Json, useHarness } from '../support/server/harness.js'

const LANGUAGES = readdirSync(new URL('../../src/checkout/locales/', import.meta.url)).map((file) =>
  file.replace('.json', ''),
)
/** Screening is retried for as long as no source answers, so this row comes last. */
const ROWS_HELD_LAST = [...ROWS.filter((row) => row !== 'final_check'), 'final_check' as const]
const PAYABLE: readonly Row[] = ['pay', 'pay_rest']
/** All members of the state that a payer may see. */
const PUBLIC = new Set([
  'row',
  'status',
  'order_number',
  'network',
  'amount',
  'received',
  'remaining',
  'missing',
  'address',
  'description',
  'expire_at',
  'paid_at',
  'confirmations',
  'required_confirmations',
  'transactions',
  'return_url',
  'merchant',
  'contact',
  'now',
])
const FIELDS = {
  description: 'two books',
  return_url: 'https://shop.example/back',
  webhook_url: 'https://hooks.example/canary-webhook',
  metadata: { canary: 'canary-metadata' },
  tolerance_percent: 0.0421,
}
/** Fee, credited amount, least amount due, tolerance. */
const NUMBERS = ['0.25', '24.75', '0.33', '32.67', '23.9475', '31.6107', '0.0421', '4.21']

const idsOf = ({ id, merchant_id, address_id }: Json): string[] => [id, `${merchant_id}`, `${address_id}`]

/** The visible text of a page. */
const shown = (html: string): string => html.replace(/<(style|script)>.*?<\/\1>/gs, '')

/** Rows whose receipt on paper names the address that was paid. A screen never shows it again. */
const RECEIPTS: readonly Row[] = ['paid', 'expired_paid', 'accepted']
const ON_PAPER = /<div class="on-paper">.*?<\/div>/gs

describe.each(['TRC20', 'ERC20', 'BEP20'])('the page of an order on %s', (network) => {
  it('shows one row of the table in page, state and stream, in every language, without private data', async () => {
    const checks = withholdFinalChecks(await ScreeningService.start())
    const harness = await Harness.start({ ...checks, MERCHANTPAY_TEST_BEP20: 'sandbox' })
    const keys = await harness.register()
    for (const row of ROWS_HELD_LAST) {
      const { order, url } = await orderInRow(harness, keys, row, { ...FIELDS, network })
      const target = new URL(url).pathname
      const pages = new Map<string, string>()
      for (const tag of LANGUAGES) {
        const { status, text } = await harness.call('GET', `${target}?lang=${tag}`)
        expect([status, tag, row]).toEqual([200, tag, row])
        pages.set(tag, shown(text))
      }
      const state = (await harness.call('GET', `${target}/state`)).json as unknown as TestState
      const stream = await followCheckout(url)
      const message = await stream.next()
      stream.close()

      expect({ ...message, now: state.now }).toEqual(state)
      expect(state.row).toBe(row)
      expect(Object.keys(state).filter((name) => !PUBLIC.has(name))).toEqual([])
      const printed = [...pages.values(), JSON.stringify(state), JSON.stringify(message)]
      const address = String(order.payment_address)
      for (const text of printed) {
        for (const secret of [...idsOf(order), 'canary', ...NUMBERS]) expect(text).not.toContain(secret)
        const onScreen = RECEIPTS.includes(row) ? text.replace(ON_PAPER, '') : text
        if (!PAYABLE.includes(row)) expect(onScreen.toLowerCase()).not.toContain(address.toLowerCase())
      }
      for (const [tag, text] of pages) {
        expect(text).toContain(`<html lang="${tag}" dir="${tag === 'ar' || tag === 'fa' ? 'rtl' : 'ltr'}">`)
        expect(text).toContain(`data-row="${row}"`)
        expect(text.includes('id="qr"')).toBe(PAYABLE.includes(row))
        expect(text.replace(/<\/?b>/g, '').includes(`dir="ltr" translate="no">${address}</code>`)).toBe(
          PAYABLE.includes(row),
        )
        expect(text).not.toMatch(/\{[a-z_]+\}/)
      }
    }
  }, 60_000)
})

describe('the page', () => {
  const shared = useHarness()
  const look = async (row: Row, fields: object = {}) => {
    const { harness } = shared
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, row, fields)
    const { text } = await harness.call('GET', new URL(url).pathname)
    const words = shown(text)
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
    return { order, text, words }
  }

  it.each<[Row, string[], string[]]>([
    [
      'pay',
      ['Send exactly this amount', '25.00 USDT', 'Tron · TRC20', 'or scan', 'Pay before'],
      ['Received'],
    ],
    [
      'pay_rest',
      ['Received 10.00 USDT of 25.00 USDT', 'Still to send 15.00 USDT', 'exactly 15.00 USDT must arrive'],
      [],
    ],
    ['paused', ['Do not pay now', 'Send nothing'], ['Send exactly', 'or scan']],
    [
      'checking',
      ['Time is up', 'keep this page', 'Do not send now'],
      ['Send exactly', 'Waiting for payment'],
    ],
    ['confirming', ['Payment seen', 'Confirmations: 1 of 3', 'You may close this page'], []],
    [
      'confirming_part',
      ['Part of your payment was seen', 'Received 10.00 USDT', 'Keep this page open'],
      ['may close', 'Thank you'],
    ],
    ['pending', ['This payment is being prepared'], ['Send exactly', 'or scan']],
    ['paid', ['Paid on', 'Back to the shop', 'Order number', 'Transaction'], ['Contact the']],
    [
      'underpaid',
      [
        '12.50 USDT arrived, 12.50 USDT is missing',
        'Do not send more here',
        'Transaction',
        'ada@books.example',
      ],
      [],
    ],
    [
      'accepted',
      [
        'The shop has accepted your payment',
        '12.50 USDT arrived',
        'Do not send more here',
        'Back to the shop',
        'Receipt',
        'Amount 25.00 USDT',
        'Received 12.50 USDT',
        'Paid on',
        'Print receipt',
      ],
      ['missing', 'Not enough', 'name the order number'],
    ],
    ['expired', ['No payment arrived in time', 'Never use this address again'], []],
    ['late', ['A late payment was seen', 'Do not pay again'], ['No payment arrived']],
    ['expired_paid', ['Your payment came late and has arrived', 'Do not pay again'], []],
    ['frozen', ['under review', 'ada@books.example'], ['Payment received', 'ompliance', 'reorg', 'ozen']],
  ])('shows in row %s the texts of the table', async (row, shown, absent) => {
    const { words } = await look(row, { return_url: 'https://shop.example/back' })
    for (const text of shown) expect(words).toContain(text)
    const withoutPanel = words.replace(/Try this payment.*/, '')
    for (const text of absent) expect(withoutPanel).not.toContain(text)
  })

  it('tells an overpayer to contact the merchant', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, 'pay')
    await harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, {
      keys,
      body: { action: 'overpay' },
    })
    await harness.pass(4_000)
    const { text } = await harness.call('GET', new URL(url).pathname)
    expect(shown(text).replace(/<[^>]+>/g, '')).toContain(
      'You sent 35.00 USDT, more than the 25.00 USDT asked for. Contact Ada&#39;s Books about the difference.',
    )
  })

  it('refreshes without a script until the order is final', async () => {
    const refresh = '<noscript><meta http-equiv="refresh" content="15"></noscript>'
    expect((await look('expired')).text).toContain(refresh)
    expect((await look('paid')).text).not.toContain(refresh)
  })
})
