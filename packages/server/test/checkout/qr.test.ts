import jsQr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { decodePng } from '../support/checkout/png.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()

/** Decodes the QR code of a picture; it must be dark on light, as scanners require. */
function scan(png: Buffer): string | undefined {
  const { data, width, height } = decodePng(png)
  return jsQr.default(data, width, height, { inversionAttempts: 'dontInvert' })?.data
}

describe('the QR code of the checkout page', () => {
  const variants = [
    { network: 'TRC20', colorScheme: 'light', language: 'en', row: 'pay' },
    { network: 'TRC20', colorScheme: 'dark', language: 'fa', row: 'pay_rest' },
    { network: 'ERC20', colorScheme: 'dark', language: 'en', row: 'pay' },
    { network: 'ERC20', colorScheme: 'light', language: 'ar', row: 'pay' },
  ] satisfies { network: string; colorScheme: 'light' | 'dark'; language: string; row: Row }[]

  it.each(variants)(
    'is the address to the byte: $network, $colorScheme, $language, $row',
    async ({ network, colorScheme, language, row }) => {
      const { harness } = shared
      const { order, url } = await orderInRow(harness, await harness.register(), row, { network })
      const page = await tabs.open(`${url}?lang=${language}`, {
        colorScheme,
        viewport: { width: 320, height: 640 },
      })
      const code = page.locator('#qr')
      expect(scan(await code.screenshot())).toBe(order.payment_address)
      expect(await code.getAttribute('aria-label')).toBe(order.payment_address)
    },
  )
})
