import { expect } from 'vitest'
import { orderInRow, ROWS, type Row, withholdFinalChecks } from '../support/checkout/checkout-rows.js'
import { itPictures, type Picture, usePictures } from '../support/pages/pictures.js'
import { useRates } from '../support/rates/rates.js'
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
