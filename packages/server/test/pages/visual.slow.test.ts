import { expect } from 'vitest'
import { orderInRow, ROWS, type Row, withholdFinalChecks } from '../support/checkout/checkout-rows.js'
import { LinkBrowser, makeLink, playNewest } from '../support/links/link-browser.js'
import { itPictures, type Picture, usePictures } from '../support/pages/pictures.js'
import { storeRates, useRates } from '../support/rates/rates.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { Harness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'

const pictures = usePictures('checkout')
const FIELDS = { description: 'Two books', return_url: 'https://shop.example/back' }
/** Rows that also have pictures of small phones and of wide screens. */
const IN_EVERY_WIDTH: ReadonlySet<Row> = new Set(['pay', 'paid', 'underpaid'])
const LIMIT_MS = 180_000

/** The pictures of one row: both languages in both modes, and all widths. */
function picturesOf(row: Row, url: string): Picture[] {
  const picture = (language: string, width: number, colorScheme: Picture['colorScheme']): Picture => ({
    name: `${row}-${language}-${width}-${colorScheme}`,
    url: `${url}?lang=${language}&stay`,
    width,
    colorScheme,
  })
  const wide = IN_EVERY_WIDTH.has(row) ? [picture('en', 320, 'light'), picture('en', 1280, 'light')] : []
  const phones = ['en', 'ar'].flatMap((language) =>
    (['light', 'dark'] as const).map((colorScheme) => picture(language, 390, colorScheme)),
  )
  return [...wide, ...phones]
}

itPictures(
  'every row of the checkout page looks as accepted, and passes axe',
  async () => {
    const harness = await Harness.start(withholdFinalChecks(await ScreeningService.start()))
    const keys = await harness.register()
    const faults: string[] = []
    for (const row of ROWS) {
      const { url } = await orderInRow(harness, keys, row, FIELDS)
      faults.push(...(await pictures.compare(picturesOf(row, url))))
    }
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)

itPictures(
  'orders with a price show it beside the amount, however long both are',
  async () => {
    const harness = await Harness.start()
    const store = await openOn(harness.database)
    await useRates(store, harness.clock, { EUR: '1.0834', VND: '0.000039512345' })
    const keys = await harness.register()
    const priced = async (row: Row, price: object) => {
      const { url } = await orderInRow(harness, keys, row, { ...FIELDS, amount: undefined, price })
      return picturesOf(row, url).map((picture) => ({ ...picture, name: `priced-${picture.name}` }))
    }
    const faults = await pictures.compare([
      ...(await priced('pay', { amount: '24999999999999', currency: 'VND' })),
      ...(await priced('paid', { amount: '49.90', currency: 'EUR' })),
    ])
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)

itPictures(
  'the pages of payment links look as accepted, with long texts, a fault and a receipt',
  async () => {
    const harness = await Harness.start({ MERCHANTPAY_TEST_BEP20: 'sandbox' })
    const keys = await harness.register()
    const at = (name: string, url: unknown, language: string, widths: readonly number[]): Picture[] =>
      widths.flatMap((width) =>
        (['light', 'dark'] as const).map((colorScheme) => ({
          name: `link-${name}-${language}-${width}-${colorScheme}`,
          url: `${url}?lang=${language}`,
          width,
          colorScheme,
        })),
      )
    const fixed = await makeLink(harness, keys, {
      description: 'Two tickets, reading evening',
      expires_at: '2026-12-31T23:00:00Z',
    })
    const large = await makeLink(harness, keys, {
      amount: '123456789.123456',
      description: 'Rechtsschutzversicherungsgesellschaften '.repeat(5).trim(),
    })
    const custom = await makeLink(harness, keys, {
      amount_mode: 'CUSTOM',
      amount: undefined,
      min_amount: '20',
      max_amount: '500',
      networks: ['TRC20'],
      uses: 'MANY',
    })
    const paid = await makeLink(harness, keys, { description: 'Two books' })
    await new LinkBrowser(harness, paid.url).order('TRC20')
    await playNewest(harness, keys, paid, { action: 'pay' })
    const store = await openOn(harness.database)
    await useRates(store, harness.clock, { EUR: '1.1575', VND: '0.000039512345' })
    const price = { amount: '19.99', currency: 'EUR' }
    const priced = await makeLink(harness, keys, {
      amount: undefined,
      price,
      description: 'Two tickets, reading evening',
      expires_at: '2026-12-31T23:00:00Z',
    })
    const dong = await makeLink(harness, keys, {
      amount: undefined,
      price: { amount: '2500000', currency: 'VND' },
    })
    await storeRates(store, harness.clock.real(), { VND: '0.5' })
    const closed = await makeLink(harness, keys)
    await harness.call('POST', `/v1/payment-links/${closed.id}/close`, { keys })
    const sendsFault = (picture: Picture): Picture => ({
      ...picture,
      name: picture.name.replace('custom', 'fault'),
      prepare: async (page) => {
        await page.fill('[name=amount]', '5')
        await page.click('button.go')
      },
    })
    const faults = await pictures.compare([
      ...at('fixed', fixed.url, 'en', [390, 820, 1_024, 1_440]),
      ...at('fixed', fixed.url, 'ar', [390, 1_024]),
      ...at('large', large.url, 'fr', [320, 1_024]),
      ...at('custom', custom.url, 'en', [390, 1_024]),
      ...at('custom', custom.url, 'ru', [390]).map(sendsFault),
      ...at('paid', paid.url, 'en', [390]),
      ...at('closed', closed.url, 'fa', [390]),
      ...at('priced', priced.url, 'en', [390, 1_024]),
      ...at('priced', priced.url, 'fa', [390]),
      ...at('no-rate', dong.url, 'vi', [390]),
    ])
    expect(faults).toEqual([])
  },
  LIMIT_MS,
)
